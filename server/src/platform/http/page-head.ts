import {
  CATEGORIES,
  CATEGORY_TEXTS,
  LANGUAGES,
  type Language,
  LEGAL_TEXTS,
  LOCALES,
  MISSING_TEXTS,
  type OwnTexts,
  PAGE_TEXTS,
  type Page,
  type PagePath,
  type PageText,
  PRODUCT_TEXTS,
  PRODUCTS,
  type Product,
} from '@rasat/contract';

import { escapeHtml } from './escape-html.ts';

/** A visitor's request for a page. */
export interface PageVisit {
  /** The page of the table; undefined when the address has no page. */
  readonly page: Page | undefined;
  /** The requested path, without a slash at its end. */
  readonly place: string;
  /** Values of the page's parameters in the address. */
  readonly values: Readonly<Record<string, string>>;
  /** 200, or the status of a page that is not shown: 403, 404. */
  readonly status: number;
  readonly language: Language;
}

/** Facts about the site besides the texts of its pages. */
export interface SiteFacts {
  /** Current prices in kuruş, VAT included; null while they are unknown. */
  readonly prices: Readonly<Record<Product, number>> | null;
  /** Whether the course is on sale. */
  readonly courseOnSale: boolean;
  /** The owner's texts of the site's own pages. */
  readonly own: OwnTexts;
  /** The seller; null when there is none. */
  readonly seller: { readonly title: string; readonly address: string } | null;
}

/** Pictures of the product for link previews, 1200 by 630. */
const PICTURES: readonly (readonly [pages: RegExp, file: string])[] = [
  [/^\/$/, '/social/landing.png'],
  [/^\/record(\/|$)/, '/social/record.png'],
  [/^\//, '/social/general.png'],
];
const ALT: Readonly<Record<Language, string>> = {
  tr: 'Rasat: ölçülmüş kutularıyla bir grafik',
  az: 'Rasat: ölçülmüş qutuları ilə qrafik',
  en: 'Rasat: a chart with its measured boxes',
};

/**
 * Writes the lines of a document's head for search engines, link previews and the tab: title, description, canonical
 * address, Open Graph, Twitter card, structured data. Every address is absolute, below `baseUrl`. Each line is marked
 * `data-served`, by which the app finds them when it changes to another page.
 */
export function writeHead(visit: PageVisit, facts: SiteFacts, baseUrl: string): string {
  const { page, place, language, status } = visit;
  const { title, description } = textOf(visit);
  const named = title.includes('Rasat') ? title : `${title} · Rasat`;
  const listed = page?.crawl === 'indexed' && status === 200;
  const address = baseUrl + (place === '/' ? '/' : encodeURI(decodeSafely(place)));
  const picture = baseUrl + (PICTURES.find(([pages]) => pages.test(place))?.[1] ?? '');
  const lines = [
    `<title data-served>${escapeHtml(named)}</title>`,
    description === undefined ? '' : meta('name', 'description', description),
    listed
      ? `<link data-served rel="canonical" href="${escapeHtml(address)}">`
      : meta('name', 'robots', 'noindex'),
    meta('property', 'og:site_name', 'Rasat'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    description === undefined ? '' : meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', LOCALES[language].replace('-', '_')),
    ...LANGUAGES.filter((other) => other !== language).map((other) =>
      meta('property', 'og:locale:alternate', LOCALES[other].replace('-', '_')),
    ),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', ALT[language]),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    description === undefined ? '' : meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture),
    meta('name', 'twitter:image:alt', ALT[language]),
    listed ? structured(visit, facts, { baseUrl, address, title, description, picture }) : '',
  ];
  return lines.filter((line) => line !== '').join('');
}

/** Returns the texts of a page in the visitor's language, with the values of its address. */
function textOf({ page, values, status, language }: PageVisit): PageText {
  if (page === undefined || status !== 200) return MISSING_TEXTS[language];
  const { title, description } = PAGE_TEXTS[page.path as PagePath][language];
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => wordOf(name, values[name] ?? '', language));
  return {
    title: fill(title),
    ...(description !== undefined && { description: fill(description) }),
  };
}

function wordOf(name: string, value: string, language: Language): string {
  const category = CATEGORIES.find((one) => name === 'type' && one === value);
  if (category !== undefined) return CATEGORY_TEXTS[category][language];
  if (name === 'seq') return new Intl.NumberFormat(LOCALES[language]).format(Number(value));
  return decodeSafely(value);
}

interface Described {
  readonly baseUrl: string;
  readonly address: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly picture: string;
}

/** Returns the structured data of a page, in the vocabulary of schema.org. */
function structured({ place, language }: PageVisit, facts: SiteFacts, said: Described): string {
  const { baseUrl, address, title, description, picture } = said;
  const organization = {
    '@type': 'Organization',
    '@id': `${baseUrl}/#organization`,
    name: 'Rasat',
    ...(facts.seller && { legalName: facts.seller.title, address: facts.seller.address }),
    url: `${baseUrl}/`,
    logo: `${baseUrl}/icons/icon-512.png`,
  };
  const website = {
    '@type': 'WebSite',
    '@id': `${baseUrl}/#website`,
    name: 'Rasat',
    url: `${baseUrl}/`,
    description: PAGE_TEXTS['/'][language].description,
    inLanguage: LANGUAGES,
    publisher: { '@id': organization['@id'] },
  };
  const changed = Object.entries(LEGAL_TEXTS).find(([name]) => place === `/info/${name}`)?.[1];
  const self = {
    '@type': place === '/info/about' ? 'AboutPage' : 'WebPage',
    '@id': `${address}#page`,
    url: address,
    name: title,
    description,
    isPartOf: { '@id': website['@id'] },
    inLanguage: changed ? 'tr' : language,
    ...(changed && { dateModified: changed.date }),
  };
  const products =
    place === '/' && facts.prices ? sold(facts, facts.prices, { language, baseUrl, picture }) : [];
  const graph = [organization, website, self, ...products];
  // Escaped, so that the text cannot end the script.
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  return `<script data-served type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`;
}

/** Returns every product with its current price and its availability. */
function sold(
  { courseOnSale }: SiteFacts,
  prices: Readonly<Record<Product, number>>,
  {
    language,
    baseUrl,
    picture: image,
  }: Pick<Described, 'baseUrl' | 'picture'> & Pick<PageVisit, 'language'>,
): readonly object[] {
  return PRODUCTS.map((product) => ({
    '@type': 'Product',
    '@id': `${baseUrl}/#${product}`,
    name: PRODUCT_TEXTS[product][language],
    image,
    brand: { '@type': 'Brand', name: 'Rasat' },
    offers: {
      '@type': 'Offer',
      url: baseUrl + purchasePage(product),
      price: (prices[product] / 100).toFixed(2),
      priceCurrency: 'TRY',
      availability: `https://schema.org/${product !== 'lesson' || courseOnSale ? 'InStock' : 'OutOfStock'}`,
      seller: { '@id': `${baseUrl}/#organization` },
    },
  }));
}

function purchasePage(product: Product): string {
  if (product === 'lesson') return '/account?selected=education';
  return `/account?selected=subscription&type=${product === '3-months' ? 3 : 6}`;
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta data-served ${kind}="${name}" content="${escapeHtml(content)}">`;
}

/** Decodes a part of an address; returns it unchanged when it cannot be decoded. */
function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
