import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type Compared, compareWithList } from './compare.ts';
import { open } from './order-store.ts';
import type { PaymentPath } from './payment-path.ts';
import { type Reconciled, reconcile } from './reconcile.ts';

/** A run of the reconciliation. Times are UTC epoch milliseconds. */
export interface Reconciliation extends Reconciled {
  readonly id: number;
  readonly startedAtMs: number;
  /** Null while it runs, and for one that was cut off. */
  readonly endedAtMs: number | null;
  /** Whether it is under way; one that was cut off is not. */
  readonly isRunning: boolean;
  /** Lines of the provider's list and reviews that were found; null for a run that did not compare. */
  readonly compared: { readonly lines: number; readonly found: number } | null;
  /** Whether the provider's list was not read or judged to its end. */
  readonly isListFailed: boolean;
}

/** A run that has begun. */
export interface BegunRun {
  readonly id: number;
  /** Lets the next one begin; resolves when it may. */
  release(this: void): Promise<void>;
}

/** The advisory lock of the run that is under way. */
const LOCK = { group: 5313, run: 1 };

/**
 * Takes the lock of the run that is under way on a connection of its own, which answers nothing else: PostgreSQL gives
 * the lock up with the connection, and so at once when the process dies. Null while another one has it.
 */
async function lockRun(db: Db): Promise<BegunRun['release'] | null> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take, reject } = Promise.withResolvers<boolean>();
  const hold = db.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(${LOCK.group}, ${LOCK.run}) as held`.execute(connection);
    const isHeld = rows[0]?.held === true;
    take(isHeld);
    if (!isHeld) return;
    await released;
    await sql`select pg_advisory_unlock(${LOCK.group}, ${LOCK.run})`.execute(connection);
  });
  // Once it is taken, a connection that breaks has given it up.
  hold.catch(reject);
  if (!(await taken)) return null;
  return async () => {
    release();
    await hold.catch(() => {});
  };
}

/**
 * Notes that a run begins; null while another one runs. A run that died with its process holds nothing up. `anyway`: a
 * server that has just started looks, even if another server has just looked.
 */
export async function beginReconciliation(
  db: Db,
  nowMs: number,
  anyway = false,
): Promise<BegunRun | null> {
  const release = await lockRun(db);
  if (!release && !anyway) return null;
  try {
    const { id } = await open(db)
      .insertInto('reconciliation')
      .values({ started_at: nowMs, ended_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, release: async () => release?.() };
  } catch (error) {
    await release?.();
    throw error;
  }
}

/** What a run does besides looking up. */
export interface RunOptions {
  /** Ends it early. */
  readonly stopping?: AbortSignal | undefined;
  /** Whether it is held against the provider's list too. */
  readonly compares?: boolean | undefined;
}

/** What a run found. */
export interface RunResult extends Reconciled {
  /** Of a run that compared. */
  readonly compared?: Compared;
}

/** Carries a run out and notes what it found. Several at once do no harm. */
export async function runReconciliation(
  db: Db,
  path: PaymentPath,
  { id, release }: BegunRun,
  { stopping, compares = false }: RunOptions = {},
): Promise<RunResult> {
  try {
    const { looked, changed, failed } = await reconcile(path, stopping);
    const note = async (values: object): Promise<void> => {
      await open(db).updateTable('reconciliation').set(values).where('id', '=', id).execute();
    };
    if (!compares) {
      await note({ looked, changed, failed, ended_at: path.clock.now() });
      return { looked, changed, failed };
    }
    await note({ looked, changed, failed, list_failed: true });
    const compared = await compareWithList(db, path, stopping);
    const { lines, found, isWhole } = compared;
    await note({ lines, found, list_failed: !isWhole, ended_at: path.clock.now() });
    return { looked, changed, failed, compared };
  } finally {
    await release();
  }
}

/** Runs before the one with `beforeId`, the newest first. */
export async function listReconciliations(
  db: Db,
  most: number,
  beforeId = Number.MAX_SAFE_INTEGER,
): Promise<Reconciliation[]> {
  const rows = await open(db)
    .selectFrom('reconciliation')
    .selectAll()
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const runningId = await findRunning(db);
  return rows.map((row) => ({
    id: row.id,
    startedAtMs: row.started_at,
    endedAtMs: row.ended_at,
    isRunning: row.id === runningId,
    looked: row.looked,
    changed: row.changed,
    failed: row.failed,
    compared:
      row.lines === null || row.found === null ? null : { lines: row.lines, found: row.found },
    isListFailed: row.list_failed && row.id !== runningId,
  }));
}

/** The newest run without an end, while some process holds the lock. */
async function findRunning(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from reconciliation where ended_at is null and exists (
      select from pg_locks where locktype = 'advisory' and granted
        and classid = ${LOCK.group} and objid = ${LOCK.run}
        and database = (select oid from pg_database where datname = current_database()))`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
