import type { Db } from '../../platform/db/pool.ts';
import type { Chat } from './store.ts';
import type { TelegramTables } from './tables.ts';

const open = (db: Db) => db.withTables<TelegramTables>();

/** Message that this transaction has locked to broadcast. */
export interface Broadcast {
  readonly messageId: number;
  /** Every person up to this one has been notified. */
  readonly personThrough: number;
}

/** Starts the broadcast of messages; started broadcasts are not changed. */
export async function insertBroadcasts(db: Db, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await open(db)
    .insertInto('telegram_broadcast')
    .values(messageIds.map((message_id) => ({ message_id })))
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Locks the oldest of the messages whose broadcast is not complete, unless another process has locked it. */
export function lockBroadcast(
  trx: Db,
  messageIds: readonly number[],
): Promise<Broadcast | undefined> {
  if (messageIds.length === 0) return Promise.resolve(undefined);
  return open(trx)
    .selectFrom('telegram_broadcast')
    .select(['message_id as messageId', 'person_through as personThrough'])
    .where('message_id', 'in', [...messageIds])
    .where('done_at', 'is', null)
    .orderBy('message_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Records the progress of a broadcast; `doneAtMs` completes it. */
export async function updateBroadcast(
  trx: Db,
  { messageId, personThrough }: Broadcast,
  doneAtMs: number | null,
): Promise<void> {
  await open(trx)
    .updateTable('telegram_broadcast')
    .set({ person_through: personThrough, done_at: doneAtMs })
    .where('message_id', '=', messageId)
    .execute();
}

/** Lists the next chats whose people want messages, by person id. */
export function listMessageChats(
  db: Db,
  afterPerson: number,
  most: number,
): Promise<Pick<Chat, 'personId' | 'chatId'>[]> {
  return open(db)
    .selectFrom('telegram_chat')
    .select(['person_id as personId', 'chat_id as chatId'])
    .where('person_id', '>', afterPerson)
    .where('messages', '=', true)
    .orderBy('person_id')
    .limit(most)
    .execute();
}
