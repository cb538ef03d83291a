import { type Language, type OwnTexts, SITE_TEXT_NAMES, type SiteText } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { AdminTables } from './tables.ts';

const tables = (db: Db) => db.withTables<AdminTables>();

/** Returns the texts with which the owner has replaced built-in ones, without those of removed texts. */
export async function readOwnTexts(db: Db): Promise<OwnTexts> {
  const rows = await tables(db)
    .selectFrom('site_text')
    .distinctOn(['name', 'language'])
    .select(['name', 'language', 'body'])
    .orderBy('name')
    .orderBy('language')
    .orderBy('id', 'desc')
    .execute();
  const own: Partial<Record<SiteText, Partial<Record<Language, string>>>> = {};
  for (const { name: stored, language, body } of rows) {
    const name = SITE_TEXT_NAMES.find((one) => one === stored);
    if (name !== undefined && body !== '') own[name] = { ...own[name], [language]: body };
  }
  return own;
}

/** Adds a text of the owner in a language; an empty one restores the built-in text. */
export async function insertOwnText(
  db: Db,
  text: { readonly name: SiteText; readonly language: Language; readonly body: string },
  nowMs: number,
): Promise<void> {
  await tables(db)
    .insertInto('site_text')
    .values({ ...text, saved_at: nowMs })
    .execute();
}
