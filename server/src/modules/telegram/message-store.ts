import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { TelegramTables } from './tables.ts';

const open = (db: Db) => db.withTables<TelegramTables>();

/** Message to a chat. */
export interface NewMessage {
  /** Key of the message; a second message with the same key is ignored. */
  readonly key: string;
  /** Recipient; null for a chat that is not linked: an answer, or a text for the operator. */
  readonly personId: number | null;
  readonly chatId: number;
  readonly text: string;
}

/** Message that only this process may try to send until its lease ends. */
export interface LeasedMessage {
  readonly id: number;
  readonly chatId: number;
  readonly text: string;
  readonly writtenAtMs: number;
  /** Number of this try, from 1. */
  readonly tries: number;
}

/** Adds a message that is due at once; false when its key exists already. */
export async function insertMessage(db: Db, message: NewMessage, nowMs: number): Promise<boolean> {
  const row = await open(db)
    .insertInto('telegram_message')
    .values({
      key: message.key,
      person_id: message.personId,
      chat_id: message.chatId,
      text: message.text,
      written_at: nowMs,
      next_try_at: nowMs,
    })
    .onConflict((clash) => clash.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether no earlier message to the same chat waits: messages arrive in the order of writing. */
const IS_NEXT = sql<boolean>`not exists (
  select from telegram_message as earlier
  where earlier.chat_id = telegram_message.chat_id
    and earlier.id < telegram_message.id
    and earlier.next_try_at is not null
)`;

/**
 * Leases the oldest due message that is the next of its chat, unless the bot must be quiet; no other process leases it
 * before `leaseEndsMs`.
 */
export async function leaseMessage(
  db: Db,
  botId: number,
  nowMs: number,
  leaseEndsMs: number,
): Promise<LeasedMessage | undefined> {
  const row = await open(db)
    .updateTable('telegram_message')
    .set({ next_try_at: leaseEndsMs, tries: sql<number>`tries + 1` })
    .where('id', '=', (from) =>
      from
        .selectFrom('telegram_message')
        .select('id')
        .where('next_try_at', '<=', nowMs)
        .where(IS_NEXT)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('telegram_bot')
                .select('bot_id')
                .where('bot_id', '=', botId)
                .where('quiet_until', '>', nowMs),
            ),
          ),
        )
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'chat_id as chatId', 'text', 'written_at as writtenAtMs', 'tries'])
    .executeTakeFirst();
  return row && { ...row, text: row.text ?? '' };
}

/** Records that a message was sent, and deletes its text. */
export async function updateSaid(db: Db, id: number, nowMs: number): Promise<void> {
  await open(db)
    .updateTable('telegram_message')
    .set({ sent_at: nowMs, text: null, next_try_at: null, failure: null })
    .where('id', '=', id)
    .execute();
}

/** Records a failed try and the time of the next one; null gives the message up. */
export async function updateUnsaid(
  db: Db,
  message: Pick<LeasedMessage, 'id' | 'tries'>,
  failure: string,
  nextTryAtMs: number | null,
): Promise<void> {
  await open(db)
    .updateTable('telegram_message')
    .set({ failure, next_try_at: nextTryAtMs, ...(nextTryAtMs === null && { text: null }) })
    .where('id', '=', message.id)
    .where('tries', '=', message.tries)
    .where('sent_at', 'is', null)
    .execute();
}

/** Stops every process from sending until `untilMs`. */
export async function updateQuiet(db: Db, botId: number, untilMs: number): Promise<void> {
  await open(db)
    .updateTable('telegram_bot')
    .set({ quiet_until: sql<number>`greatest(quiet_until, ${untilMs})` })
    .where('bot_id', '=', botId)
    .execute();
}

/** Counts the waiting messages, and returns the time of the next try; null when none waits. */
export async function countWaiting(
  db: Db,
  botId: number,
): Promise<{ readonly waiting: number; readonly nextTryAtMs: number | null }> {
  const row = await open(db)
    .selectFrom('telegram_message')
    .select((of) => [
      of.fn.countAll<number>().as('waiting'),
      of.fn.min('next_try_at').filterWhere(IS_NEXT).as('nextTryAtMs'),
    ])
    .where('next_try_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const bot = await open(db)
    .selectFrom('telegram_bot')
    .select('quiet_until')
    .where('bot_id', '=', botId)
    .executeTakeFirst();
  const { nextTryAtMs } = row;
  return {
    waiting: Number(row.waiting),
    nextTryAtMs: nextTryAtMs === null ? null : Math.max(nextTryAtMs, bot?.quiet_until ?? 0),
  };
}

/** Returns the number of waiting messages, and when the oldest of them was written; null when none waits. */
export async function readTelegramBacklog(
  db: Db,
): Promise<{ readonly waiting: number; readonly oldestMs: number | null }> {
  const row = await open(db)
    .selectFrom('telegram_message')
    .select((of) => [
      of.fn.countAll<number>().as('waiting'),
      of.fn.min('written_at').as('oldestMs'),
    ])
    .where('next_try_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), oldestMs: row.oldestMs };
}

/** Lists the messages to a person, in order. */
export function listMessages(db: Db, personId: number) {
  return open(db)
    .selectFrom('telegram_message')
    .select(['key', 'text', 'written_at as writtenAtMs', 'sent_at as sentAtMs'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

/** Deletes the messages to a person. */
export async function deleteMessages(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('telegram_message').where('person_id', '=', personId).execute();
}

/** Deletes messages that were written before `beforeMs` and no longer wait; returns how many. */
export async function deleteOldMessages(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await open(db)
    .deleteFrom('telegram_message')
    .where('next_try_at', 'is', null)
    .where('written_at', '<=', beforeMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
