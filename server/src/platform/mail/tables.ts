import type { Generated, GeneratedAlways } from 'kysely';

/** A waiting, sent, kept or given-up mail. */
export interface MailTable {
  id: GeneratedAlways<number>;
  content: Buffer | null;
  template: string;
  written_at: number;
  next_try_at: number | null;
  tries: Generated<number>;
  sent_at: number | null;
  failure: string | null;
}

/** The tables of the mails. */
export type MailTables = {
  mail: MailTable;
};
