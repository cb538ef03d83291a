import type { Resolution } from '@rasat/engine';
import {
  type BarColumns,
  CHUNK_BARS,
  createColumns,
  decodeBars,
  decodeBarsInto,
  sliceColumns,
} from '@rasat/ledger';
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';
import { copyColumns, firstRowAtOrAfter, joinColumns } from './bar-columns.ts';
import { PACKED_TAIL, unpackTail } from './packed-tail.ts';
import { chunkOf } from './stored-chunk.ts';

const packedTail = sql.raw<Buffer>(PACKED_TAIL);

/** Extent of the stored bars of a series and resolution. */
export interface BarHead {
  readonly seriesId: number;
  readonly resolution: Resolution;
  readonly length: number;
  readonly firstOpenTimeMs: number;
  readonly lastOpenTimeMs: number;
}

/** Returns the heads of the given series, of every resolution that has bars. */
export async function listHeads(db: Db, seriesIds: readonly number[]): Promise<BarHead[]> {
  const rows = await db
    .withTables<MarketTables>()
    .selectFrom('bar_head')
    .select(['series_id', 'resolution', 'n', 't_first', 't_last'])
    .where('series_id', '=', sql<number>`any(${[...seriesIds]})`)
    .execute();
  return rows.map((row) => ({
    seriesId: row.series_id,
    resolution: row.resolution,
    length: row.n,
    firstOpenTimeMs: row.t_first,
    lastOpenTimeMs: row.t_last,
  }));
}

/** Bars in stored form: chunks of 1,000, still encoded, then the tail, which may be longer than a chunk. */
export interface StoredBars {
  readonly chunks: readonly Buffer[];
  readonly tail: BarColumns;
}

/** Returns all bars of the chunks and the tail as one list. */
export function decodeStored({ chunks, tail }: StoredBars): BarColumns {
  if (chunks.length === 0) return tail;
  const all = createColumns(chunks.length * CHUNK_BARS + tail.length);
  let at = 0;
  for (const chunk of chunks) at += decodeBarsInto(chunk, all, at);
  copyColumns(tail, all, at);
  return all;
}

/** Later than every possible bar. */
export const END_OF_TIME_MS = 8_640_000_000_000_000;

/**
 * One statement, hence one snapshot: a tail that becomes a chunk in the meantime is neither lost nor read twice. It is
 * constant and named because a person waits for it, and both building and planning it take as long as reading.
 */
const STORED_BARS = `/* stored-bars */
  (select chunk_no as no, data from bar_chunk
   where series_id = $1 and resolution = $2 and t0 < $3 order by chunk_no desc limit $4)
  union all
  select null, ${PACKED_TAIL} from (
    select * from bar_tail where series_id = $1 and resolution = $2 and t < $3
    order by t desc limit $5
  ) newest`;

/**
 * Returns at least the last `limit` bars that open before `beforeMs`, or all of them; the first and the last chunk may
 * extend beyond the window.
 */
export async function readStoredBars(
  db: Db,
  seriesId: number,
  resolution: Resolution,
  beforeMs: number,
  limit: number,
): Promise<StoredBars> {
  const cut = beforeMs < END_OF_TIME_MS ? 1 : 0;
  const chunks = Math.ceil(limit / CHUNK_BARS) + cut;
  const { rows } = await db.executeQuery<{ no: number | null; data: Buffer | null }>(
    CompiledQuery.raw(STORED_BARS, [seriesId, resolution, beforeMs, chunks, limit]),
  );
  const stored: Buffer[] = [];
  let tail: BarColumns | undefined;
  for (const row of rows) {
    if (row.no === null) tail = unpackTail(row.data);
    else if (row.data) stored.unshift(chunkOf(row.data));
  }
  return { chunks: stored, tail: tail ?? createColumns(0) };
}

/** Returns the last `limit` bars that open before `beforeMs`, oldest first. */
export async function readLastBars(
  db: Db,
  seriesId: number,
  resolution: Resolution,
  beforeMs: number,
  limit: number,
): Promise<BarColumns> {
  const { chunks, tail } = await readStoredBars(db, seriesId, resolution, beforeMs, limit);
  const all = decodeStored({ chunks, tail });
  const end = firstRowAtOrAfter(all.openTimeMs, beforeMs);
  return sliceColumns(all, Math.max(0, end - limit), end);
}

