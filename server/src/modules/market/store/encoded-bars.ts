import { resolutionMs } from '@rasat/engine';
import { decodeBars, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Series } from '../symbol.ts';
import { encodeInChunks, firstRowAtOrAfter } from './bar-columns.ts';
import { PACKED_TAIL, unpackTail } from './packed-tail.ts';
import { chunkOf } from './stored-chunk.ts';

/**
 * Returns the closed base bars of a series, from the first to the first that closes at or after `throughMs`, or all of
 * them, as chunks of docs/formats/bars.md with 1,000 bars each except the last. Stored chunks are returned unchanged;
 * only the last one is encoded again. Uses one statement, hence one snapshot.
 */
export async function readEncodedBars(
  db: Db,
  series: Series,
  throughMs: number,
): Promise<Uint8Array[]> {
  const { id, base, digits } = series;
  const lastOpenMs = throughMs - resolutionMs[base];
  const { rows } = await sql<{ no: number | null; reaches: boolean; data: Buffer | null }>`
    with whole as materialized (
      select min(chunk_no) as last from bar_chunk
      where series_id = ${id} and resolution = ${base} and t1 >= ${lastOpenMs}
    )
    select chunk_no as no, t1 >= ${lastOpenMs} as reaches, data from bar_chunk, whole
    where series_id = ${id} and resolution = ${base}
      and chunk_no <= coalesce(whole.last, 2147483647)
    union all
    select null, true, ${sql.raw(PACKED_TAIL)} from bar_tail, whole
    where series_id = ${id} and resolution = ${base} and whole.last is null
    order by no nulls last`.execute(db);
  const chunks: Uint8Array[] = [];
  for (const { no, reaches, data: stored } of rows) {
    if (!stored) continue;
    const data = no === null ? stored : chunkOf(stored);
    if (!reaches) {
      chunks.push(data);
      continue;
    }
    const bars = no === null ? unpackTail(data) : decodeBars(data);
    const end = Math.min(bars.length, firstRowAtOrAfter(bars.openTimeMs, lastOpenMs) + 1);
    if (no !== null && end === bars.length) chunks.push(data);
    else chunks.push(...encodeInChunks(sliceColumns(bars, 0, end), digits));
  }
  return chunks;
}
