import { DAY_MS } from '@rasat/engine';
import {
  isoTime,
  keptFor,
  type PersonalData,
  type Retention,
} from '../../platform/personal-data.ts';
import { deleteMessages, deleteOldMessages, listMessages } from './message-store.ts';
import { deleteChat, deleteLinks, findChat } from './store.ts';

/** Days for which update ids are kept; Telegram delivers an update for a day at most. */
const UPDATE_DAYS = 7;
const MESSAGE_DAYS = 30;

/** Chat of a person and the bot's messages to it. */
export const telegramData: PersonalData = {
  tables: ['telegram_link', 'telegram_chat', 'telegram_message'],
  async export(db, _keys, personId) {
    const chat = await findChat(db, personId);
    const messages = await listMessages(db, personId);
    return {
      telegram_chat: chat
        ? {
            chat: chat.chatId,
            linked: isoTime(chat.linkedAtMs),
            signals: chat.signals,
            messages: chat.messages,
          }
        : null,
      telegram_message: messages.map(({ key, text, writtenAtMs, sentAtMs }) => ({
        about: key,
        text,
        written: isoTime(writtenAtMs),
        sent: isoTime(sentAtMs),
      })),
    };
  },
  async erase(db, personId) {
    await deleteChat(db, { person_id: personId });
    await deleteLinks(db, personId);
    await deleteMessages(db, personId);
  },
};

/** Rows of this module with a limited lifetime. */
export const telegramRetention: readonly Retention[] = [
  keptFor('telegram_link', 'expires_at', 0),
  keptFor('telegram_update', 'taken_at', UPDATE_DAYS * DAY_MS),
  {
    what: 'telegram_message',
    daily: true,
    forget: (db, nowMs) => deleteOldMessages(db, nowMs - MESSAGE_DAYS * DAY_MS),
  },
];
