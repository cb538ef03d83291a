import { sql } from 'kysely';
import type { Db } from '../platform/db/pool.ts';
import { until } from './eventually.ts';

/** Waits until a statement on this database waits for another transaction, or until `isOver`. */
export function untilLocked(db: Db, isOver: () => boolean = () => false): Promise<void> {
  return until('a statement waits for another transaction', async () => {
    if (isOver()) return true;
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
}

/** Starts a read of a table, cancels its statement twice as a time-out would, and lets it continue. */
export async function interruptTwice<T>(
  db: Db,
  table: string,
  begin: () => Promise<T>,
): Promise<T> {
  const { begun } = await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.id(table)} in access exclusive mode`.execute(trx);
    const begun = begin();
    const ended = new Set<string>();
    await until('two statements wait, one after the other', async () => {
      const { rows } = await sql<{ begunAt: string }>`
        select waitstart::text as "begunAt", pg_cancel_backend(pid) from pg_locks
        where relation = ${table}::regclass and not granted and waitstart is not null`.execute(trx);
      for (const { begunAt } of rows) ended.add(begunAt);
      return ended.size >= 2;
    });
    return { begun };
  });
  return begun;
}