/** Position of a reader in the bars of a series. */
export interface BarCursor {
  readonly seriesId: number;
  readonly resolution: Resolution;
  /** Opening time of the last bar read; null before the first. */
  readonly afterMs: number | null;
}

/** Earlier than every possible bar. */
const START_OF_TIME_MS = -END_OF_TIME_MS;

/**
 * Returns the stored bars after each cursor, ascending, by series id, in one statement; a series without new bars is
 * absent. A series returns about `maxBars` at most; then more bars follow its last one. Needs one cursor per series.
 */
export async function readBarsAfter(
  db: Db,
  cursors: readonly BarCursor[],
  maxBars = 50_000,
): Promise<Map<number, BarColumns>> {
  const maxChunks = Math.max(1, Math.ceil(maxBars / CHUNK_BARS));
  const afters = new Map(cursors.map((c) => [c.seriesId, c.afterMs ?? START_OF_TIME_MS]));
  const result = new Map<number, BarColumns>();
  if (cursors.length === 0) return result;
  const { rows } = await sql<{ id: number; no: number | null; data: Buffer }>`
    with wanted as materialized (
      select * from unnest(
        ${cursors.map((c) => c.seriesId)}::int[],
        ${cursors.map((c) => c.resolution)}::text[],
        ${[...afters.values()]}::bigint[]
      ) as w (series_id, resolution, after)
    )
    select w.series_id as id, c.no, c.data
    from wanted w, lateral (
      select chunk_no as no, data from bar_chunk c
      where c.series_id = w.series_id and c.resolution = w.resolution and c.t1 > w.after
      order by c.t1 limit ${maxChunks}
    ) c
    union all
    select w.series_id, null, t.data
    from wanted w, lateral (
      select ${packedTail} as data from bar_tail t
      where t.series_id = w.series_id and t.resolution = w.resolution and t.t > w.after
    ) t
    where t.data is not null
    order by 1, 2 nulls last`.execute(db);
  for (let at = 0; at < rows.length; ) {
    const id = rows[at]?.id ?? 0;
    let end = at;
    while (rows[end]?.id === id) end += 1;
    let parts = rows.slice(at, end);
    // With more chunks to come, the tail does not follow yet.
    if (parts.filter((part) => part.no !== null).length === maxChunks) {
      parts = parts.filter((part) => part.no !== null);
    }
    const bars = joinColumns(
      parts.map((part) =>
        part.no === null ? unpackTail(part.data) : decodeBars(chunkOf(part.data)),
      ),
    );
    const first = firstRowAtOrAfter(bars.openTimeMs, (afters.get(id) ?? 0) + 1);
    if (first < bars.length) result.set(id, sliceColumns(bars, first, bars.length));
    at = end;
  }
  return result;
}

/** Yields every stored bar of a series and resolution, ascending, in lists of some ten thousand. */
export async function* readAllBars(
  db: Db,
  seriesId: number,
  resolution: Resolution,
): AsyncGenerator<BarColumns> {
  let afterMs: number | null = null;
  for (;;) {
    const found = await readBarsAfter(db, [{ seriesId, resolution, afterMs }]);
    const bars = found.get(seriesId);
    if (!bars) return;
    yield bars;
    afterMs = bars.openTimeMs[bars.length - 1] ?? null;
  }
}

/** Returns the last `limit` bars of many series in one statement, by series id; a series without bars is absent. */
export async function readLastBarsOfMany(
  db: Db,
  seriesIds: readonly number[],
  resolution: Resolution,
  limit: number,
): Promise<Map<number, BarColumns>> {
  const { rows } = await sql<{ id: number; chunk: Buffer | null; tail: Buffer | null }>`
    select w.id, t.data as tail,
      case when t.n < ${limit} then (
        select data from bar_chunk c
        where c.series_id = w.id and c.resolution = ${resolution}
        order by chunk_no desc limit 1
      ) end as chunk
    from unnest(${[...seriesIds]}::int[]) as w (id), lateral (
      select count(*) as n, ${packedTail} as data from (
        select * from bar_tail
        where series_id = w.id and resolution = ${resolution} order by t desc limit ${limit}
      ) newest
    ) t`.execute(db);
  const result = new Map<number, BarColumns>();
  for (const row of rows) {
    const tail = unpackTail(row.tail);
    const all = row.chunk ? joinColumns([decodeBars(chunkOf(row.chunk)), tail]) : tail;
    if (all.length > 0) {
      result.set(row.id, sliceColumns(all, Math.max(0, all.length - limit), all.length));
    }
  }
  return result;
}
