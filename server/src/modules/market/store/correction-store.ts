import type { Resolution } from '@rasat/engine';
import type { BarColumns, CorrectionReason } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Series } from '../symbol.ts';
import type { MarketTables } from '../tables.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

/** Bars that were offered too late or with other values than the stored ones. */
export interface Correction {
  readonly seriesId: number;
  readonly resolution: Resolution;
  readonly reason: CorrectionReason;
  readonly bars: BarColumns;
}

/** Stores bars that were not accepted; a correction that is already stored is skipped. */
export async function insertCorrections(
  db: Db,
  { seriesId, resolution, reason, bars }: Correction,
  nowMs: number,
): Promise<void> {
  if (bars.length === 0) return;
  await sql`
    insert into correction (series_id, resolution, t, reason, o, h, l, c, v, seen_at)
    select ${seriesId}, ${resolution}, t, ${reason}, o, h, l, c, v, ${nowMs} from unnest(
      ${Array.from(bars.openTimeMs)}::bigint[],
      ${Array.from(bars.open)}::float8[],
      ${Array.from(bars.high)}::float8[],
      ${Array.from(bars.low)}::float8[],
      ${Array.from(bars.close)}::float8[],
      ${Array.from(bars.volume)}::float8[]
    ) as given (t, o, h, l, c, v)
    on conflict do nothing`.execute(db);
}

/** Base bar that was offered again with other values, or at a time without a bar; the first version was kept. */
export interface NotedCorrection {
  readonly openTimeMs: number;
  readonly reason: CorrectionReason;
  readonly seenMs: number;
  /** Open, high, low, close, volume as offered. */
  readonly offered: readonly [number, number, number, number, number];
}

/**
 * Returns the corrections of a series' base bars that open before `beforeMs`, by time and then in the order of arrival.
 */
export async function listCorrections(
  db: Db,
  series: Series,
  beforeMs: number,
): Promise<NotedCorrection[]> {
  const rows = await tables(db)
    .selectFrom('correction')
    .select(['t', 'reason', 'o', 'h', 'l', 'c', 'v', 'seen_at'])
    .where('series_id', '=', series.id)
    .where('resolution', '=', series.base)
    .where('t', '<', beforeMs)
    .orderBy('t')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    openTimeMs: row.t,
    reason: row.reason,
    seenMs: row.seen_at,
    offered: [row.o, row.h, row.l, row.c, row.v],
  }));
}

/**
 * Returns the number of bars that came too late or with other values since `sinceMs`, by symbol and reason, latest
 * first.
 */
export function countCorrections(db: Db, sinceMs: number) {
  return tables(db)
    .selectFrom('correction')
    .innerJoin('series', 'series.id', 'correction.series_id')
    .select((eb) => [
      'symbol',
      'reason',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('seen_at').as('last'),
    ])
    .where('seen_at', '>=', sinceMs)
    .groupBy(['symbol', 'reason'])
    .orderBy('last', 'desc')
    .execute();
}

/** Returns the number of base bars of these histories that came too late or with other values. */
export async function countBaseCorrections(db: Db, seriesIds: readonly number[]): Promise<number> {
  const row = await tables(db)
    .selectFrom('correction')
    .innerJoin('series', 'series.id', 'correction.series_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .whereRef('resolution', '=', 'base')
    .where('series.id', '=', sql<number>`any(${[...seriesIds]})`)
    .executeTakeFirstOrThrow();
  return row.n;
}
