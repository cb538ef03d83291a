import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { MailTables } from './tables.ts';

const open = (db: Db) => db.withTables<MailTables>();

/** A mail that this process alone may try to send until its lease ends. */
export interface LeasedMail {
  readonly id: number;
  readonly content: Buffer;
  readonly template: string;
  readonly writtenAtMs: number;
  /** Which try this is, from 1. */
  readonly tries: number;
}

/** Stores a mail that is due at once, or one without content that never is; answers its id. */
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

/** When a mail was handed over; null while it was not. */
export async function findSentAt(db: Db, id: number): Promise<number | null> {
  const row = await open(db)
    .selectFrom('mail')
    .select('sent_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sent_at ?? null;
}

/** Takes mails that are due; no other process takes them before `leaseEndsMs`. */
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

/** Notes that a mail was handed over; its content is gone. */
export async function updateSent(db: Db, id: number, sentAtMs: number): Promise<void> {
  await open(db)
    .updateTable('mail')
    .set({ sent_at: sentAtMs, content: null, next_try_at: null, failure: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Notes that a try failed and when the next one is due; null gives the mail up and drops its content. A lease that has
 * gone to another process is left alone.
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

/** Gives up what was written before `beforeMs` and is still waiting; answers how many. */
export async function giveUpBefore(db: Db, beforeMs: number, failure: string): Promise<number> {
  const { numUpdatedRows } = await open(db)
    .updateTable('mail')
    .set({ content: null, next_try_at: null, failure })
    .where('next_try_at', 'is not', null)
    .where('written_at', '<=', beforeMs)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Keeps everything that waits: it counts as handed over when it was written. */
export async function keepWaiting(db: Db): Promise<void> {
  await open(db)
    .updateTable('mail')
    .set((row) => ({ sent_at: row.ref('written_at'), next_try_at: null, failure: null }))
    .where('next_try_at', 'is not', null)
    .execute();
}

/** How many mails wait, and when the first of them is due; null when none does. */
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

/** Drops the content of mails that were written before `beforeMs` and wait no more; answers how many. */
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

/** Forgets mails that were written before `beforeMs` and wait no more; answers how many. */
export async function deleteMails(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await open(db)
    .deleteFrom('mail')
    .where('next_try_at', 'is', null)
    .where('written_at', '<=', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Mails whose content is stored: the newest `most` of them, newest first, or without a number all, oldest first. */
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

/** Drops the content of mails and gives up those that wait. */
export async function dropMails(db: Db, ids: readonly number[]): Promise<void> {
  await open(db)
    .updateTable('mail')
    .set({ content: null, next_try_at: null })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
}
