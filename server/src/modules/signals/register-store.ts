import type {
  BuildDetail,
  EndDetail,
  ModelDetail,
  RegisterKind,
  RegisterRow,
  Reproduced,
} from '@rasat/ledger';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { BuildCheckTable, LedgerRegisterTable, SignalsTables } from './tables.ts';

const tables = (db: Db) => db.withTables<SignalsTables>();

/** Row of the kind `build`. */
export interface BuildRow extends RegisterRow {
  readonly kind: 'build';
  readonly detail: RegisterRow['detail'] & BuildDetail & { readonly reproduced: Reproduced | null };
}

function registerRow(row: Selectable<LedgerRegisterTable>): RegisterRow {
  return {
    seq: row.seq,
    kind: row.kind,
    createdAt: row.created_at,
    detail: row.detail as RegisterRow['detail'],
    prevHash: row.prev_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  };
}

/** Returns the rows of the register from one number of the ledger to another, both included, in order. */
export async function listRegister(db: Db, from: number, to: number): Promise<RegisterRow[]> {
  const rows = await tables(db)
    .selectFrom('ledger_register')
    .selectAll()
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute();
  return rows.map(registerRow);
}

/** Returns the rows of the kind `build`, in order. */
export async function listBuilds(db: Db): Promise<BuildRow[]> {
  const rows = await tables(db)
    .selectFrom('ledger_register')
    .selectAll()
    .where('kind', '=', 'build')
    .orderBy('seq')
    .execute();
  return rows.map((row) => registerRow(row) as BuildRow);
}

/** Row of the kind `ended`. */
export interface EndedRow extends RegisterRow {
  readonly kind: 'ended';
  readonly detail: EndDetail;
}

/** Returns the rows of the kind `ended`, by series. */
export async function listEndedSeries(db: Db): Promise<ReadonlyMap<number, EndedRow>> {
  const rows = await tables(db)
    .selectFrom('ledger_register')
    .selectAll()
    .where('kind', '=', 'ended')
    .orderBy('seq')
    .execute();
  const ended = rows.map((row) => registerRow(row) as EndedRow);
  return new Map(ended.map((row) => [row.detail.seriesId, row]));
}

/** Returns the newest row of a kind, or undefined. */
export async function findNewestOf(db: Db, kind: RegisterKind): Promise<RegisterRow | undefined> {
  const row = await tables(db)
    .selectFrom('ledger_register')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && registerRow(row);
}

/** Returns the start of a registered model, or undefined. */
export async function findModel(db: Db, model: string): Promise<ModelDetail | undefined> {
  const { rows } = await sql<{ detail: ModelDetail }>`
    select detail from ledger_register
    where kind = 'model' and detail ->> 'model' = ${model}`.execute(db);
  return rows[0]?.detail;
}

/** Appends a row of the register to the chain of the ledger. */
export async function insertRegister(trx: Db, row: RegisterRow): Promise<void> {
  await sql`
    insert into ledger_register (seq, kind, created_at, detail, prev_hash, hash)
    values (${row.seq}, ${row.kind}, ${row.createdAt}, ${JSON.stringify(row.detail)}::jsonb,
      decode(${row.prevHash}, 'hex'), decode(${row.hash}, 'hex'))`.execute(trx);
}

/** Stores the archive of a build unless it is stored. */
export async function insertArchive(trx: Db, build: string, archive: Buffer): Promise<void> {
  await tables(trx)
    .insertInto('engine_build')
    .values({ build: Buffer.from(build, 'hex'), archive })
    .onConflict((clash) => clash.column('build').doNothing())
    .execute();
}

/** Returns the archive of a build, or undefined. */
export async function findArchive(db: Db, build: string): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('engine_build')
    .select('archive')
    .where('build', '=', Buffer.from(build, 'hex'))
    .executeTakeFirst();
  return row?.archive;
}

/** Last comparison of a build with the stored rows of its version. */
export interface BuildCheck extends Reproduced {
  readonly version: string;
  readonly checkedAtMs: number;
  /** Last number of the outcomes that it covers. */
  readonly throughOutcome: number;
  /** What the build does not reproduce, and the first of it as a sentence. */
  readonly differences: number;
  readonly firstDifference: string | null;
}

/** Returns the last check of a build, or undefined. */
export async function findBuildCheck(db: Db, build: string): Promise<BuildCheck | undefined> {
  const row = await tables(db)
    .selectFrom('build_check')
    .selectAll()
    .where('build', '=', Buffer.from(build, 'hex'))
    .executeTakeFirst();
  return (
    row && {
      version: row.version,
      checkedAtMs: row.checked_at,
      through: row.seq,
      throughOutcome: row.no,
      rows: row.rows,
      outcomes: row.outcomes,
      differences: row.differences,
      firstDifference: row.first_difference,
    }
  );
}

/** Stores a check of a build in place of its last one. */
export async function saveBuildCheck(trx: Db, build: string, check: BuildCheck): Promise<void> {
  const row: Omit<Insertable<BuildCheckTable>, 'build'> = {
    version: check.version,
    checked_at: check.checkedAtMs,
    seq: check.through,
    no: check.throughOutcome,
    rows: check.rows,
    outcomes: check.outcomes,
    differences: check.differences,
    first_difference: check.firstDifference,
  };
  await tables(trx)
    .insertInto('build_check')
    .values({ build: Buffer.from(build, 'hex'), ...row })
    .onConflict((clash) => clash.column('build').doUpdateSet(row))
    .execute();
}

/** Whether rows or outcomes were published after these numbers of both chains; rows of the register do not count. */
export async function hasRowsAfter(
  db: Db,
  { through, throughOutcome }: Pick<BuildCheck, 'through' | 'throughOutcome'>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ledger where seq > ${through})
      or exists (select from ledger_outcome where no > ${throughOutcome})
      or exists (select from ledger_part where last_seq > ${through} or last_no > ${throughOutcome})
      as found`.execute(db);
  return rows[0]?.found === true;
}

/** Reason for which nothing is published, with the build that waits. */
export interface PublisherWait {
  readonly why: 'checking' | 'refused';
  readonly build: string;
}

/** Returns the reason for which nothing is published; null while rows are published. */
export async function findPublisherWait(db: Db): Promise<PublisherWait | null> {
  const row = await tables(db)
    .selectFrom('publisher_cursor')
    .select(['waits', 'waiting_build'])
    .executeTakeFirstOrThrow();
  const { waits, waiting_build: build } = row;
  return waits && build ? { why: waits, build: build.toString('hex') } : null;
}

/** Stores the reason for which nothing is published. */
export async function savePublisherWait(db: Db, wait: PublisherWait | null): Promise<void> {
  const waiting_build = wait && Buffer.from(wait.build, 'hex');
  await tables(db)
    .updateTable('publisher_cursor')
    .set({ waits: wait?.why ?? null, waiting_build })
    .where((where) =>
      where.or([
        where('waits', 'is distinct from', wait?.why ?? null),
        where('waiting_build', 'is distinct from', waiting_build),
      ]),
    )
    .execute();
}
