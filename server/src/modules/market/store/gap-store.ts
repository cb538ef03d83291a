import type { GapState } from '@rasat/contract';
import type { SourceResolution } from '@rasat/engine';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

/** Gap of a series. */
export interface StoredGap {
  readonly id: number;
  readonly seriesId: number;
  readonly resolution: SourceResolution;
  /** Opening time of the first missing bar, and end of the last. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Gap as the search finds it. */
export interface FoundGap extends Omit<StoredGap, 'id'> {
  readonly expected: number;
}

/** Part of a series that has been searched for gaps; ends are exclusive. */
export interface SearchedSpan {
  readonly seriesId: number;
  readonly resolution: SourceResolution;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the searched parts of these series. */
export async function listSearched(db: Db, seriesIds: readonly number[]): Promise<SearchedSpan[]> {
  const rows = await tables(db)
    .selectFrom('bar_gap_search')
    .selectAll()
    .where('series_id', '=', sql<number>`any(${[...seriesIds]})`)
    .execute();
  return rows.map((row) => ({
    seriesId: row.series_id,
    resolution: row.resolution,
    fromMs: row.t_from,
    toMs: row.t_to,
  }));
}

/**
 * Stores found gaps and the searched parts. A gap that lies in a known one of its series is the same and is left out.
 * Needs a transaction.
 */
export async function saveSearch(
  trx: Db,
  gaps: readonly FoundGap[],
  searched: readonly SearchedSpan[],
  nowMs: number,
): Promise<void> {
  const of = <T, V>(list: readonly T[], pick: (one: T) => V): V[] => list.map(pick);
  if (gaps.length > 0) {
    await sql`
      insert into bar_gap (series_id, resolution, t_from, t_to, state, expected, found_at)
      select g.series_id, g.resolution, g.t_from, g.t_to, 'open', g.expected, ${nowMs}
      from unnest(
        ${of(gaps, (gap) => gap.seriesId)}::int[], ${of(gaps, (gap) => gap.resolution)}::text[],
        ${of(gaps, (gap) => gap.fromMs)}::bigint[], ${of(gaps, (gap) => gap.toMs)}::bigint[],
        ${of(gaps, (gap) => gap.expected)}::int[]
      ) g (series_id, resolution, t_from, t_to, expected)
      where not exists (
        select from bar_gap k
        where k.series_id = g.series_id and k.resolution = g.resolution
          and k.t_from <= g.t_from and k.t_to >= g.t_to
      )
      on conflict do nothing`.execute(trx);
  }
  if (searched.length === 0) return;
  await sql`
    insert into bar_gap_search (series_id, resolution, t_from, t_to)
    select * from unnest(
      ${of(searched, (span) => span.seriesId)}::int[],
      ${of(searched, (span) => span.resolution)}::text[],
      ${of(searched, (span) => span.fromMs)}::bigint[],
      ${of(searched, (span) => span.toMs)}::bigint[]
    )
    on conflict (series_id, resolution)
      do update set t_from = excluded.t_from, t_to = excluded.t_to`.execute(trx);
}

/** Returns the gaps of the current series of a source that are not settled, the newest first. */
export async function listOpenGaps(db: Db, source: string): Promise<StoredGap[]> {
  const rows = await tables(db)
    .selectFrom('bar_gap')
    .innerJoin('series', 'series.id', 'bar_gap.series_id')
    .select(['bar_gap.id', 'series_id', 'resolution', 't_from', 't_to'])
    .where('source', '=', source)
    .where('archived_at', 'is', null)
    .where('settled_at', 'is', null)
    .orderBy('t_to', 'desc')
    .orderBy('bar_gap.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    seriesId: row.series_id,
    resolution: row.resolution,
    fromMs: row.t_from,
    toMs: row.t_to,
  }));
}

/** Marks gaps as being filled. */
export async function beginGaps(db: Db, ids: readonly number[]): Promise<void> {
  await tables(db)
    .updateTable('bar_gap')
    .set({ state: 'filling', settled_at: null })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

/** Marks the gaps of a source that a stop or the end of the process has left half filled as open. */
export async function releaseGaps(db: Db, source: string): Promise<void> {
  await sql`
    update bar_gap g set state = 'open' from series s
    where s.id = g.series_id and s.source = ${source} and g.state = 'filling'`.execute(db);
}

/** Marks the empty gaps of a source that were found after `foundMs` as open, so that it is asked for them again. */
export async function reopenGaps(db: Db, source: string, foundMs: number): Promise<void> {
  await sql`
    update bar_gap g set state = 'open', settled_at = null from series s
    where s.id = g.series_id and s.source = ${source} and g.state = 'empty'
      and g.found_at > ${foundMs}`.execute(db);
}

/** Result of asking a source for a gap. */
export interface SettledGap {
  readonly id: number;
  readonly state: Extract<GapState, 'filled' | 'empty'>;
  /** Bars inserted now, and published rows marked now. */
  readonly inserted: number;
  readonly marked: number;
}

/** Stores the result of asking a source for a gap. */
export async function settleGap(db: Db, gap: SettledGap, nowMs: number): Promise<void> {
  await sql`
    update bar_gap set state = ${gap.state}, settled_at = ${nowMs},
      inserted = inserted + ${gap.inserted}, marked = greatest(marked, ${gap.marked})
    where id = ${gap.id}`.execute(db);
}

/** Gap for the operator. */
export interface ShownGap {
  readonly source: string;
  readonly symbol: string;
  readonly resolution: SourceResolution;
  readonly from: number;
  readonly to: number;
  readonly state: GapState;
  readonly expected: number;
  readonly inserted: number;
  readonly rows: number;
  readonly found: number;
  readonly settled: number | null;
}

/** Returns the gaps found since `sinceMs`, those of the newest times first, at most `most`. */
export async function listGaps(db: Db, sinceMs: number, most: number): Promise<ShownGap[]> {
  return tables(db)
    .selectFrom('bar_gap')
    .innerJoin('series', 'series.id', 'bar_gap.series_id')
    .select([
      'source',
      'symbol',
      'resolution',
      't_from as from',
      't_to as to',
      'state',
      'expected',
      'inserted',
      'marked as rows',
      'found_at as found',
      'settled_at as settled',
    ])
    .where('found_at', '>=', sinceMs)
    .orderBy('t_to', 'desc')
    .orderBy('bar_gap.id', 'desc')
    .limit(most)
    .execute();
}

/** Number of gaps of the current series of a source in a state. */
export interface GapCount {
  readonly source: string;
  readonly state: GapState;
  readonly count: number;
}

/** Returns the numbers of gaps of current series that were found since `sinceMs`, by source and state. */
export async function countGaps(db: Db, sinceMs: number): Promise<GapCount[]> {
  return tables(db)
    .selectFrom('bar_gap')
    .innerJoin('series', 'series.id', 'bar_gap.series_id')
    .select((eb) => ['source', 'state', eb.fn.countAll<number>().as('count')])
    .where('archived_at', 'is', null)
    .where('found_at', '>=', sinceMs)
    .groupBy(['source', 'state'])
    .execute();
}

/** Deletes the filled gaps that were settled before `beforeMs`, and returns their number. */
export async function deleteFilledGaps(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('bar_gap')
    .where('state', '=', 'filled')
    .where('settled_at', '<', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
