import { setTimeout as sleep } from 'node:timers/promises';
import { readOwnTexts } from './modules/admin/index.ts';
import { findSeller } from './modules/invoices/index.ts';
import { isCourseOnSale, readPrices } from './modules/payments/index.ts';
import type { SiteFacts } from './platform/http/page-head.ts';
import type { ServerContext } from './platform/part.ts';

/** Age up to which prices are reused, and longest wait of a page for them. */
const FRESH_MS = 5000;
const TIMEOUT_MS = 250;

/**
 * Returns a function for the facts about the site: the seller, the current prices, whether the course is on sale, and
 * the owner's texts. While the database does not answer it returns the last known prices, or none.
 */
export function watchSiteFacts(
  context: Pick<ServerContext, 'db' | 'clock' | 'config'>,
): () => Promise<SiteFacts> {
  const { db, clock, config } = context;
  const found = findSeller(config);
  // The seller of a demonstration is fictitious.
  const seller = found === null || found.demonstration ? null : found;
  let prices: SiteFacts['prices'] = null;
  let courseOnSale = false;
  let own: SiteFacts['own'] = {};
  let readMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    try {
      [prices, courseOnSale, own] = await Promise.all([
        readPrices(db, clock.now()),
        isCourseOnSale(db),
        readOwnTexts(db),
      ]);
      readMs = clock.now();
    } catch {
      // The last known facts are used.
    } finally {
      reading = null;
    }
  };
  return async () => {
    if (clock.now() - readMs > FRESH_MS) {
      reading ??= refresh();
      await Promise.race([reading, sleep(TIMEOUT_MS, undefined, { ref: false })]);
    }
    return { prices, courseOnSale, own, seller };
  };
}
