import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { MailTables } from './tables.ts';

const open = (db: Db) => db.withTables<MailTables>();

/** A mail that only this process may try to send until its lease ends. */
export interface LeasedMail {
  readonly id: number;
  readonly content: Buffer;
  readonly template: string;
  readonly writtenAtMs: number;
  /** Number of this attempt, from 1. */
  readonly tries: number;
}

/** Stores a mail that is due at once, or one without content that is never due; returns its id. */
export async function insertMail(
  db: Db,
  {
    template,
    content,
    nowMs,
  }: { readonly template: string; readonly content: Buffer | null; readonly nowMs: number },
): Promise<number> {
  const { id } = await open(db)
    .insertInto('mail')
    .values({
      template,
      content,
      written_at: nowMs,
      next_try_at: content === null ? null : nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns when a mail was sent; null while it was not. */
export async function findSentAt(db: Db, id: number): Promise<number | null> {
  const row = await open(db)
    .selectFrom('mail')
    .select('sent_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sent_at ?? null;
}

/** Leases mails that are due; no other process takes them before `leaseEndsMs`. */
export async function leaseMails(
  db: Db,
  nowMs: number,
  leaseEndsMs: number,
  most: number,
): Promise<LeasedMail[]> {
  const rows = await open(db)
    .updateTable('mail')
    .set({ next_try_at: leaseEndsMs, tries: sql<number>`tries + 1` })
    .where('id', 'in', (from) =>
      from
        .selectFrom('mail')
        .select('id')
        .where('next_try_at', '<=', nowMs)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'content', 'template', 'written_at as writtenAtMs', 'tries'])
    .execute();
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map(({ content, ...rest }) => ({ ...rest, content: content ?? Buffer.alloc(0) }));
}

/** Records that a mail was sent and deletes its content. */
export async function updateSent(db: Db, id: number, sentAtMs: number): Promise<void> {
  await open(db)
    .updateTable('mail')
    .set({ sent_at: sentAtMs, content: null, next_try_at: null, failure: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Records that an attempt failed and when the next one is due; null gives the mail up and deletes its content. A lease
 * that another process has taken over is left unchanged.
 */
export async function updateFailed(
  db: Db,
  mail: Pick<LeasedMail, 'id' | 'tries'>,
  failure: string,
  nextTryAtMs: number | null,
): Promise<void> {
  await open(db)
    .updateTable('mail')
    .set({
      failure,
      next_try_at: nextTryAtMs,
      ...(nextTryAtMs === null && { content: null }),
    })
    .where('id', '=', mail.id)
    .where('tries', '=', mail.tries)
    .where('sent_at', 'is', null)
    .execute();
}

/** Gives up waiting mails that were written before `beforeMs`; returns their number. */
export async function giveUpBefore(db: Db, beforeMs: number, failure: string): Promise<number> {
  const { numUpdatedRows } = await open(db)
    .updateTable('mail')
    .set({ content: null, next_try_at: null, failure })
    .where('next_try_at', 'is not', null)
    .where('written_at', '<=', beforeMs)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Keeps every waiting mail: it counts as sent when it was written. */
export async function keepWaiting(db: Db): Promise<void> {
  await open(db)
    .updateTable('mail')
    .set((row) => ({ sent_at: row.ref('written_at'), next_try_at: null, failure: null }))
    .where('next_try_at', 'is not', null)
    .execute();
}

/** Returns the number of waiting mails, and when the first of them is due; null when none waits. */
export async function countWaiting(
  db: Db,
): Promise<{ readonly waiting: number; readonly nextTryAtMs: number | null }> {
  const row = await open(db)
    .selectFrom('mail')
    .select((of) => [
      of.fn.countAll<number>().as('waiting'),
      of.fn.min('next_try_at').as('nextTryAtMs'),
    ])
    .where('next_try_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), nextTryAtMs: row.nextTryAtMs };
}

/** Returns the number of waiting mails, and when the oldest of them was written; null when none waits. */
export async function readMailBacklog(
  db: Db,
): Promise<{ readonly waiting: number; readonly oldestMs: number | null }> {
  const row = await open(db)
    .selectFrom('mail')
    .select((of) => [
      of.fn.countAll<number>().as('waiting'),
      of.fn.min('written_at').as('oldestMs'),
    ])
    .where('next_try_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), oldestMs: row.oldestMs };
}

/** Deletes the content of mails that were written before `beforeMs` and no longer wait; returns their number. */
export async function dropContents(db: Db, beforeMs: number): Promise<number> {
  const { numUpdatedRows } = await open(db)
    .updateTable('mail')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('next_try_at', 'is', null)
    .where('written_at', '<=', beforeMs)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes mails that were written before `beforeMs` and no longer wait; returns their number. */
export async function deleteMails(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await open(db)
    .deleteFrom('mail')
    .where('next_try_at', 'is', null)
    .where('written_at', '<=', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Returns the mails with stored content: the newest `most` of them, newest first, or without a number all, oldest
 * first.
 */
export async function listWithContent(
  db: Db,
  most: number | null = null,
): Promise<{ readonly id: number; readonly content: Buffer; readonly writtenAtMs: number }[]> {
  const rows = await open(db)
    .selectFrom('mail')
    .select(['id', 'content', 'written_at as writtenAtMs'])
    .where('content', 'is not', null)
    .orderBy('id', most === null ? 'asc' : 'desc')
    .limit(most)
    .execute();
  return rows.flatMap(({ content, ...rest }) => (content ? [{ ...rest, content }] : []));
}

/** Deletes the content of mails and gives up the waiting ones. */
export async function dropMails(db: Db, ids: readonly number[]): Promise<void> {
  await open(db)
    .updateTable('mail')
    .set({ content: null, next_try_at: null })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
}
