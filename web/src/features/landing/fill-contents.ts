import type { Product, Reply, ROUTES } from '@rasat/contract';
import { read } from '../../api/client/read.ts';
import { formatMoney } from '../../i18n/format.ts';
import { all, fill } from '../../ui/document/elements.ts';
import { fillVideos } from './fill-videos.ts';
import { pageLanguage } from './words.ts';

type Offers = Reply<typeof ROUTES.offers>;

/** Fills in prices, lessons, links and contact of the back office. Elements without a value stay hidden. */
export async function fillContents(): Promise<void> {
  await Promise.all([fillSite(), fillOffers()]);
}

async function fillSite(): Promise<void> {
  const site = await read('/site');
  if (!site) return;
  for (const link of all<HTMLAnchorElement>('[data-contact]')) showLink(link, site.contact);
  for (const link of all<HTMLAnchorElement>('[data-store]')) {
    showLink(link, link.dataset.store === 'ios' ? site.stores.ios : site.stores.android);
  }
  const hasStore = site.stores.ios !== '' || site.stores.android !== '';
  for (const section of all('[data-section="mobile"]')) section.hidden = !hasStore;
  fillVideos(site.videos);
}

/** Shows a link and sets its address. */
function showLink(link: HTMLAnchorElement, address: string): void {
  if (!/^https?:\/\//.test(address)) return;
  link.href = address;
  link.hidden = false;
}

async function fillOffers(): Promise<void> {
  const offers = await read('/payment/offers');
  if (!offers) return;
  fillCourse(offers.course);
  const prices = new Map(offers.products.map(({ product, amount }) => [product, amount]));
  for (const [product, amount] of prices) fill(product, money(amount));
  fill('3-months monthly', money(Math.round((prices.get('3-months') ?? 0) / 3)));
  fill('6-months monthly', money(Math.round((prices.get('6-months') ?? 0) / 6)));
  fill('year', money(computePrices(prices, 6).year));
  const choices = all<HTMLInputElement>('input[name="period"]');
  const show = (): void => {
    const months = choices.some(({ value, checked }) => value === '3' && checked) ? 3 : 6;
    const { total, renewal, year } = computePrices(prices, months);
    fill('total', money(total));
    fill('renewal', money(renewal));
    fill('chosen year', money(year));
    for (const row of all('[data-part]')) {
      row.toggleAttribute(
        'data-off',
        row.dataset.part === (months === 3 ? '6-months' : '3-months'),
      );
    }
  };
  show();
  for (const choice of choices) choice.addEventListener('change', show);
}

/** Returns the price of the purchase, of each further period, and of the first year, in kuruş. */
export function computePrices(
  prices: ReadonlyMap<Product, number>,
  months: 3 | 6,
): { readonly total: number; readonly renewal: number; readonly year: number } {
  const lesson = prices.get('lesson') ?? 0;
  const renewal = prices.get(`${months}-months`) ?? 0;
  return { total: lesson + renewal, renewal, year: lesson + (renewal * 12) / months };
}

function money(kurus: number): string {
  return formatMoney(pageLanguage(), kurus, true);
}

/** Fills in the lessons, marks those without a video, and shows whether the course is on sale. */
function fillCourse({ onSale, lessons }: Offers['course']): void {
  const language = pageLanguage();
  for (const [at, { title, hasVideo }] of lessons.entries()) {
    fill(`lesson ${at + 1}`, title[language]);
    for (const mark of all(`[data-lesson="${at + 1}"] [data-pending]`)) mark.hidden = hasVideo;
  }
  const videos = lessons.filter(({ hasVideo }) => hasVideo).length;
  fill('videos', `${videos} / ${lessons.length}`);
  const shown = { open: onSale, closed: !onSale, pending: onSale && videos < lessons.length };
  for (const [state, isShown] of Object.entries(shown)) {
    for (const part of all(`[data-sale="${state}"]`)) part.hidden = !isShown;
  }
}
