import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/** Returns the numbers of the rows of a series up to `toSeq`, of every engine version, ascending. */
export async function listSeriesRows(db: Db, seriesId: number, toSeq: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select r.seq from record_cell c join record_row r on r.cell = c.id
    where c.series_id = ${seriesId} and r.seq <= ${toSeq}
    order by r.seq`.execute(db);
  return rows.map(({ seq }) => seq);
}
