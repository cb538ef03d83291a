import { existsSync } from 'node:fs';
import path from 'node:path';
import { insertSiteContent, readSiteContent, type SiteContent } from './modules/admin/index.ts';
import { findCourseSale, setCourseSale } from './modules/payments/index.ts';
import type { ServerContext } from './platform/part.ts';

/** Recordings of the product; those that the built site contains are shown. */
const RECORDINGS: SiteContent['videos'] = [
  {
    title: { tr: 'Kutular nasıl okunur', az: 'Qutular necə oxunur', en: 'How to read the boxes' },
    url: '/tour/boxes.webm',
  },
  {
    title: {
      tr: 'Haftalık seviyeler ve işlem koşulu',
      az: 'Həftəlik səviyyələr və əməliyyat şərti',
      en: 'Weekly levels and the trade condition',
    },
    url: '/tour/levels.webm',
  },
  {
    title: { tr: 'Döngü göstergesi', az: 'Tsikl göstəricisi', en: 'The cycle gauge' },
    url: '/tour/cycle.webm',
  },
];

/**
 * Fills the landing page with examples and puts the course on sale, so that a fresh machine shows every section and
 * everything can be bought from its demo bank. Contents and decisions that were saved before stay. `site` is the folder
 * of the built site; null without one.
 */
export async function prepareDemoSite(
  { db, clock, config }: Pick<ServerContext, 'db' | 'clock' | 'config'>,
  site: string | null,
): Promise<void> {
  if ((await findCourseSale(db)) === null) {
    await setCourseSale(db, { onSale: true, by: null }, clock.now());
  }
  const { content, saved } = await readSiteContent(db, config);
  if (saved !== null) return;
  const example = {
    contact: content.contact || 'https://example.com/mesaj',
    stores: { ios: 'https://example.com/app-store', android: 'https://example.com/google-play' },
    videos: RECORDINGS.filter(({ url }) => site !== null && existsSync(path.join(site, url))),
  };
  await insertSiteContent(db, example, clock.now());
}
