import { read } from '../../api/read.ts';
import { formatMoney } from '../../i18n/format.ts';
import { all, fill } from '../../ui/document/elements.ts';
import { fillVideos } from './fill-videos.ts';

/** Prices, links and contact as the back office has them; what is empty there stays hidden here. */
export async function fillContents(): Promise<void> {
  await Promise.all([fillSite(), fillPrices()]);
}

async function fillSite(): Promise<void> {
  const site = await read('/site');
  if (!site) return;
  for (const link of all<HTMLAnchorElement>('[data-contact]')) lead(link, site.contact);
  for (const link of all<HTMLAnchorElement>('[data-store]')) {
    lead(link, link.dataset.store === 'ios' ? site.stores.ios : site.stores.android);
  }
  const hasStore = site.stores.ios !== '' || site.stores.android !== '';
  for (const section of all('[data-section="mobile"]')) section.hidden = !hasStore;
  fillVideos(site.videos);
}

/** Shows a link that leads somewhere. */
function lead(link: HTMLAnchorElement, address: string): void {
  if (!/^https?:\/\//.test(address)) return;
  link.href = address;
  link.hidden = false;
}

const MONTHS = { '3-months': 3, '6-months': 6, lesson: null } as const;

async function fillPrices(): Promise<void> {
  const offers = await read('/payment/offers');
  for (const { product, amount } of offers?.products ?? []) {
    const months = MONTHS[product];
    const [number = '', currency = ''] = formatMoney('tr', amount, true).split(/(?=\s)/);
    fill(product, number);
    fill(`${product} currency`, currency);
    if (months !== null) {
      fill(`${product} monthly`, `, ayda ${formatMoney('tr', Math.round(amount / months), true)}`);
    }
  }
}
