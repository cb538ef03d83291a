import type { Category } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { PageViewsTables } from './tables.ts';

const tables = (db: Db) => db.withTables<PageViewsTables>();

/** Stores that a person opened pages of a category in an hour; a second call changes nothing. */
export async function insertPageView(
  db: Db,
  hourMs: number,
  category: Category,
  personId: number,
): Promise<void> {
  await tables(db)
    .insertInto('page_view')
    .values({ hour_ms: hourMs, category, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the number of views of each category from an hour on; a category without views is absent. */
export async function countPageViews(db: Db, fromHourMs: number): Promise<Map<string, number>> {
  const rows = await tables(db)
    .selectFrom('page_view')
    .select((eb) => ['category', eb.fn.countAll<number>().as('views')])
    .where('hour_ms', '>=', fromHourMs)
    .groupBy('category')
    .execute();
  return new Map(rows.map((row) => [row.category, Number(row.views)]));
}

/** Returns the views of a person, oldest first. */
export function listPageViews(db: Db, personId: number) {
  return tables(db)
    .selectFrom('page_view')
    .select(['category', 'hour_ms'])
    .where('person_id', '=', personId)
    .orderBy('hour_ms')
    .orderBy('category')
    .execute();
}

/** Deletes the views of a person. */
export async function deletePageViews(db: Db, personId: number): Promise<void> {
  await tables(db).deleteFrom('page_view').where('person_id', '=', personId).execute();
}

/** Deletes the views of hours before `beforeMs` and returns their number. */
export async function deletePageViewsBefore(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('page_view')
    .where('hour_ms', '<', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
