import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { listBuilds } from '../signals/index.ts';
import type { Flaw, OnFlaw } from './flaw.ts';
import type { RecordCheckTable, RecordInheritedTable, RecordTables } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Bounds of the inherited rows: earlier rows and outcomes were published before invariants were checked. */
interface InheritedBound {
  /** First number of the ledger's chain that is not inherited. */
  readonly seq: number;
  /** First number of an outcome that is not inherited. */
  readonly no: number;
}

/**
 * Returns the bounds of the inherited rows: the first registered build, or, while there is none, the mark of the
 * migration. Outcomes are bounded by the mark alone.
 */
export async function findInheritedBound(db: Db): Promise<InheritedBound> {
  const mark = await tables(db).selectFrom('record_mark').selectAll().executeTakeFirst();
  const [first] = await listBuilds(db);
  return { seq: first?.seq ?? (mark?.seq ?? 0) + 1, no: (mark?.no ?? 0) + 1 };
}

/** Whether a flaw is of an inherited row or outcome. */
export function isInherited({ seq, leg, no }: Flaw, bound: InheritedBound): boolean {
  if (seq === null) return false;
  return leg === '' ? seq < bound.seq : no !== undefined && no !== null && no < bound.no;
}

/** Separates inherited flaws from failures. */
export interface Sorting {
  /** Returns a listener that passes on every flaw that is not inherited. */
  into(onFlaw: OnFlaw): OnFlaw;
  /** Number of inherited flaws met. */
  readonly inherited: number;
}

/**
 * Starts the separation of inherited flaws: those that are listed, and, before any certificate has listed some, those
 * of inherited rows.
 */
export async function startSorting(db: Db): Promise<Sorting> {
  const bound = await findInheritedBound(db);
  const listed = await listInheritedNames(db);
  const isListed = (await listChecks(db)).size > 0;
  let inherited = 0;
  return {
    into: (onFlaw) => (flaw) => {
      const isOld = isListed ? listed.has(nameOfFlaw(flaw)) : isInherited(flaw, bound);
      if (isOld) inherited += 1;
      else onFlaw(flaw);
    },
    get inherited() {
      return inherited;
    },
  };
}

/** Name of a flaw in the list of the inherited ones. */
export const nameOfFlaw = ({ seq, leg, class: of }: Pick<Flaw, 'seq' | 'leg' | 'class'>): string =>
  [seq, leg, of].join();

/** Returns the names of all listed inherited flaws. */
export async function listInheritedNames(db: Db): Promise<ReadonlySet<string>> {
  const rows = await tables(db).selectFrom('record_inherited').selectAll().execute();
  return new Set(rows.map(nameOfFlaw));
}

/** Returns the first inherited flaws by row, and the number of all. */
export async function listInherited(
  db: Db,
  most: number,
): Promise<{ readonly rows: Selectable<RecordInheritedTable>[]; readonly count: number }> {
  const rows = await tables(db)
    .selectFrom('record_inherited')
    .selectAll()
    .orderBy('seq')
    .orderBy('leg')
    .orderBy('class')
    .limit(most)
    .execute();
  const all = await tables(db)
    .selectFrom('record_inherited')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return { rows, count: Number(all?.count ?? 0) };
}

/** Lists inherited flaws. */
export async function insertInherited(
  trx: Db,
  flaws: readonly { readonly flaw: Flaw; readonly symbol: string }[],
): Promise<void> {
  for (let at = 0; at < flaws.length; at += BATCH) {
    const values = flaws
      .slice(at, at + BATCH)
      .flatMap(({ flaw: { seq, leg, class: of }, symbol }) =>
        seq === null ? [] : [{ seq, leg, class: of, symbol }],
      );
    await tables(trx)
      .insertInto('record_inherited')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const BATCH = 1000;

/** Returns the last checks of all histories by series. */
export async function listChecks(db: Db): Promise<ReadonlyMap<number, RecordCheckTable>> {
  const rows = await tables(db).selectFrom('record_check').selectAll().execute();
  return new Map(rows.map((row) => [row.series_id, row]));
}

/** Stores the last checks of histories. */
export async function saveChecks(trx: Db, checks: readonly RecordCheckTable[]): Promise<void> {
  if (checks.length === 0) return;
  await sql`
    insert into record_check (series_id, whole_at, checked_at, disguised_at, seq, no)
    select * from unnest(
      ${checks.map((one) => one.series_id)}::int[], ${checks.map((one) => one.whole_at)}::bigint[],
      ${checks.map((one) => one.checked_at)}::bigint[],
      ${checks.map((one) => one.disguised_at)}::bigint[],
      ${checks.map((one) => one.seq)}::bigint[], ${checks.map((one) => one.no)}::bigint[])
    on conflict (series_id) do update set
      whole_at = excluded.whole_at, checked_at = excluded.checked_at,
      disguised_at = excluded.disguised_at, seq = excluded.seq, no = excluded.no`.execute(trx);
}
