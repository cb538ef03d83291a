import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

/** Refused live tick. */
export interface RefusedTick {
  readonly symbol: string;
  readonly timeMs: number;
  readonly price: number;
  readonly volume: number;
  readonly reason: string;
}

/** Stores refused ticks for the operator. */
export async function insertRefusedTicks(
  db: Db,
  source: string,
  ticks: readonly RefusedTick[],
  nowMs: number,
): Promise<void> {
  if (ticks.length === 0) return;
  await tables(db)
    .insertInto('refused_print')
    .values(
      ticks.map((tick) => ({
        source,
        symbol: tick.symbol,
        t: tick.timeMs,
        price: tick.price,
        volume: tick.volume,
        reason: tick.reason,
        seen_at: nowMs,
      })),
    )
    .execute();
}

/** Deletes refused ticks seen before `beforeMs` and returns their number. */
export async function deleteRefusedTicks(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('refused_print')
    .where('seen_at', '<', beforeMs)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns the last refused live ticks, newest first. */
export function listRefusedTicks(db: Db, most: number) {
  return tables(db)
    .selectFrom('refused_print')
    .select(['source', 'symbol', 'reason', 'price', 't as d', 'seen_at as seen'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
