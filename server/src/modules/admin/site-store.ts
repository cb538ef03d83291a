import { type Reply, type ROUTES, siteContent } from '@rasat/contract';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { AdminTables } from './tables.ts';

/** What the landing page shows besides its own texts. */
export type SiteContent = Reply<typeof ROUTES.site>;

const tables = (db: Db) => db.withTables<AdminTables>();

/** The contents that were saved last, and when; before the first saving, the contact of the settings alone. */
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

/** Keeps the contents; the ones before stay as they were. */
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
