import { notify } from '../../platform/db/notify.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertMessage, type NewMessage } from './message-store.ts';
import { findChat } from './store.ts';

/** PostgreSQL channel that says that there is something to say. */
export const TELEGRAM_CHANNEL = 'telegram';

/** Longest text that Telegram takes. */
const LONGEST = 4096;

/**
 * Has the bot say a plain text to a person, in the caller's transaction: it is sent when that commits, and only then.
 * The key is what the message is about, such as `answer:17`: the same key is said once, however often it is asked for
 * (within thirty days). False when no chat is linked or the key is known. A text that is too long for Telegram is cut.
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

/** Writes a message into the outbox and wakes the sender. */
export async function say(db: Db, message: NewMessage, nowMs: number): Promise<boolean> {
  const isNew = await insertMessage(db, { ...message, text: fitted(message.text) }, nowMs);
  if (isNew) await notify(db, TELEGRAM_CHANNEL);
  return isNew;
}

function fitted(text: string): string {
  if (text.length <= LONGEST) return text;
  // Not through the middle of a character.
  return `${text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
