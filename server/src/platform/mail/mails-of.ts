import type { Db } from '../db/pool.ts';
import type { Keys } from '../keys.ts';
import { readMailContent } from './mail.ts';
import { dropMails, listWithContent } from './store.ts';

/** A mail whose content is still stored. */
export interface StoredMail {
  readonly id: number;
  readonly subject: string;
  readonly text: string;
  readonly writtenAtMs: number;
}

/** Mails to an address that wait or are kept, oldest first; all others are without content. */
export async function listMailsTo(db: Db, keys: Keys, address: string): Promise<StoredMail[]> {
  const stored = await listWithContent(db);
  return stored.flatMap(({ id, content, writtenAtMs }) => {
    const { to, subject, text } = readMailContent(keys, content);
    return to === address ? [{ id, subject, text, writtenAtMs }] : [];
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
