import type { EntryOutcome, EntryRow } from '@rasat/contract';
import { MATCHED_ENTRIES, type MatchedEntries } from '@rasat/engine';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type {
  RecordBaselineTable,
  RecordCellTable,
  RecordTables,
  RecordTwinTable,
} from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Bytes of the entries of one leg. */
const ENTRY_BYTES = 2 * MATCHED_ENTRIES;

/** Rows of one cell, those numbered from `fromSeq` to `toSeq`. */
export interface CellRange {
  readonly cell: number;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** The cells that have rows, by series and id. */
export function listCells(db: Db): Promise<Selectable<RecordCellTable>[]> {
  return tables(db)
    .selectFrom('record_cell')
    .selectAll()
    .orderBy('series_id')
    .orderBy('id')
    .execute();
}

/** The number of the last of the next `limit` rows of a range; null when there are none. */
export async function findPageEnd(
  db: Db,
  { cell, fromSeq, toSeq }: CellRange,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(seq) as last from (
      select seq from record_row where cell = ${cell} and seq between ${fromSeq} and ${toSeq}
      order by seq limit ${limit}
    ) page`.execute(db);
  return rows[0]?.last ?? null;
}

/** An entry whose baseline is missing, or may change with bars that have come since. */
export interface PendingEntry {
  readonly seq: number;
  readonly hash: Buffer;
  readonly row: EntryRow;
  readonly entry: EntryOutcome | null;
}

interface EntryColumns {
  readonly seq: number;
  readonly hash: Buffer;
  readonly kind: EntryRow['kind'];
  readonly way: boolean | null;
  readonly price: number;
  readonly range: number | null;
  readonly bar_time: number;
  readonly detail: EntryRow['detail'];
  readonly entry_price: number | null;
  readonly entry_time: number | null;
  readonly entry_detail: EntryOutcome['detail'] | null;
}

/** Reads the row of a ledger and the entry of its set out of the columns that every statement here names alike. */
export function entryOfColumns(columns: Omit<EntryColumns, 'seq' | 'hash'>): {
  readonly row: EntryRow;
  readonly entry: EntryOutcome | null;
} {
  const { kind, way, price, range, detail, bar_time: barTime } = columns;
  const { entry_price, entry_time, entry_detail } = columns;
  const hasEntry = entry_price !== null && entry_time !== null && entry_detail !== null;
  return {
    row: { kind, way, price, range, barTime, detail },
    entry: hasEntry ? { price: entry_price, barTime: entry_time, detail: entry_detail } : null,
  };
}

/**
 * The entries of a range that have no baseline, or one that is not complete and was drawn from bars that ended
 * elsewhere than at `barsTo`; in order.
 */
export async function listPendingEntries(
  db: Db,
  { cell, fromSeq, toSeq }: CellRange,
  barsTo: number,
): Promise<PendingEntry[]> {
  const { rows } = await sql<EntryColumns>`
    select l.seq, l.hash, l.kind, l.way, l.price, l.range, l.bar_time, l.detail,
      o.price as entry_price, o.bar_time as entry_time, o.detail as entry_detail
    from record_row r
    join ledger l on l.seq = r.seq and l.seq between ${fromSeq} and ${toSeq}
    left join ledger_outcome o
      on o.seq = l.seq and o.leg = 'entry' and o.seq between ${fromSeq} and ${toSeq}
    left join record_baseline b on b.seq = l.seq and b.seq between ${fromSeq} and ${toSeq}
    where r.cell = ${cell} and r.seq between ${fromSeq} and ${toSeq}
      and (l.kind <> 'levels' or o.seq is not null)
      and (b.seq is null or not b.complete and b.bars_to <> ${barsTo})
    order by l.seq`.execute(db);
  return rows.map((row) => ({ seq: row.seq, hash: row.hash, ...entryOfColumns(row) }));
}

/** A baseline as it is stored. */
export interface NewBaseline {
  readonly seq: number;
  readonly entries: MatchedEntries;
  /** Close of the last bar that there was. */
  readonly barsTo: number;
}

/** Stores baselines; a complete one stays as it is. */
export async function saveBaselines(db: Db, given: readonly NewBaseline[]): Promise<void> {
  if (given.length === 0) return;
  const of = (key: 'targets1' | 'stops1' | 'targets2' | 'open' | 'coverage') =>
    given.map(({ entries }) => entries[key]);
  const firsts = packEntries(given.map(({ entries }) => entries.thousandths1));
  const seconds = packEntries(given.map(({ entries }) => entries.thousandths2));
  await sql`
    insert into record_baseline as known (seq, entries1, entries2, targets1, stops1, targets2,
      open, coverage, complete, bars_to)
    select seq, substring(${firsts}::bytea from (no::int - 1) * ${sql.lit(ENTRY_BYTES)} + 1
        for ${sql.lit(ENTRY_BYTES)}),
      substring(${seconds}::bytea from (no::int - 1) * ${sql.lit(ENTRY_BYTES)} + 1
        for ${sql.lit(ENTRY_BYTES)}),
      targets1, stops1, targets2, open, coverage, complete, bars_to
    from unnest(
      ${given.map(({ seq }) => seq)}::bigint[], ${of('targets1')}::smallint[],
      ${of('stops1')}::smallint[], ${of('targets2')}::smallint[], ${of('open')}::smallint[],
      ${of('coverage')}::float8[], ${given.map(({ entries }) => entries.complete)}::boolean[],
      ${given.map(({ barsTo }) => barsTo)}::bigint[]
    ) with ordinality as u (seq, targets1, stops1, targets2, open, coverage, complete, bars_to, no)
    on conflict (seq) do update set entries1 = excluded.entries1, entries2 = excluded.entries2,
      targets1 = excluded.targets1, stops1 = excluded.stops1, targets2 = excluded.targets2,
      open = excluded.open, coverage = excluded.coverage, complete = excluded.complete,
      bars_to = excluded.bars_to
    where not known.complete`.execute(db);
}

/** Entries of many rows behind each other, little-endian whatever the machine. */
function packEntries(lists: readonly Int16Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(lists.length * ENTRY_BYTES);
  let at = 0;
  for (const list of lists) for (const value of list) at = bytes.writeInt16LE(value, at);
  return bytes;
}

/** Reads the entries of a leg into `target` from `at` on. */
export function unpackEntries(bytes: Buffer, target: Int16Array, at: number): void {
  for (let k = 0; k < MATCHED_ENTRIES; k++) target[at + k] = bytes.readInt16LE(2 * k);
}

/** The baseline of a row, or undefined. */
export function findBaseline(
  db: Db,
  seq: number,
): Promise<Selectable<RecordBaselineTable> | undefined> {
  return tables(db)
    .selectFrom('record_baseline')
    .selectAll()
    .where('seq', '=', seq)
    .executeTakeFirst();
}

/** A weekly set whose twin is missing, or may change with bars that have come since. */
export interface PendingLevels {
  readonly seq: number;
  readonly hash: Buffer;
  readonly price: number;
  readonly detail: EntryRow['detail'];
}

/** The weekly sets of a range without a twin, or with one that is not complete and was followed to elsewhere. */
export async function listPendingLevels(
  db: Db,
  { cell, fromSeq, toSeq }: CellRange,
  barsTo: number,
): Promise<PendingLevels[]> {
  const { rows } = await sql<PendingLevels>`
    select l.seq, l.hash, l.price, l.detail
    from record_row r
    join ledger l on l.seq = r.seq and l.seq between ${fromSeq} and ${toSeq}
    left join record_twin t on t.seq = l.seq and t.seq between ${fromSeq} and ${toSeq}
    where r.cell = ${cell} and r.seq between ${fromSeq} and ${toSeq}
      and (t.seq is null or not t.complete and t.bars_to <> ${barsTo})
    order by l.seq`.execute(db);
  return rows;
}

/** Stores twins; a complete one stays as it is. */
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

/** The twin of a weekly set, or undefined. */
export function findTwin(db: Db, seq: number): Promise<Selectable<RecordTwinTable> | undefined> {
  return tables(db).selectFrom('record_twin').selectAll().where('seq', '=', seq).executeTakeFirst();
}
