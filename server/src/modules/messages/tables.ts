import type { MessageList } from '@rasat/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** Message in each language. */
export interface MessageTable {
  id: GeneratedAlways<number>;
  list: MessageList;
  text_tr: string;
  text_az: string;
  text_en: string;
  link: string | null;
  at: number;
  created_at: number;
  cancelled_at: Generated<number | null>;
}

/** Mark up to which a person has read a list. */
export interface MessageReadTable {
  person_id: number;
  list: MessageList;
  at: number;
  message_id: number;
}

/** Tables of this module. */
export type MessagesTables = {
  message: MessageTable;
  message_read: MessageReadTable;
};
