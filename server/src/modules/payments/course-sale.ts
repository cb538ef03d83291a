import type { Db } from '../../platform/db/pool.ts';
import { open } from './order-store.ts';

/** Returns whether the course is on sale by the owner's last decision; false before the first one. */
export async function isCourseOnSale(db: Db): Promise<boolean> {
  return (await findCourseSale(db)) ?? false;
}

/** Finds the owner's last decision; null before the first one. */
export async function findCourseSale(db: Db): Promise<boolean | null> {
  const row = await open(db)
    .selectFrom('course_sale')
    .select('on_sale')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.on_sale ?? null;
}

/**
 * Stores a decision inside the caller's transaction. Orders that were already created may still be paid, and are
 * granted.
 */
export async function setCourseSale(
  db: Db,
  { onSale, by }: { readonly onSale: boolean; readonly by: string | null },
  nowMs: number,
): Promise<void> {
  await open(db)
    .insertInto('course_sale')
    .values({ on_sale: onSale, set_at: nowMs, set_by: by })
    .execute();
}
