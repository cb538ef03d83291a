import type { Language } from '@rasat/contract';
import { DAY_MS } from '@rasat/engine';
import { inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { findPerson } from '../accounts/index.ts';
import { filterAudience, listAppearedBetween, type Message } from '../messages/index.ts';
import {
  insertBroadcasts,
  listMessageChats,
  lockBroadcast,
  updateBroadcast,
} from './broadcast-store.ts';
import { say } from './send.ts';
import { BOT_TEXTS, botLanguage } from './texts.ts';

/** Number of people in one transaction. */
const BATCH = 200;
/** Age in milliseconds from which a message is not broadcast. */
const NEWS_MS = DAY_MS;
const LOOK_MS = 5000;

/**
 * Broadcasts messages that have appeared to the chats of people who want them and belong to their list, each in their
 * language. Texts and progress are stored together, so that a crash neither duplicates nor loses a message; several
 * processes share the work. Returns the milliseconds until the next call.
 */
export async function passMessagesOn({
  db,
  clock,
}: Pick<PartContext, 'db' | 'clock'>): Promise<number> {
  const nowMs = clock.now();
  const messages = await listAppearedBetween(db, nowMs - NEWS_MS, nowMs);
  await insertBroadcasts(
    db,
    messages.map(({ id }) => id),
  );
  return inTransaction(db, async (trx) => {
    const broadcast = await lockBroadcast(
      trx,
      messages.map(({ id }) => id),
    );
    const message = messages.find(({ id }) => id === broadcast?.messageId);
    if (!broadcast || !message) return LOOK_MS;
    const { messageId, personThrough } = broadcast;
    const chats = await listMessageChats(trx, personThrough, BATCH);
    const people = chats.map(({ personId }) => personId);
    const reached = new Set(await filterAudience(trx, message.list, people, nowMs));
    for (const { personId, chatId } of chats) {
      if (!reached.has(personId)) continue;
      const language = botLanguage((await findPerson(trx, personId))?.language);
      const key = `message:${messageId}:${personId}`;
      await say(trx, { key, personId, chatId, text: messageText(message, language) }, nowMs);
    }
    const isLast = chats.length < BATCH;
    const through = people.at(-1) ?? personThrough;
    await updateBroadcast(trx, { messageId, personThrough: through }, isLast ? nowMs : null);
    return 0;
  });
}

/** Returns the text of a message for the bot: its list, its words, and its link. */
export function messageText({ list, texts, link }: Message, language: Language): string {
  return [BOT_TEXTS[language].message[list], '', texts[language], ...(link ? ['', link] : [])].join(
    '\n',
  );
}
