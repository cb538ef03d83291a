import { notify } from '../../platform/db/notify.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertMessage, type NewMessage } from './message-store.ts';
import { findChat } from './store.ts';

/** PostgreSQL channel that announces a message to send. */
export const TELEGRAM_CHANNEL = 'telegram';

/** Longest text in characters that Telegram accepts. */
const LONGEST = 4096;

/**
 * Queues a plain text to a person in the caller's transaction: it is sent only if that commits. The key names the
 * subject, such as `answer:17`: a key is sent once within thirty days, however often it is queued. Returns false when
 * no chat is linked or the key is known. A text that is too long for Telegram is cut.
 */
export async function sendTelegram(
  db: Db,
  message: { readonly key: string; readonly personId: number; readonly text: string },
  nowMs: number,
): Promise<boolean> {
  const chat = await findChat(db, message.personId);
  if (!chat) return false;
  return say(db, { ...message, chatId: chat.chatId }, nowMs);
}

/**
 * Queues a plain text to a chat that no account is linked to, such as the operator's, in the caller's transaction. Returns
 * false when the key is known.
 */
export async function sendToChat(
  db: Db,
  message: Pick<NewMessage, 'key' | 'chatId' | 'text'>,
  nowMs: number,
): Promise<boolean> {
  return say(db, { ...message, personId: null }, nowMs);
}

/** Adds a message to the outbox and wakes the sender. */
export async function say(db: Db, message: NewMessage, nowMs: number): Promise<boolean> {
  const isNew = await insertMessage(db, { ...message, text: fitted(message.text) }, nowMs);
  if (isNew) await notify(db, TELEGRAM_CHANNEL);
  return isNew;
}

function fitted(text: string): string {
  if (text.length <= LONGEST) return text;
  // A half surrogate pair at the cut is removed.
  return `${text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
