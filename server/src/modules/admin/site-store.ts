import { type Reply, type ROUTES, siteContent } from '@rasat/contract';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { AdminTables } from './tables.ts';

/** Contents of the landing page besides its own texts. */
export type SiteContent = Reply<typeof ROUTES.site>;

const tables = (db: Db) => db.withTables<AdminTables>();

/** Returns the last saved contents and their time; before the first save, only the contact of the settings. */
export async function readSiteContent(
  db: Db,
  { contactUrl }: Pick<Config, 'contactUrl'>,
): Promise<{ content: SiteContent; saved: number | null }> {
  const row = await tables(db)
    .selectFrom('site_content')
    .select(['content', 'saved_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) return { content: z.parse(siteContent, row.content), saved: row.saved_at };
  const stores = { ios: '', android: '' };
  return { content: { contact: contactUrl ?? '', stores, videos: [] }, saved: null };
}

/** Adds new contents; earlier ones are not changed. */
export async function insertSiteContent(
  db: Db,
  content: SiteContent,
  nowMs: number,
): Promise<void> {
  await tables(db)
    .insertInto('site_content')
    .values({ content: JSON.stringify(content), saved_at: nowMs })
    .execute();
}
