import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** Smallest size of a table that is reclaimed, bytes. */
const WORTH_RECLAIMING = 64 * 2 ** 20;
/** Share in use from which a table is not reclaimed. */
const LEAST_USED = 0.25;
/** Approximate size of a row in such a table, with its indexes. */
const ROW_BYTES = 400;
/** Longest wait for the table's lock, during which other statements queue behind it. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Frees the disk space of deleted rows in a large, mostly empty table. This is needed once, after histories were read
 * from their first bar and folded. It rewrites the remaining rows, some tens of thousands. Do not call it in a
 * transaction. Returns false when there was nothing to gain, or another session held the table.
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
  // The statistics may be out of date.
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
