import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** Deletes the rows of a table whose time in `column` is not after `throughMs`; returns their number. */
export async function deleteThrough(
  db: Db,
  table: string,
  column: string,
  throughMs: number,
): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${throughMs}`.execute(db);
  return Number(numAffectedRows);
}
