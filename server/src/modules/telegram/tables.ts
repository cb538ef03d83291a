import type { Generated, GeneratedAlways } from 'kysely';

/** One-time link that expires; the token itself is not stored. */
export interface TelegramLinkTable {
  token_hash: Buffer;
  person_id: number;
  expires_at: number;
}

/** Chat of a person. */
export interface TelegramChatTable {
  person_id: number;
  chat_id: number;
  linked_at: number;
  signals: Generated<boolean>;
  messages: Generated<boolean>;
}

/** Update that was handled. */
export interface TelegramUpdateTable {
  update_id: number;
  taken_at: number;
}

/** Bot, with the state that the processes share. */
export interface TelegramBotTable {
  bot_id: number;
  username: string;
  poller: string | null;
  poll_until: Generated<number>;
  quiet_until: Generated<number>;
}

/** Message that waits or was sent. */
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

/** Progress of a broadcast. */
export interface TelegramBroadcastTable {
  message_id: number;
  person_through: Generated<number>;
  done_at: number | null;
}

/** Position of signals in the ledger. */
export interface TelegramCursorTable {
  singleton: Generated<boolean>;
  seq: number;
}

/** Tables of this module. */
export type TelegramTables = {
  telegram_link: TelegramLinkTable;
  telegram_chat: TelegramChatTable;
  telegram_update: TelegramUpdateTable;
  telegram_bot: TelegramBotTable;
  telegram_message: TelegramMessageTable;
  telegram_cursor: TelegramCursorTable;
  telegram_broadcast: TelegramBroadcastTable;
};
