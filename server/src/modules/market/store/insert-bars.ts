import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  aggregate,
  type Bar,
  barEnd,
  bucketEnd,
  bucketStart,
  DAY_MS,
  type Resolution,
  type SourceResolution,
} from '@rasat/engine';
import { type BarColumns, CHUNK_BARS, decodeBars, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { higherResolutions, type Series } from '../symbol.ts';
import { storedTopic } from '../topics.ts';
import { AppendRefused, type Chunk, insertChunks, insertTails } from './append-bars.ts';
import { BarList, barAt, columnsOf, firstRowAtOrAfter, joinColumns } from './bar-columns.ts';
import { PACKED_TAIL, unpackTail } from './packed-tail.ts';
import { chunkOf, storedChunk } from './stored-chunk.ts';

/** Number of chunks that are encoded in one turn of the event loop. */
const CHUNKS_PER_TURN = 8;

/**
 * Inserts closed bars of the source, ascending, at times at which a series has none, before or between the stored ones.
 * Leaves out bars that are stored already, and bars after the last stored one, which `appendBars` stores. Of base bars
 * it also builds the closed 240, 1D and 1W bars of their buckets again. Returns the inserted bars; none for a series
 * without bars. Throws `AppendRefused` for an archived series.
 *
 * Needs a transaction, after whose commit the caller calls `publishInserted`. It locks the bars of the series, and takes
 * time in proportion to the bars after the first inserted one.
 */
export async function insertBars(
  trx: Db,
  series: Series,
  resolution: SourceResolution,
  bars: BarColumns,
): Promise<BarColumns> {
  const higher = resolution === series.base ? higherResolutions(series.base) : [];
  const heads = await lockHeads(trx, series, [resolution, ...higher]);
  const head = heads.get(resolution);
  const [firstMs] = bars.openTimeMs;
  if (!head || firstMs === undefined) return columnsOf([]);
  const fromMs = higher.length > 0 ? weekFromMs(series, firstMs) : firstMs;
  const end = await readEnd(trx, series, head, fromMs);
  const { merged, added } = merge(end.bars, bars, { beforeMs: head.lastMs });
  if (added.length === 0) return added;
  await writeEnd(trx, series, head, { ...end, bars: merged });
  const known = barEnd(series.base, head.lastMs, series.fx);
  for (const one of higher) {
    const rebuilt = rebuild(series, one, { base: merged, added });
    await replaceBars(trx, series, heads.get(one) ?? noHead(one), rebuilt, known);
  }
  return added;
}

/** Announces that bars of a resolution were inserted, and that the higher bars of a base resolution were built again. */
export function publishInserted(bus: Bus, series: Series, resolution: SourceResolution): void {
  const { symbol, id: seriesId } = series;
  const higher = resolution === series.base ? higherResolutions(series.base) : [];
  bus.publish(
    storedTopic,
    [resolution, ...higher].map((one) => ({ symbol, seriesId, resolution: one, bars: null })),
  );
}

/** Locked head of a series. */
interface Head {
  readonly resolution: Resolution;
  readonly length: number;
  readonly chunks: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The newest bars of a series, from the beginning of a chunk, or of the tail, on. */
interface SeriesEnd {
  /** Number of the chunk; that of the next chunk for the tail. */
  readonly chunkNo: number;
  readonly bars: BarColumns;
}

const noHead = (resolution: Resolution): Head => ({
  resolution,
  length: 0,
  chunks: 0,
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
});

/** Returns the time before the first base bar of a time's week: a forex week begins on Sunday. */
function weekFromMs({ fx }: Series, timeMs: number): number {
  return Math.min(timeMs, bucketStart('1W', timeMs, fx) - (fx ? DAY_MS : 0));
}

/** Locks the heads in the order of `appendBars`, so that neither waits for the other in a circle. */
async function lockHeads(
  trx: Db,
  series: Series,
  resolutions: readonly Resolution[],
): Promise<Map<Resolution, Head>> {
  const { rows } = await sql<Head & { closed: boolean }>`
    select resolution, n as length, chunks, t_first as "firstMs", t_last as "lastMs", closed
    from bar_head where series_id = ${series.id} and resolution = any(${[...resolutions]}::text[])
    order by resolution for update`.execute(trx);
  if (rows.some(({ closed }) => closed)) {
    throw new AppendRefused(`series ${series.id} is archived`);
  }
  return new Map(rows.map((row) => [row.resolution, row]));
}

/** Reads the bars from the chunk of the first bar at or after `fromMs` on. */
async function readEnd(
  trx: Db,
  { id }: Series,
  { resolution, chunks }: Head,
  fromMs: number,
): Promise<SeriesEnd> {
  const { rows } = await sql<{ no: number | null; data: Buffer | null }>`
    select chunk_no as no, data from bar_chunk
    where series_id = ${id} and resolution = ${resolution} and t1 >= ${fromMs}
    union all
    select null, ${sql.raw(PACKED_TAIL)} from bar_tail
    where series_id = ${id} and resolution = ${resolution}
    order by no nulls last`.execute(trx);
  return {
    chunkNo: rows[0]?.no ?? chunks,
    bars: joinColumns(
      rows.map(({ no, data }) =>
        no === null || !data ? unpackTail(data) : decodeBars(chunkOf(data)),
      ),
    ),
  };
}

/** Stores bars in place of those from a chunk on. */
async function writeEnd(trx: Db, series: Series, head: Head, end: SeriesEnd): Promise<void> {
  const { resolution } = head;
  const { id: seriesId, digits } = series;
  const { chunkNo, bars } = end;
  const of = { seriesId, resolution };
  await sql`
    delete from bar_chunk
    where series_id = ${seriesId} and resolution = ${resolution} and chunk_no >= ${chunkNo}`.execute(
    trx,
  );
  await sql`
    delete from bar_tail where series_id = ${seriesId} and resolution = ${resolution}`.execute(trx);
  const firstMs = Math.min(head.firstMs, bars.openTimeMs[0] ?? head.firstMs);
  await sql`
    insert into bar_head (series_id, resolution, n, chunks, t_first, t_last)
    values (${seriesId}, ${resolution}, ${chunkNo * CHUNK_BARS + bars.length}, ${chunkNo},
      ${firstMs}, ${bars.openTimeMs[bars.length - 1]})
    on conflict (series_id, resolution) do update set n = excluded.n, chunks = excluded.chunks,
      t_first = excluded.t_first, t_last = excluded.t_last`.execute(trx);
  const whole = bars.length - (bars.length % CHUNK_BARS);
  for (let at = 0; at < whole; ) {
    const chunks: Chunk[] = [];
    for (; at < whole && chunks.length < CHUNKS_PER_TURN; at += CHUNK_BARS) {
      const part = sliceColumns(bars, at, at + CHUNK_BARS);
      const no = chunkNo + at / CHUNK_BARS;
      chunks.push({ of, no, bars: part, data: storedChunk(part, digits) });
    }
    await insertChunks(trx, chunks);
    await nextTurn();
  }
  if (whole < bars.length) {
    await insertTails(trx, [{ ...of, digits, bars: sliceColumns(bars, whole, bars.length) }]);
  }
}

/**
 * Merges two ascending lists. At equal times the stored bar stays, or with `replaces` the given one. Leaves given bars
 * at or after `beforeMs` out. `added` are the given bars at new times.
 */
function merge(
  stored: BarColumns,
  given: BarColumns,
  { beforeMs = Number.POSITIVE_INFINITY, replaces = false },
): { readonly merged: BarColumns; readonly added: BarColumns } {
  const merged = new BarList(stored.length + given.length + 1);
  const added = new BarList(given.length + 1);
  const end = firstRowAtOrAfter(given.openTimeMs, beforeMs);
  let lastMs = Number.NEGATIVE_INFINITY;
  let i = 0;
  for (let k = 0; k < end; k++) {
    const bar = barAt(given, k);
    if (bar.openTimeMs <= lastMs) throw new RangeError('bars must be in ascending order');
    lastMs = bar.openTimeMs;
    while (i < stored.length && (stored.openTimeMs[i] ?? 0) < lastMs) {
      merged.pushBar(barAt(stored, i++));
    }
    const isStored = i < stored.length && stored.openTimeMs[i] === lastMs;
    if (!isStored) added.pushBar(bar);
    else if (!replaces) continue;
    else i++;
    merged.pushBar(bar);
  }
  while (i < stored.length) merged.pushBar(barAt(stored, i++));
  return { merged: merged.columns, added: added.columns };
}

/** Returns the higher bars of the buckets in which base bars were added, closed or not. */
function rebuild(
  { base, fx }: Series,
  resolution: Resolution,
  bars: { readonly base: BarColumns; readonly added: BarColumns },
): Bar[] {
  const touched = new Set<number>();
  for (const timeMs of bars.added.openTimeMs) touched.add(bucketStart(resolution, timeMs, fx));
  const parts: Bar[] = [];
  for (const [row, timeMs] of bars.base.openTimeMs.entries()) {
    if (touched.has(bucketStart(resolution, timeMs, fx))) parts.push(barAt(bars.base, row));
  }
  return aggregate(parts, base, resolution, fx);
}

/** Stores the higher bars that are closed: those that have a stored bar after them, or end by `knownMs`. */
async function replaceBars(
  trx: Db,
  series: Series,
  head: Head,
  rebuilt: readonly Bar[],
  knownMs: number,
): Promise<void> {
  const closed = rebuilt.filter(
    ({ openTimeMs }) =>
      openTimeMs <= head.lastMs || bucketEnd(head.resolution, openTimeMs, series.fx) <= knownMs,
  );
  const [first] = closed;
  if (!first) return;
  const end = await readEnd(trx, series, head, first.openTimeMs);
  const { merged } = merge(end.bars, columnsOf(closed), { replaces: true });
  await writeEnd(trx, series, head, { ...end, bars: merged });
}
