import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type PartName, partCaches } from '../../platform/part-cache.ts';
import {
  type Baseline,
  decodeBaselines,
  encodeBaselines,
  type OpenBaselines,
  openBaselines,
  paysCost,
} from './baseline-part.ts';
import type { RecordCellTable, RecordTables, RecordTwinTable } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Returns the cells that have rows, by series and id. */
export function listCells(db: Db): Promise<Selectable<RecordCellTable>[]> {
  return tables(db)
    .selectFrom('record_cell')
    .selectAll()
    .orderBy('series_id')
    .orderBy('id')
    .execute();
}

/** Returns the baselines of the rows of a series, or of some of its rows, by row number. */
export async function listBaselines(
  db: Db,
  seriesId: number,
  seqs: readonly number[] | null = null,
): Promise<ReadonlyMap<number, Baseline>> {
  const { rows } = await sql<{ data: Buffer }>`
    select data from record_baseline_part where series_id = ${seriesId}
      and (${seqs === null} or first_seq in (
        select (
          select first_seq from record_baseline_part
          where series_id = ${seriesId} and first_seq <= asked order by first_seq desc limit 1
        ) from unnest(${seqs ?? []}::bigint[]) as wanted (asked)
      ))
    order by first_seq`.execute(db);
  const wanted = seqs && new Set(seqs);
  const found = new Map<number, Baseline>();
  for (const { data } of rows) {
    const part = openBaselines(data);
    for (const [place, seq] of part.seqs.entries()) {
      if (!wanted || wanted.has(seq)) found.set(seq, part.at(place));
    }
  }
  return found;
}

/** Position of a part, with a cache name that changes when the part is written again. */
interface PlacedPart extends PartName {
  readonly seriesId: number;
  readonly firstSeq: number;
}

/** Number of parts that the cache holds open: some twenty megabytes. */
const OPEN_PARTS = 1000;
const cacheOf = partCaches<OpenBaselines>(OPEN_PARTS);

/**
 * Returns the baselines of these rows, by row number, without the rows that have none. Recently read parts are cached.
 */
