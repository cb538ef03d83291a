import type { Db } from '../db/pool.ts';
import type { Keys } from '../keys.ts';
import { readMailContent } from './mail.ts';
import { dropMails, listWithContent } from './store.ts';

/** A mail whose content is still stored. */
export interface StoredMail {
  readonly id: number;
  readonly subject: string;
  /** Null when the mail carries a secret. */
  readonly text: string | null;
  readonly writtenAtMs: number;
}

/**
 * Returns the mails to an address that are waiting or kept, oldest first; all others have no content. The text of a
 * mail that carries a secret, or may carry one, is left out.
 */
export async function listMailsTo(db: Db, keys: Keys, address: string): Promise<StoredMail[]> {
  const stored = await listWithContent(db);
  return stored.flatMap(({ id, content, writtenAtMs }) => {
    const { to, subject, text, carriesSecret } = readMailContent(keys, content);
    if (to !== address) return [];
    return [{ id, subject, text: carriesSecret ? null : text, writtenAtMs }];
  });
}

/** Deletes the content of the mails to an address; waiting ones are not sent. */
export async function eraseMailsTo(db: Db, keys: Keys, address: string): Promise<void> {
  const mails = await listMailsTo(db, keys, address);
  await dropMails(
    db,
    mails.map((mail) => mail.id),
  );
}
