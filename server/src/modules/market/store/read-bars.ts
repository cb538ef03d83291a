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
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';
import { copyColumns, firstRowAtOrAfter, joinColumns } from './bar-columns.ts';
import { PACKED_TAIL, unpackTail } from './packed-tail.ts';
import { chunkOf, storedChunk } from './stored-chunk.ts';

const packedTail = sql.raw<Buffer>(PACKED_TAIL);

/** Bars of one series and resolution; `digits` are the decimals of their prices. */
export interface SeriesBars {
  readonly seriesId: number;
  readonly resolution: Resolution;
  readonly digits: number;
  readonly bars: BarColumns;
}

/** Thrown when bars do not continue what is stored, or their series is archived. Nothing was stored. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
}

/** How far the stored bars of a series and resolution reach. */
export interface BarHead {
  readonly seriesId: number;
  readonly resolution: Resolution;
  readonly length: number;
  readonly firstOpenTimeMs: number;
  readonly lastOpenTimeMs: number;
}

/** The heads of the given series, of every resolution that has bars. */
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

/** So many tails become chunks with one close. Each takes milliseconds, and symbols that began together are due together. */
const MOST_ROLLS = 25;
/** A tail of so many bars becomes a chunk with the next close, however many others are due. */
const LONGEST_TAIL = 1500;
/** More bars of a series in one go are a history. */
const MOST_LIVE_BARS = 100;

/**
 * Appends closed bars, all of them or none: each list ascending, behind everything stored of its series and resolution,
 * one list for each at most. However many series there are, a close costs two statements, and two more when a tail
 * of 1,000 bars becomes a chunk; when many are due at once some wait for a later close. Throws `AppendRefused`.
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
 * Numbers, resolutions and lists of them as PostgreSQL reads an array. The driver would look for what has to be quoted
 * in each of them, which takes longer than storing them.
 */
const arrayText = (values: readonly (string | number | undefined)[]): string =>
  `{${values.join()}}`;

const keyOf = (key: { seriesId: number; resolution: string }): string =>
  `${key.seriesId} ${key.resolution}`;

/** Moves the heads over the new bars and locks them; only heads that could be moved come back. */
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
  /** Bars behind the last chunk, with those that are appended. */
  readonly inTail: number;
}

/** Histories become chunks as they come; of closes the longest tails do, some at a time. */
function chooseRolls(due: readonly Rolling[]): {
  readonly rolling: readonly Rolling[];
  readonly waiting: readonly SeriesBars[];
} {
  const mayWait = ({ append, inTail }: Rolling): boolean =>
    append.bars.length < MOST_LIVE_BARS && inTail < LONGEST_TAIL;
  const patient = due.filter(mayWait).toSorted((a, b) => b.inTail - a.inTail);
  return {
    rolling: [...due.filter((one) => !mayWait(one)), ...patient.slice(0, MOST_ROLLS)],
    waiting: patient.slice(MOST_ROLLS).map(({ append }) => append),
  };
}

/** Turns every full thousand into a chunk and returns what is left for the tails. */
async function rollTails(trx: Db, rolling: readonly Rolling[]): Promise<SeriesBars[]> {
  const withTail = rolling
    .filter(({ append, inTail }) => inTail > append.bars.length)
    .map(({ append }) => append);
  const tails =
    withTail.length > 0 ? await takeTails(trx, withTail) : new Map<string, BarColumns>();
  const rest: SeriesBars[] = [];
  const chunks: { append: SeriesBars; no: number; bars: BarColumns; data: Buffer }[] = [];
  for (const { append, chunks: first } of rolling) {
    const tail = tails.get(keyOf(append));
    const bars = tail ? joinColumns([tail, append.bars]) : append.bars;
    let at = 0;
    for (let no = first; at + CHUNK_BARS <= bars.length; no++, at += CHUNK_BARS) {
      const part = sliceColumns(bars, at, at + CHUNK_BARS);
      chunks.push({ append, no, bars: part, data: storedChunk(part, append.digits) });
    }
    if (at < bars.length) rest.push({ ...append, bars: sliceColumns(bars, at, bars.length) });
  }
  await sql`
    with chunk as (
      insert into bar_chunk (series_id, resolution, chunk_no, t0, t1, n, data)
      select series_id, resolution, chunk_no, t0, t1, ${CHUNK_BARS}, data from unnest(
        ${chunks.map((c) => c.append.seriesId)}::int[],
        ${chunks.map((c) => c.append.resolution)}::text[],
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
  return rest;
}

/** Takes the tails out of their table. */
async function takeTails(trx: Db, keys: readonly SeriesBars[]): Promise<Map<string, BarColumns>> {
  const { rows } = await sql<{ key: string; data: Buffer }>`
    with taken as (
      delete from bar_tail using unnest(
        ${keys.map((k) => k.seriesId)}::int[], ${keys.map((k) => k.resolution)}::text[]
      ) as given (series_id, resolution)
      where bar_tail.series_id = given.series_id and bar_tail.resolution = given.resolution
      returning bar_tail.*
    )
    select series_id || ' ' || resolution as key, ${packedTail} as data
    from taken group by series_id, resolution`.execute(trx);
  return new Map(rows.map((row) => [row.key, unpackTail(row.data)]));
}

async function insertTails(trx: Db, appends: readonly SeriesBars[]): Promise<void> {
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

/** Stored bars as they lie: chunks of 1,000, still encoded, then the tail, which may be longer. */
export interface StoredBars {
  readonly chunks: readonly Buffer[];
  readonly tail: BarColumns;
}

/** All bars of the chunks and the tail as one list. */
export function decodeStored({ chunks, tail }: StoredBars): BarColumns {
  if (chunks.length === 0) return tail;
  const all = createColumns(chunks.length * CHUNK_BARS + tail.length);
  let at = 0;
  for (const chunk of chunks) at += decodeBarsInto(chunk, all, at);
  copyColumns(tail, all, at);
  return all;
}

/** After every time that a bar can have. */
export const END_OF_TIME_MS = 8_640_000_000_000_000;

/**
 * One statement, hence one snapshot: a tail that becomes a chunk meanwhile is neither lost nor seen twice. Written out,
 * because it is the one statement that waits for the eyes of a person, and putting it together takes as long as reading;
 * named, because so does planning it.
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
 * At least the last `limit` bars that open before `beforeMs`, if there are as many; the first and the last chunk may
 * reach beyond the window.
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

/** The last `limit` bars that open before `beforeMs`, oldest first. */
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

/** How far a reader has come with the bars of a series. */
export interface BarCursor {
  readonly seriesId: number;
  readonly resolution: Resolution;
  /** Opening time of the last bar that was read; null before the first. */
  readonly afterMs: number | null;
}

/** Before every time that a bar can have. */
const START_OF_TIME_MS = -END_OF_TIME_MS;

/**
 * The stored bars behind each cursor, ascending, by series id, in one statement; a series without new ones is missing.
 * A series gives about `maxBars` at most, in which case there are more behind the last one. One cursor for a series.
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
    // With more chunks to come, the tail is not the next thing to read.
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

/** Every stored bar of a series and resolution, ascending, in lists of some ten thousand. */
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

/** The last `limit` bars of many series in one statement, by series id; a series without bars is missing. */
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

/** A bar that was offered too late or with other values than the stored one. */
export interface Correction {
  readonly seriesId: number;
  readonly resolution: Resolution;
  readonly reason: 'late' | 'differs';
  readonly bars: BarColumns;
}

/** Notes bars that were not taken; one that was noted before is noted once. */
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
