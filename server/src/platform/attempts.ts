import { sql } from 'kysely';
import { AppError } from './app-error.ts';
import type { Db } from './db/pool.ts';
import type { AttemptTables } from './tables.ts';

/** Limit on the number of attempts in a window. */
export interface AttemptLimit {
  readonly most: number;
  readonly windowMs: number;
}

/**
 * Counts an attempt of `key` (action and caller, such as `login.ip 203.0.113.5`) in a window that begins with the first
 * attempt. The count is shared by all server processes and survives restarts. Returns the seconds until the window ends
 * when there were too many attempts, else 0. The count stops growing one above the limit.
 */
export async function countAttempt(
  db: Db,
  key: string,
  limit: AttemptLimit,
  nowMs: number,
): Promise<number> {
  const endsAt = nowMs + limit.windowMs;
  const row = await db
    .withTables<AttemptTables>()
    .insertInto('attempt')
    .values({ key, count: 1, window_ends_at: endsAt })
    .onConflict((clash) =>
      clash.column('key').doUpdateSet({
        count: sql<number>`case when attempt.window_ends_at <= ${nowMs} then 1
          else least(attempt.count, ${limit.most}) + 1 end`,
        window_ends_at: sql<number>`case when attempt.window_ends_at <= ${nowMs} then ${endsAt}::bigint
          else attempt.window_ends_at end`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  return row.count > limit.most ? Math.max(1, Math.ceil((row.window_ends_at - nowMs) / 1000)) : 0;
}

/** Counts an attempt and throws `rate-429` when there were too many. */
export async function takeAttempt(
  db: Db,
  key: string,
  limit: AttemptLimit,
  nowMs: number,
): Promise<void> {
  const retryAfterSeconds = await countAttempt(db, key, limit, nowMs);
  if (retryAfterSeconds > 0) throw new AppError('rate-429', { retryAfterSeconds });
}

/** Subtracts a counted attempt again because it succeeded. */
export async function returnAttempt(db: Db, key: string): Promise<void> {
  await db
    .withTables<AttemptTables>()
    .updateTable('attempt')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

/** Deletes windows that have ended and returns their number. */
export async function deleteOldAttempts(db: Db, nowMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .withTables<AttemptTables>()
    .deleteFrom('attempt')
    .where('window_ends_at', '<=', nowMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
