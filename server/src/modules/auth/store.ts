import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { AuthTables, ResetCodeTable } from './tables.ts';

const open = (db: Db) => db.withTables<AuthTables>();

/** Records that a check was accepted; false when it was accepted before. */
export async function insertUsedChallenge(
  db: Db,
  hash: Buffer,
  expiresAt: number,
): Promise<boolean> {
  const row = await open(db)
    .insertInto('used_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict((clash) => clash.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Rule for the waits after wrong passwords. */
export interface WaitRule {
  /** Wrong passwords in a row from which on the mailbox must wait: one second, doubled with each further one. */
  readonly free: number;
  /** Wrong passwords in a row after which every further try is refused. */
  readonly most: number;
  readonly longestSeconds: number;
}

/**
 * Counts a try as a wrong password before the password is checked. Returns false, without counting, while the mailbox
 * must wait or has used up its tries. Each of several concurrent tries is counted or refused.
 */
export async function takeTry(
  db: Db,
  mailHash: Buffer,
  rule: WaitRule,
  nowMs: number,
): Promise<boolean> {
  const wait = sql<number>`case when sign_in_failure.failures + 1 < ${rule.free} then 0
    else ${nowMs} + 1000 * least(power(2, sign_in_failure.failures + 1 - ${rule.free}),
      ${rule.longestSeconds})::bigint end`;
  const row = await open(db)
    .insertInto('sign_in_failure')
    .values({ mail_hash: mailHash, failures: 1, blocked_until: 0, tried_at: nowMs })
    .onConflict((clash) =>
      clash
        .column('mail_hash')
        .doUpdateSet({
          failures: sql<number>`sign_in_failure.failures + 1`,
          blocked_until: wait,
          tried_at: nowMs,
        })
        .where('sign_in_failure.blocked_until', '<=', nowMs)
        .where('sign_in_failure.failures', '<', rule.most),
    )
    .returning('failures')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a counted try whose password could not be checked. */
export async function returnTry(db: Db, mailHash: Buffer, rule: WaitRule): Promise<void> {
  await open(db)
    .updateTable('sign_in_failure')
    .set({
      failures: sql<number>`failures - 1`,
      blocked_until: sql<number>`case when failures <= ${rule.free} then 0 else blocked_until end`,
    })
    .where('mail_hash', '=', mailHash)
    .where('failures', '>', 0)
    .execute();
}

/** Finds the number of wrong passwords in a row of a mailbox. */
export function findFailures(db: Db, mailHash: Buffer) {
  return open(db)
    .selectFrom('sign_in_failure')
    .select(['failures', 'blocked_until as blockedUntil', 'tried_at as triedAt'])
    .where('mail_hash', '=', mailHash)
    .executeTakeFirst();
}

/** Deletes the wrong passwords of a mailbox. */
export async function deleteFailures(db: Db, mailHash: Buffer): Promise<void> {
  await open(db).deleteFrom('sign_in_failure').where('mail_hash', '=', mailHash).execute();
}

/** Stores a code, which replaces an earlier one of the mailbox. */
export async function saveResetCode(
  db: Db,
  code: Omit<ResetCodeTable, 'tries' | 'by_device'> & { readonly by_device: boolean },
): Promise<void> {
  const { mail_hash: _, ...change } = code;
  await open(db)
    .insertInto('reset_code')
    .values(code)
    .onConflict((clash) => clash.column('mail_hash').doUpdateSet({ ...change, tries: 0 }))
    .execute();
}

/** Finds the code of a mailbox, valid or not; undefined without one. */
export function findResetCode(db: Db, mailHash: Buffer) {
  return open(db)
    .selectFrom('reset_code')
    .select([
      'code_hash as codeHash',
      'mail_id as mailId',
      'created_at as createdAt',
      'by_device as byDevice',
    ])
    .where('mail_hash', '=', mailHash)
    .executeTakeFirst();
}

/** Takes one of the tries of a mailbox's code; false when `most` tries are used up, or a newer code replaced it. */
export async function takeResetTry(
  db: Db,
  mailHash: Buffer,
  codeHash: string,
  most: number,
): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('reset_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('mail_hash', '=', mailHash)
    .where('code_hash', '=', codeHash)
    .where('tries', '<', most)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the try of a right code. */
export async function returnResetTry(db: Db, mailHash: Buffer, codeHash: string): Promise<void> {
  await open(db)
    .updateTable('reset_code')
    .set({ tries: sql<number>`tries - 1` })
    .where('mail_hash', '=', mailHash)
    .where('code_hash', '=', codeHash)
    .where('tries', '>', 0)
    .execute();
}

/** Deletes a used code; false when another call has used it, or a newer code replaced it. */
export async function deleteResetCode(
  db: Db,
  mailHash: Buffer,
  codeHash: string,
): Promise<boolean> {
  const row = await open(db)
    .deleteFrom('reset_code')
    .where('mail_hash', '=', mailHash)
    .where('code_hash', '=', codeHash)
    .returning('mail_hash')
    .executeTakeFirst();
  return row !== undefined;
}
