import * as z from 'zod/mini';
import { notify } from '../db/notify.ts';
import type { Db } from '../db/pool.ts';
import type { Keys } from '../keys.ts';
import { findSentAt, insertMail } from './store.ts';

/** PostgreSQL channel for the notification that a mail was written. */
export const MAIL_CHANNEL = 'mail';

/** A mail to one person. */
export interface Mail {
  /** A single address, such as `ada@rasat.example`. */
  readonly to: string;
  /** Name of the mail's template, for the log: welcome, reset, ... */
  readonly template: string;
  /** Subject; one line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whether the text contains a secret that grants access, such as a code; exports leave such a text out. */
  readonly carriesSecret: boolean;
}

const mailContent = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  // A mail that was stored without the mark may contain a secret.
  carriesSecret: z._default(z.boolean(), true),
});

/** Stored content of a mail, before encryption. */
export type MailContent = z.output<typeof mailContent>;

const PURPOSE = 'mail.content';
const ADDRESS = /^[!-~]{1,255}$/;
/** Characters that separate or close an address in a header. */
const NOT_ONE_ADDRESS = /[,;:<>()"\\[\]]/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Writes a mail into the outbox, in the caller's transaction; it is sent only after that commits. Returns its id. With
 * `isSent` false the same work is done, and the row has no content and is never sent. Throws `RangeError` for an
 * address or a subject that would not fit one header.
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

/** Returns when the mail server accepted a mail, UTC epoch milliseconds; null while it has not, or never will. */
export function findMailSentAt(db: Db, id: number): Promise<number | null> {
  return findSentAt(db, id);
}

/** Decrypts the content that `writeMail` stored. Throws with other keys. */
export function readMailContent(keys: Keys, content: Buffer): MailContent {
  return z.parse(mailContent, JSON.parse(keys.decrypt(content, PURPOSE)));
}
