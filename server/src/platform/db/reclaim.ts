import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** A table that is smaller is left as it is, bytes. */
const WORTH_RECLAIMING = 64 * 2 ** 20;
/** And so is one of which this share or more is in use. */
const LEAST_USED = 0.25;
/** About what a row of such a table takes, its indexes included. */
const ROW_BYTES = 400;
/** How long others may have to wait behind it for the table. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Gives the disk back what rows that were folded have left in a table, where that is most of a large one: once after
 * histories were read from their first bar. Writes the rows anew that there are, some tens of thousands. Not in a
 * transaction. False when there was nothing to gain, or others held the table.
 */
export async function reclaimTable(
  db: Db,
  table: string,
  leastBytes = WORTH_RECLAIMING,
): Promise<boolean> {
  const { rows } = await sql<{ bytes: number; live: number }>`
    select pg_total_relation_size(${table}::regclass) as bytes,
      coalesce((select n_live_tup from pg_stat_user_tables
        where relid = ${table}::regclass), 0) as live`.execute(db);
  const { bytes = 0, live = 0 } = rows[0] ?? {};
  const most = Math.ceil((bytes * LEAST_USED) / ROW_BYTES);
  if (bytes < leastBytes || live >= most) return false;
  // The statistics may be those of a while ago.
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${sql.table(table)} limit ${most}) counted`.execute(
    db,
  );
  if ((counted.rows[0]?.n ?? 0) >= most) return false;
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(connection);
    try {
      await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(connection);
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}
