import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type Compared, compareWithList } from './compare.ts';
import { open } from './order-store.ts';
import type { PaymentPath } from './payment-path.ts';
import { type Reconciled, reconcile } from './reconcile.ts';

/** Run of the reconciliation. Times are UTC epoch milliseconds. */
export interface Reconciliation extends Reconciled {
  readonly id: number;
  readonly startedAtMs: number;
  /** End of the run; null while it runs, and for a run that was cut off. */
  readonly endedAtMs: number | null;
  /** Whether the run is under way; a run that was cut off is not. */
  readonly isRunning: boolean;
  /** Counts of lines read and reviews created; null for a run that did not compare. */
  readonly compared: { readonly lines: number; readonly found: number } | null;
  /** Whether the provider's list was not read or judged completely. */
  readonly isListFailed: boolean;
}

/** Started run. */
export interface BegunRun {
  readonly id: number;
  /** Releases the lock for the next run; resolves when it is released. */
  release(this: void): Promise<void>;
}

/** Advisory lock of the running reconciliation. */
const LOCK = { group: 5313, run: 1 };

/**
 * Takes the lock on a connection of its own, which runs no other statement. PostgreSQL releases the lock when the
 * connection closes, and so when the process dies. Returns null while another connection holds the lock.
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
  // After the lock is taken, this reject has no effect: a broken connection has released the lock.
  hold.catch(reject);
  if (!(await taken)) return null;
  return async () => {
    release();
    await hold.catch(() => {});
  };
}

/**
 * Records the start of a run; null while another run holds the lock. A run whose process died blocks no other. `anyway`
 * starts a run even if another server has just run one, as at the start of a server.
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

/** Options of a run. */
export interface RunOptions {
  /** Ends the run early. */
  readonly stopping?: AbortSignal | undefined;
  /** Whether the run also compares with the provider's list. */
  readonly compares?: boolean | undefined;
}

/** Result of a run. */
export interface RunResult extends Reconciled {
  /** Result of the comparison; absent for a run that did not compare. */
  readonly compared?: Compared;
}

/** Executes a run and records its result. Concurrent runs are safe. */
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

/** Lists the runs before the one with `beforeId`, the newest first. */
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

/** Finds the newest run without an end, while a process holds the lock. */
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