export async function findBaselines(
  db: Db,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, Baseline>> {
  if (seqs.length === 0) return new Map();
  const asked = new Set(seqs);
  const { rows: places } = await sql<PlacedPart>`
    select distinct c.series_id as "seriesId", place.first_seq as "firstSeq",
      concat_ws(' ', c.series_id, place.first_seq, place.xmin::text) as name
    from record_row r join record_cell c on c.id = r.cell
    cross join lateral (
      select first_seq, xmin from record_baseline_part p
      where p.series_id = c.series_id and p.first_seq <= r.seq
      order by first_seq desc limit 1
    ) place
    where r.seq = any(${[...asked]}::bigint[])`.execute(db);
  const found = new Map<number, Baseline>();
  for (const part of await cacheOf(db).get(
    places,
    (missing) => readParts(db, missing),
    openBaselines,
  )) {
    for (const [place, seq] of part.seqs.entries())
      if (asked.has(seq)) found.set(seq, part.at(place));
  }
  return found;
}

async function readParts(
  db: Db,
  parts: readonly PlacedPart[],
): Promise<{ name: PlacedPart; data: Buffer }[]> {
  const { rows } = await sql<{ no: number; data: Buffer }>`
    select no, data from unnest(${parts.map(({ seriesId }) => seriesId)}::int[],
      ${parts.map(({ firstSeq }) => firstSeq)}::bigint[]
    ) with ordinality as wanted (series_id, first_seq, no)
    join record_baseline_part using (series_id, first_seq)`.execute(db);
  return rows.flatMap(({ no, data }) => {
    const name = parts[no - 1];
    return name ? { name, data } : [];
  });
}

/** Baselines in a part, and the size above which a part is split. */
const PART_BASELINES = 100;
const MOST_BASELINES = 150;

/**
 * Stores baselines of rows of a series; a complete one is replaced only by one of another cost. Needs a transaction and
 * a single writer.
 */
export async function saveBaselines(
  trx: Db,
  seriesId: number,
  given: readonly Baseline[],
): Promise<void> {
  if (given.length === 0) return;
  const firsts = await tables(trx)
    .selectFrom('record_baseline_part')
    .select('first_seq')
    .where('series_id', '=', seriesId)
    .orderBy('first_seq')
    .execute();
  const starts = firsts.map(({ first_seq }) => first_seq);
  // Rows before the first part belong to the first part.
  const startOf = (seq: number) => starts.findLast((start) => start <= seq) ?? starts[0] ?? 0;
  for (const [start, added] of Map.groupBy(given, ({ seq }) => startOf(seq))) {
    const merged = new Map<number, Baseline>();
    for (const known of await takePart(trx, seriesId, start)) merged.set(known.seq, known);
    for (const one of added) {
      const earlier = merged.get(one.seq);
      if (!earlier?.complete || !paysCost(earlier, one.cost)) merged.set(one.seq, one);
    }
    const all = [...merged.values()].toSorted((one, other) => one.seq - other.seq);
    const size = all.length > MOST_BASELINES ? PART_BASELINES : all.length;
    for (let at = 0; at < all.length; at += size) {
      await insertPart(trx, seriesId, all.slice(at, at + size));
    }
  }
}

/** Deletes a part and returns its baselines. */
async function takePart(trx: Db, seriesId: number, firstSeq: number): Promise<Baseline[]> {
  const row = await tables(trx)
    .deleteFrom('record_baseline_part')
    .where('series_id', '=', seriesId)
    .where('first_seq', '=', firstSeq)
    .returning('data')
    .executeTakeFirst();
  return row ? decodeBaselines(row.data) : [];
}

async function insertPart(
  trx: Db,
  seriesId: number,
  baselines: readonly Baseline[],
): Promise<void> {
  const [first] = baselines;
  if (!first) return;
  const data = await encodeBaselines(baselines);
  await tables(trx)
    .insertInto('record_baseline_part')
    .values({ series_id: seriesId, first_seq: first.seq, data })
    .execute();
}

/**
 * Returns those of the weekly sets whose twin needs no update up to `barsTo`: complete, or followed to exactly there.
 */
export async function listFollowed(
  db: Db,
  seqs: readonly number[],
  barsTo: number,
): Promise<ReadonlySet<number>> {
  const rows = await tables(db)
    .selectFrom('record_twin')
    .select('seq')
    .where('seq', '=', sql<number>`any(${[...seqs]}::bigint[])`)
    .where((eb) => eb.or([eb('complete', '=', true), eb('bars_to', '=', barsTo)]))
    .execute();
  return new Set(rows.map(({ seq }) => seq));
}

/** Stores twins; a complete twin is not replaced. */
export async function saveTwins(
  db: Db,
  given: readonly Selectable<RecordTwinTable>[],
): Promise<void> {
  if (given.length === 0) return;
  await tables(db)
    .insertInto('record_twin')
    .values([...given])
    .onConflict((conflict) =>
      conflict
        .column('seq')
        .doUpdateSet((eb) => ({
          touch: eb.ref('excluded.touch'),
          twin_touch: eb.ref('excluded.twin_touch'),
          twin_status1: eb.ref('excluded.twin_status1'),
          twin_status2: eb.ref('excluded.twin_status2'),
          twin_r1: eb.ref('excluded.twin_r1'),
          twin_r2: eb.ref('excluded.twin_r2'),
          complete: eb.ref('excluded.complete'),
          bars_to: eb.ref('excluded.bars_to'),
        }))
        .where('record_twin.complete', '=', false),
    )
    .execute();
}

/** Returns the twin of a weekly set, or undefined. */
export function findTwin(db: Db, seq: number): Promise<Selectable<RecordTwinTable> | undefined> {
  return tables(db).selectFrom('record_twin').selectAll().where('seq', '=', seq).executeTakeFirst();
}
