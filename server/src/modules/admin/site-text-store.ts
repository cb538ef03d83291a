import { type Language, type OwnTexts, SITE_TEXT_NAMES, type SiteText } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { AdminTables } from './tables.ts';

const tables = (db: Db) => db.withTables<AdminTables>();

/** The texts that the owner has put in the place of built-in ones. Those of texts that are no more are left out. */
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

/** Keeps a text of the owner's in a language; an empty one gives the place back to the built-in text. */
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
