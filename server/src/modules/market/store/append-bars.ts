import type { Resolution } from '@rasat/engine';
import { type BarColumns, CHUNK_BARS, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { joinColumns } from './bar-columns.ts';
import { PACKED_TAIL, unpackTail } from './packed-tail.ts';
import { storedChunk } from './stored-chunk.ts';

/** Bars of one series and resolution; `digits` are the decimals of their prices. */
export interface SeriesBars {
  readonly seriesId: number;
  readonly resolution: Resolution;
  readonly digits: number;
  readonly bars: BarColumns;
}

/** Error for bars that do not continue the stored ones, or whose series is archived. Nothing was stored. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
}

/**
 * Greatest number of tails that become chunks with one close. Each takes milliseconds, and symbols that started
 * together are due together.
 */
const MOST_ROLLS = 25;
/** A tail of this length becomes a chunk with the next close, even beyond the limit above. */
const LONGEST_TAIL = 1500;
/** An append of more bars of a series than this is part of a history. */
const MOST_LIVE_BARS = 100;

/**
 * Appends closed bars, all of them or none: each list ascending, after everything stored of its series and resolution,
 * at most one list for each. A close takes two statements, however many series there are, and two more when a tail of
 * 1,000 bars becomes a chunk; when many tails are due at once some wait for a later close. Throws `AppendRefused`.
 */
export async function appendBars(db: Db, given: readonly SeriesBars[]): Promise<void> {
  const appends = given.filter((append) => append.bars.length > 0);
  if (appends.length === 0) return;
  await inTransaction(db, async (trx) => {
    const heads = await moveHeads(trx, appends);
    const plain: SeriesBars[] = [];
    const due: Rolling[] = [];
    for (const append of appends) {
      const head = heads.get(keyOf(append));
      if (!head) {
        throw new AppendRefused(
          `bars of series ${append.seriesId}, ${append.resolution}, do not continue what is stored`,
        );
      }
      const inTail = head.n - head.chunks * CHUNK_BARS;
      if (inTail < CHUNK_BARS) plain.push(append);
      else due.push({ append, chunks: head.chunks, inTail });
    }
    const { rolling, waiting } = chooseRolls(due);
    plain.push(...waiting);
    if (rolling.length > 0) plain.push(...(await rollTails(trx, rolling)));
    await insertTails(trx, plain);
  });
}

/**
 * Returns values as the text of a PostgreSQL array. The driver would check each of them for quoting, which takes longer
 * than storing them.
 */
const arrayText = (values: readonly (string | number | undefined)[]): string =>
  `{${values.join()}}`;

const keyOf = (key: { seriesId: number; resolution: string }): string =>
  `${key.seriesId} ${key.resolution}`;

/** Moves the heads over the new bars and locks them; returns only the heads that could be moved. */
async function moveHeads(
  trx: Db,
  appends: readonly SeriesBars[],
): Promise<Map<string, { n: number; chunks: number }>> {
  const { rows } = await sql<{ key: string; n: number; chunks: number }>`
    insert into bar_head as h (series_id, resolution, n, t_first, t_last)
    select * from unnest(
      ${arrayText(appends.map((a) => a.seriesId))}::int[],
      ${arrayText(appends.map((a) => a.resolution))}::text[],
      ${arrayText(appends.map((a) => a.bars.length))}::int[],
      ${arrayText(appends.map((a) => a.bars.openTimeMs[0]))}::bigint[],
      ${arrayText(appends.map((a) => a.bars.openTimeMs[a.bars.length - 1]))}::bigint[]
    ) as given (series_id, resolution, n, t_first, t_last)
    where series_id in (select id from series where archived_at is null)
    order by 1, 2
    on conflict (series_id, resolution) do update
      set n = h.n + excluded.n, t_last = excluded.t_last
      where h.t_last < excluded.t_first and not h.closed
    returning series_id || ' ' || resolution as key, n, chunks`.execute(trx);
  return new Map(rows.map((row) => [row.key, row]));
}

interface Rolling {
  readonly append: SeriesBars;
  readonly chunks: number;
  /** Bars after the last chunk, including the appended ones. */
  readonly inTail: number;
}

/** Chooses the tails that become chunks now: all histories, and of live closes the longest tails up to the limit. */
function chooseRolls(due: readonly Rolling[]): {
  readonly rolling: readonly Rolling[];
  readonly waiting: readonly SeriesBars[];
} {
  const mayWait = ({ append, inTail }: Rolling): boolean =>
    append.bars.length < MOST_LIVE_BARS && inTail < LONGEST_TAIL;
  const waitable = due.filter(mayWait).toSorted((a, b) => b.inTail - a.inTail);
  return {
    rolling: [...due.filter((one) => !mayWait(one)), ...waitable.slice(0, MOST_ROLLS)],
    waiting: waitable.slice(MOST_ROLLS).map(({ append }) => append),
  };
}

/** Stores every full thousand as a chunk and returns the bars that remain for the tails. */
async function rollTails(trx: Db, rolling: readonly Rolling[]): Promise<SeriesBars[]> {
  const withTail = rolling
    .filter(({ append, inTail }) => inTail > append.bars.length)
    .map(({ append }) => append);
  const tails =
    withTail.length > 0 ? await takeTails(trx, withTail) : new Map<string, BarColumns>();
  const rest: SeriesBars[] = [];
  const chunks: Chunk[] = [];
  for (const { append, chunks: first } of rolling) {
    const tail = tails.get(keyOf(append));
    const bars = tail ? joinColumns([tail, append.bars]) : append.bars;
    let at = 0;
    for (let no = first; at + CHUNK_BARS <= bars.length; no++, at += CHUNK_BARS) {
      const part = sliceColumns(bars, at, at + CHUNK_BARS);
      chunks.push({ of: append, no, bars: part, data: storedChunk(part, append.digits) });
    }
    if (at < bars.length) rest.push({ ...append, bars: sliceColumns(bars, at, bars.length) });
  }
  await insertChunks(trx, chunks);
  return rest;
}

/** Chunk of 1,000 bars, encoded. */
export interface Chunk {
  readonly of: Pick<SeriesBars, 'seriesId' | 'resolution'>;
  readonly no: number;
  readonly bars: BarColumns;
  readonly data: Buffer;
}

/** Inserts chunks and counts them in their heads. */
export async function insertChunks(trx: Db, chunks: readonly Chunk[]): Promise<void> {
  await sql`
    with chunk as (
      insert into bar_chunk (series_id, resolution, chunk_no, t0, t1, n, data)
      select series_id, resolution, chunk_no, t0, t1, ${CHUNK_BARS}, data from unnest(
        ${chunks.map((c) => c.of.seriesId)}::int[],
        ${chunks.map((c) => c.of.resolution)}::text[],
        ${chunks.map((c) => c.no)}::int[],
        ${chunks.map((c) => c.bars.openTimeMs[0])}::bigint[],
        ${chunks.map((c) => c.bars.openTimeMs[CHUNK_BARS - 1])}::bigint[],
        ${chunks.map((c) => c.data)}::bytea[]
      ) as given (series_id, resolution, chunk_no, t0, t1, data)
      returning series_id, resolution
    )
    update bar_head h set chunks = h.chunks + made.n
    from (select series_id, resolution, count(*)::int as n from chunk group by 1, 2) made
    where h.series_id = made.series_id and h.resolution = made.resolution`.execute(trx);
}

/** Deletes the tails and returns their bars. */
async function takeTails(trx: Db, keys: readonly SeriesBars[]): Promise<Map<string, BarColumns>> {
  const { rows } = await sql<{ key: string; data: Buffer }>`
    with taken as (
      delete from bar_tail using unnest(
        ${keys.map((k) => k.seriesId)}::int[], ${keys.map((k) => k.resolution)}::text[]
      ) as given (series_id, resolution)
      where bar_tail.series_id = given.series_id and bar_tail.resolution = given.resolution
      returning bar_tail.*
    )
    select series_id || ' ' || resolution as key, ${sql.raw<Buffer>(PACKED_TAIL)} as data
    from taken group by series_id, resolution`.execute(trx);
  return new Map(rows.map((row) => [row.key, unpackTail(row.data)]));
}

/** Inserts bars as rows of the tails. */
export async function insertTails(trx: Db, appends: readonly SeriesBars[]): Promise<void> {
  if (appends.length === 0) return;
  const ofEach = (value: (append: SeriesBars) => string | number): string =>
    arrayText(appends.map((append) => Array(append.bars.length).fill(value(append)).join()));
  const column = (pick: (bars: BarColumns) => Float64Array): string =>
    arrayText(appends.map(({ bars }) => pick(bars).join()));
  await sql`
    insert into bar_tail (series_id, resolution, t, o, h, l, c, v)
    select * from unnest(
      ${ofEach((append) => append.seriesId)}::int[],
      ${ofEach((append) => append.resolution)}::text[],
      ${column((bars) => bars.openTimeMs)}::bigint[],
      ${column((bars) => bars.open)}::float8[],
      ${column((bars) => bars.high)}::float8[],
      ${column((bars) => bars.low)}::float8[],
      ${column((bars) => bars.close)}::float8[],
      ${column((bars) => bars.volume)}::float8[]
    )`.execute(trx);
}
