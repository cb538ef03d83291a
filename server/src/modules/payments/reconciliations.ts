import type { Db } from '../../platform/db/pool.ts';
import { open } from './order-store.ts';
import type { PaymentPath } from './payment-path.ts';
import { type Reconciled, reconcile } from './reconcile.ts';

/** A run of the reconciliation. Times are UTC epoch milliseconds. */
export interface Reconciliation extends Reconciled {
  readonly id: number;
  readonly startedAtMs: number;
  /** Null while it runs, and for one that was cut off. */
  readonly endedAtMs: number | null;
}

/** A run that was begun longer ago than this and has no end was cut off: the next one in turn begins. */
const LONGEST_RUN_MS = 4 * 60_000;

/**
 * Notes that a run begins and answers its id; null while another one runs. `anyway`: a server that has just started knows
 * nothing of runs before it, and one that died with its server must not hold it up.
 */
export async function beginReconciliation(
  db: Db,
  nowMs: number,
  anyway = false,
): Promise<number | null> {
  const running = await open(db)
    .selectFrom('reconciliation')
    .select('id')
    .where('ended_at', 'is', null)
    .where('started_at', '>', nowMs - LONGEST_RUN_MS)
    .executeTakeFirst();
  if (running && !anyway) return null;
  const { id } = await open(db)
    .insertInto('reconciliation')
    .values({ started_at: nowMs, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Carries a run out and notes what it found. Several at once do no harm. */
export async function runReconciliation(
  db: Db,
  path: PaymentPath,
  id: number,
  stopping?: AbortSignal,
): Promise<Reconciled> {
  const found = await reconcile(path, stopping);
  await open(db)
    .updateTable('reconciliation')
    .set({ ...found, ended_at: path.clock.now() })
    .where('id', '=', id)
    .execute();
  return found;
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
  return rows.map(({ id, started_at, ended_at, looked, changed, failed }) => ({
    id,
    startedAtMs: started_at,
    endedAtMs: ended_at,
    looked,
    changed,
    failed,
  }));
}

/** Forgets runs that began before `beforeMs`; answers how many. */
export async function deleteOldReconciliations(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await open(db)
    .deleteFrom('reconciliation')
    .where('started_at', '<', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
