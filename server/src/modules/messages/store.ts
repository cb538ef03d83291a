import { type InLanguages, LIMITS } from '@rasat/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { MessagesTables, MessageTable } from './tables.ts';

const open = (db: Db) => db.withTables<MessagesTables>();

/** Audience of a message: all people, or the students. */
export type MessageList = MessageTable['list'];

/** Message in each language. Times are UTC epoch milliseconds. */
export interface Message {
  readonly id: number;
  readonly list: MessageList;
  readonly texts: InLanguages;
  readonly link: string | null;
  /** Time at which the message appears. */
  readonly atMs: number;
  readonly createdAtMs: number;
  readonly cancelledAtMs: number | null;
}

const select = (db: Db) => open(db).selectFrom('message').selectAll();

function toMessage(
  row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number],
): Message {
  return {
    id: row.id,
    list: row.list,
    texts: { tr: row.text_tr, az: row.text_az, en: row.text_en },
    link: row.link,
    atMs: row.at,
    createdAtMs: row.created_at,
    cancelledAtMs: row.cancelled_at,
  };
}

/** Lets one transaction at a time add messages; readers do not wait. */
export async function lockMessages(trx: Db): Promise<void> {
  await sql`lock table message in share row exclusive mode`.execute(trx);
}

/** Adds a message and returns its id. */
export async function insertMessage(
  db: Db,
  message: Omit<Message, 'id' | 'cancelledAtMs'>,
): Promise<number> {
  const { id } = await open(db)
    .insertInto('message')
    .values({
      list: message.list,
      text_tr: message.texts.tr,
      text_az: message.texts.az,
      text_en: message.texts.en,
      link: message.link,
      at: message.atMs,
      created_at: message.createdAtMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Lists the messages that were written after `sinceMs` and not cancelled. */
export async function listWrittenAfter(db: Db, sinceMs: number): Promise<Message[]> {
  const rows = await select(db)
    .where('created_at', '>', sinceMs)
    .where('cancelled_at', 'is', null)
    .execute();
  return rows.map(toMessage);
}

/** Finds a message; inside a transaction its row is locked until the end. */
export async function findMessage(db: Db, id: number): Promise<Message | undefined> {
  let query = select(db).where('id', '=', id);
  if (db.isTransaction) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row && toMessage(row);
}

/** Cancels a message. */
export async function updateCancelled(db: Db, id: number, nowMs: number): Promise<void> {
  await open(db).updateTable('message').set({ cancelled_at: nowMs }).where('id', '=', id).execute();
}

/** Lists every message, cancelled ones included, the last to appear first. */
export async function listAllMessages(db: Db): Promise<Message[]> {
  const rows = await select(db)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMITS.messages)
    .execute();
  return rows.map(toMessage);
}

/** Lists the messages of a list that have appeared by `nowMs`, the newest first. */
export async function listAppeared(db: Db, list: MessageList, nowMs: number): Promise<Message[]> {
  const rows = await select(db)
    .where('list', '=', list)
    .where('at', '<=', nowMs)
    .where('cancelled_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMITS.messages)
    .execute();
  return rows.map(toMessage);
}

/** Lists the messages of both lists that appeared after `sinceMs`, by `nowMs`, the oldest first. */
export async function listAppearedBetween(
  db: Db,
  sinceMs: number,
  nowMs: number,
): Promise<Message[]> {
  const rows = await select(db)
    .where('at', '>', sinceMs)
    .where('at', '<=', nowMs)
    .where('cancelled_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(toMessage);
}

/** Position in the order in which messages appear. */
export interface ReadMark {
  readonly atMs: number;
  readonly messageId: number;
}

/** Finds how far a person has read a list; undefined when they have read none of it. */
export async function findMark(
  db: Db,
  personId: number,
  list: MessageList,
): Promise<ReadMark | undefined> {
  return open(db)
    .selectFrom('message_read')
    .select(['at as atMs', 'message_id as messageId'])
    .where('person_id', '=', personId)
    .where('list', '=', list)
    .executeTakeFirst();
}

/** Counts the messages of a list that appeared after a mark, by `nowMs`. */
export async function countAfter(
  db: Db,
  list: MessageList,
  mark: ReadMark,
  nowMs: number,
): Promise<number> {
  const { count } = await open(db)
    .selectFrom('message')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('list', '=', list)
    .where('at', '<=', nowMs)
    .where('cancelled_at', 'is', null)
    .where(sql<boolean>`(at, id) > (${mark.atMs}, ${mark.messageId})`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Moves a person's mark forward, never back. */
export async function upsertMark(
  db: Db,
  personId: number,
  list: MessageList,
  mark: ReadMark,
): Promise<void> {
  await open(db)
    .insertInto('message_read')
    .values({ person_id: personId, list, at: mark.atMs, message_id: mark.messageId })
    .onConflict((clash) =>
      clash
        .columns(['person_id', 'list'])
        .doUpdateSet({ at: mark.atMs, message_id: mark.messageId })
        .where(
          sql<boolean>`(message_read.at, message_read.message_id) < (${mark.atMs}, ${mark.messageId})`,
        ),
    )
    .execute();
}

/** Lists the marks of a person. */
export function listMarks(db: Db, personId: number) {
  return open(db)
    .selectFrom('message_read')
    .select(['list', 'at as atMs', 'message_id as messageId'])
    .where('person_id', '=', personId)
    .orderBy('list')
    .execute();
}

/** Deletes the marks of a person. */
export async function deleteMarks(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('message_read').where('person_id', '=', personId).execute();
}
