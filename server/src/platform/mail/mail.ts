import * as z from 'zod/mini';
import { notify } from '../db/notify.ts';
import type { Db } from '../db/pool.ts';
import type { Keys } from '../keys.ts';
import { findSentAt, insertMail } from './store.ts';

/** PostgreSQL channel that says that a mail was written. */
export const MAIL_CHANNEL = 'mail';

/** A mail to one person. */
export interface Mail {
  /** One address, such as `ada@rasat.example`; nothing else may stand in it. */
  readonly to: string;
  /** Which mail it is, for the log: welcome, reset, ... */
  readonly template: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whether the text holds something that lets its reader in, such as a code; then no export shows it. */
  readonly carriesSecret: boolean;
}

const mailContent = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  // One that was stored without the mark may hold anything.
  carriesSecret: z._default(z.boolean(), true),
});

/** What is stored encrypted of a mail. */
export type MailContent = z.output<typeof mailContent>;

const PURPOSE = 'mail.content';
const ADDRESS = /^[!-~]{1,255}$/;
/** What separates or closes an address in a header. */
const NOT_ONE_ADDRESS = /[,;:<>()"\\[\]]/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Writes a mail into the outbox, in the caller's transaction: it is sent when that commits, and only then. Answers its
 * id. With `isSent` false the same work is done, and what remains is a row without content that is never sent. Throws
 * `RangeError` for an address or a subject that would not stay one header.
 */
export async function writeMail(
  db: Db,
  keys: Keys,
  mail: Mail,
  nowMs: number,
  { isSent = true }: { readonly isSent?: boolean } = {},
): Promise<number> {
  const { to, template, subject, text, html, carriesSecret } = mail;
  if (!ADDRESS.test(to) || NOT_ONE_ADDRESS.test(to) || !to.includes('@')) {
    throw new RangeError('a mail needs one plain address');
  }
  if (CONTROL.test(subject)) throw new RangeError('a subject is one line');
  const content: MailContent = { to, subject, text, html, carriesSecret };
  const encrypted = keys.encrypt(JSON.stringify(content), PURPOSE);
  const id = await insertMail(db, { template, content: isSent ? encrypted : null, nowMs });
  await notify(db, MAIL_CHANNEL);
  return id;
}

/** When a mail was handed over to the mail server, UTC epoch milliseconds; null while it was not, or never will be. */
export function findMailSentAt(db: Db, id: number): Promise<number | null> {
  return findSentAt(db, id);
}

/** Reads what `writeMail` stored. Throws when the keys are others. */
export function readMailContent(keys: Keys, content: Buffer): MailContent {
  return z.parse(mailContent, JSON.parse(keys.decrypt(content, PURPOSE)));
}
