import type { Db } from '../db/pool.ts';
import type { Keys } from '../keys.ts';
import { readMailContent } from './mail.ts';
import { dropMails, listWithContent } from './store.ts';

/** A mail whose content is still stored. */
export interface StoredMail {
  readonly id: number;
  readonly subject: string;
  /** Null of a mail that carries a secret. */
  readonly text: string | null;
  readonly writtenAtMs: number;
}

/**
 * Mails to an address that wait or are kept, oldest first; all others are without content. What a mail says that carries
 * a secret, or that does not tell whether it does, is left out.
 */
export async function listMailsTo(db: Db, keys: Keys, address: string): Promise<StoredMail[]> {
  const stored = await listWithContent(db);
  return stored.flatMap(({ id, content, writtenAtMs }) => {
    const { to, subject, text, carriesSecret } = readMailContent(keys, content);
    if (to !== address) return [];
    return [{ id, subject, text: carriesSecret ? null : text, writtenAtMs }];
  });
}

/** Removes the content of the mails to an address; those that wait are not sent. */
export async function eraseMailsTo(db: Db, keys: Keys, address: string): Promise<void> {
  const mails = await listMailsTo(db, keys, address);
  await dropMails(
    db,
    mails.map((mail) => mail.id),
  );
}
