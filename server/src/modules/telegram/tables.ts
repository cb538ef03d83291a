import type { Generated, GeneratedAlways } from 'kysely';

/** A one-time link that expires; the token itself is not stored. */
export interface TelegramLinkTable {
  token_hash: Buffer;
  person_id: number;
  expires_at: number;
}

/** The chat of a person. */
export interface TelegramChatTable {
  person_id: number;
  chat_id: number;
  linked_at: number;
  signals: Generated<boolean>;
  messages: Generated<boolean>;
}

/** An update that was taken. */
export interface TelegramUpdateTable {
  update_id: number;
  taken_at: number;
}

/** The bot, and what the processes share about it. */
export interface TelegramBotTable {
  bot_id: number;
  username: string;
  poller: string | null;
  poll_until: Generated<number>;
  quiet_until: Generated<number>;
}

/** Something that is to be said, or was. */
export interface TelegramMessageTable {
  id: GeneratedAlways<number>;
  key: string;
  person_id: number | null;
  chat_id: number;
  text: string | null;
  written_at: number;
  next_try_at: number | null;
  tries: Generated<number>;
  sent_at: number | null;
  failure: string | null;
}

/** How far a message was passed on. */
export interface TelegramBroadcastTable {
  message_id: number;
  person_through: Generated<number>;
  done_at: number | null;
}

/** How far the ledger was read. */
export interface TelegramCursorTable {
  singleton: Generated<boolean>;
  seq: number;
}

/** The tables of this module. */
export type TelegramTables = {
  telegram_link: TelegramLinkTable;
  telegram_chat: TelegramChatTable;
  telegram_update: TelegramUpdateTable;
  telegram_bot: TelegramBotTable;
  telegram_message: TelegramMessageTable;
  telegram_cursor: TelegramCursorTable;
  telegram_broadcast: TelegramBroadcastTable;
};
