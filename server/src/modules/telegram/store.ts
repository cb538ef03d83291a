import type { Db } from '../../platform/db/pool.ts';
import type { TelegramTables } from './tables.ts';

const open = (db: Db) => db.withTables<TelegramTables>();

/** Chat of a person. */
export interface Chat {
  readonly personId: number;
  readonly chatId: number;
  readonly linkedAtMs: number;
  /** Whether new predictor rows of favourites are sent. */
  readonly signals: boolean;
  /** Whether platform and class messages are sent. */
  readonly messages: boolean;
}

const selectChats = (db: Db) =>
  open(db)
    .selectFrom('telegram_chat')
    .select([
      'person_id as personId',
      'chat_id as chatId',
      'linked_at as linkedAtMs',
      'signals',
      'messages',
    ]);

/** Finds the chat of a person. */
export function findChat(db: Db, personId: number): Promise<Chat | undefined> {
  return selectChats(db).where('person_id', '=', personId).executeTakeFirst();
}

/** Finds a chat with its person by the chat's id. */
export function findChatById(db: Db, chatId: number): Promise<Chat | undefined> {
  return selectChats(db).where('chat_id', '=', chatId).executeTakeFirst();
}

/** Lists the chats of the given people that want new predictor rows. */
export function listSignalChats(db: Db, personIds: readonly number[]): Promise<Chat[]> {
  if (personIds.length === 0) return Promise.resolve([]);
  return selectChats(db)
    .where('signals', '=', true)
    .where('person_id', 'in', [...personIds])
    .orderBy('person_id')
    .execute();
}

/** Links a chat to a person; neither may have a link already. */
export async function insertChat(
  db: Db,
  personId: number,
  chatId: number,
  nowMs: number,
): Promise<void> {
  await open(db)
    .insertInto('telegram_chat')
    .values({ person_id: personId, chat_id: chatId, linked_at: nowMs })
    .execute();
}

/** Deletes the link of a person or of a chat, and cancels the messages that wait for the chat. */
export async function deleteChat(
  db: Db,
  which: { readonly person_id: number } | { readonly chat_id: number },
): Promise<void> {
  const gone = await open(db)
    .deleteFrom('telegram_chat')
    .where((where) => where.and(which))
    .returning('chat_id')
    .executeTakeFirst();
  if (!gone) return;
  await open(db)
    .updateTable('telegram_message')
    .set({ text: null, next_try_at: null, failure: 'UNLINKED' })
    .where('chat_id', '=', gone.chat_id)
    .where('next_try_at', 'is not', null)
    .execute();
}

/** Stores which news of the bot a person wants; false when no chat is linked. */
export async function updateChatSettings(
  db: Db,
  personId: number,
  settings: { readonly signals?: boolean; readonly messages?: boolean },
): Promise<boolean> {
  const row = await open(db)
    .updateTable('telegram_chat')
    .set(settings)
    .where('person_id', '=', personId)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a one-time link and deletes the person's links beyond `most`, those that expire first. */
export async function insertLink(
  db: Db,
  link: { readonly tokenHash: Buffer; readonly personId: number; readonly expiresAtMs: number },
  most: number,
): Promise<void> {
  const { tokenHash, personId, expiresAtMs } = link;
  await open(db)
    .insertInto('telegram_link')
    .values({ token_hash: tokenHash, person_id: personId, expires_at: expiresAtMs })
    .execute();
  await open(db)
    .deleteFrom('telegram_link')
    .where('token_hash', 'in', (from) =>
      from
        .selectFrom('telegram_link')
        .select('token_hash')
        .where('person_id', '=', personId)
        .orderBy('expires_at', 'desc')
        .offset(most),
    )
    .execute();
}

/** Deletes a one-time link and returns its person; undefined when it does not exist or has expired. */
export async function takeLink(
  db: Db,
  tokenHash: Buffer,
  nowMs: number,
): Promise<number | undefined> {
  const row = await open(db)
    .deleteFrom('telegram_link')
    .where('token_hash', '=', tokenHash)
    .returning(['person_id', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > nowMs ? row.person_id : undefined;
}

/** Deletes the one-time links of a person. */
export async function deleteLinks(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('telegram_link').where('person_id', '=', personId).execute();
}

/** Records that an update was handled; false when it was handled before. */
export async function insertUpdate(db: Db, updateId: number, nowMs: number): Promise<boolean> {
  const row = await open(db)
    .insertInto('telegram_update')
    .values({ update_id: updateId, taken_at: nowMs })
    .onConflict((clash) => clash.doNothing())
    .returning('update_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the bot's name; undefined before Telegram has returned it. */
export async function findUsername(db: Db, botId: number): Promise<string | undefined> {
  const row = await open(db)
    .selectFrom('telegram_bot')
    .select('username')
    .where('bot_id', '=', botId)
    .executeTakeFirst();
  return row?.username;
}

/** Stores the bot's name. */
export async function upsertBot(db: Db, botId: number, username: string): Promise<void> {
  await open(db)
    .insertInto('telegram_bot')
    .values({ bot_id: botId, username })
    .onConflict((clash) => clash.column('bot_id').doUpdateSet({ username }))
    .execute();
}

/** Makes a process the polling one; false while another process polls. */
export async function takePoll(
  db: Db,
  botId: number,
  poller: string,
  nowMs: number,
  untilMs: number,
): Promise<boolean> {
  const row = await open(db)
    .updateTable('telegram_bot')
    .set({ poller, poll_until: untilMs })
    .where('bot_id', '=', botId)
    .where((where) => where.or([where('poller', '=', poller), where('poll_until', '<=', nowMs)]))
    .returning('bot_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets another process poll at once. */
export async function leavePoll(db: Db, botId: number, poller: string): Promise<void> {
  await open(db)
    .updateTable('telegram_bot')
    .set({ poller: null, poll_until: 0 })
    .where('bot_id', '=', botId)
    .where('poller', '=', poller)
    .execute();
}

/**
 * Reads the last ledger row whose signals were sent, and makes other processes wait until this transaction ends;
 * undefined before the first call.
 */
export async function lockCursor(trx: Db): Promise<number | undefined> {
  const row = await open(trx)
    .selectFrom('telegram_cursor')
    .select('seq')
    .forUpdate()
    .executeTakeFirst();
  return row?.seq;
}

/** Sets the cursor unless there is one. */
export async function insertCursor(trx: Db, seq: number): Promise<void> {
  await open(trx)
    .insertInto('telegram_cursor')
    .values({ seq })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Moves the cursor. */
export async function updateCursor(trx: Db, seq: number): Promise<void> {
  await open(trx).updateTable('telegram_cursor').set({ seq }).execute();
}
