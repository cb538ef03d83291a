import type { Language } from '@rasat/contract';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import type { Keys } from '../keys.ts';
import { languageOf } from './layout.ts';
import { readMailContent } from './mail.ts';
import { mailFate } from './mailer.ts';
import { listWithContent } from './store.ts';

const MOST = 200;

/** A mail that was kept because no mail server is configured. */
export interface KeptMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Language of its reader. */
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly written: number;
}

/** Returns whether this server keeps its mails instead of sending them. */
export function keepsMails(config: Config): boolean {
  return mailFate(config) === 'kept';
}

/** Returns the newest two hundred kept mails, the newest first. */
export async function listKeptMails(db: Db, keys: Keys): Promise<KeptMail[]> {
  const kept = await listWithContent(db, MOST);
  return kept.map(({ id, content, writtenAtMs }) => {
    const { html, to, subject, text } = readMailContent(keys, content);
    return { id: String(id), to, subject, text, language: languageOf(html), written: writtenAtMs };
  });
}
