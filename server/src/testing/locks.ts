import { sql } from 'kysely';
import type { Db } from '../platform/db/pool.ts';
import { until } from './patience.ts';

/** Waits until a statement on this database waits for another transaction, or until it need not any more. */
export function untilLocked(db: Db, isOver: () => boolean = () => false): Promise<void> {
  return until('a statement waits for another transaction', async () => {
    if (isOver()) return true;
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
}
