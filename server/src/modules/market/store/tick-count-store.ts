import { HOUR_MS } from '@rasat/engine';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

/** Outcome of the ticks that were not refused. */
export const ACCEPTED = 'accepted';

/** Adds ticks of a source to the counts of the hour of `nowMs`, by outcome. */
export async function addTickCounts(
  db: Db,
  source: string,
  counts: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<void> {
  if (counts.size === 0) return;
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  // In one order, so that two feeds of a source cannot wait for each other.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await tables(db)
    .insertInto('tick_count')
    .values(rows.map(([outcome, count]) => ({ source, hour, outcome, count, last_at: nowMs })))
    .onConflict((conflict) =>
      conflict.columns(['source', 'hour', 'outcome']).doUpdateSet({
        count: sql`tick_count.count + excluded.count`,
        last_at: sql`greatest(tick_count.last_at, excluded.last_at)`,
      }),
    )
    .execute();
}

/** Deletes the counts of the hours before `beforeMs`. */
export async function deleteTickCounts(db: Db, beforeMs: number): Promise<void> {
  await tables(db).deleteFrom('tick_count').where('hour', '<', beforeMs).execute();
}

/**
 * Returns how many live ticks each source has sent in the hours since `sinceMs`, by outcome, with the time of the last
 * one, the largest number first.
 */
export function countTicks(db: Db, sinceMs: number) {
  return tables(db)
    .selectFrom('tick_count')
    .select((eb) => [
      'source',
      'outcome',
      sql<number>`sum(count)::bigint`.as('count'),
      eb.fn.max('last_at').as('last'),
    ])
    .where('hour', '>=', sinceMs)
    .groupBy(['source', 'outcome'])
    .orderBy('count', 'desc')
    .orderBy('source')
    .orderBy('outcome')
    .execute();
}
