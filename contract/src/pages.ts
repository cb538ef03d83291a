import type { Access } from './route.ts';

/**
 * Access of search engines to a page. `indexed`: they may list it. `unlisted`: they may read it, and the page forbids
 * listing. `barred`: they may not request it.
 */
export type Crawl = 'indexed' | 'unlisted' | 'barred';

/** A page of the site with its access. Parameters are written `:name`, as the router writes them. */
export interface Page {
  readonly path: string;
  readonly access: Access;
  readonly crawl: Crawl;
}

/** Every page. Any other address gets status 404 and its page. */
export const PAGES = [
  { path: '/', access: 'guest', crawl: 'indexed' },
  { path: '/info/about', access: 'guest', crawl: 'indexed' },
  { path: '/info/glossary', access: 'guest', crawl: 'indexed' },
  { path: '/info/privacy', access: 'guest', crawl: 'indexed' },
  { path: '/info/kvkk', access: 'guest', crawl: 'indexed' },
  { path: '/info/retention', access: 'guest', crawl: 'indexed' },
  { path: '/info/refund', access: 'guest', crawl: 'indexed' },
  { path: '/info/agreement', access: 'guest', crawl: 'indexed' },
  { path: '/record', access: 'guest', crawl: 'indexed' },
  { path: '/record/find', access: 'guest', crawl: 'unlisted' },
  { path: '/record/:seq', access: 'guest', crawl: 'unlisted' },
  { path: '/auth/register', access: 'guestOnly', crawl: 'indexed' },
  { path: '/auth/login', access: 'guestOnly', crawl: 'indexed' },
  { path: '/auth/forgot', access: 'guestOnly', crawl: 'unlisted' },
  { path: '/account', access: 'user', crawl: 'barred' },
  { path: '/mails', access: 'guest', crawl: 'unlisted' },
  { path: '/offline', access: 'guest', crawl: 'unlisted' },
  { path: '/dashboard', access: 'user', crawl: 'barred' },
  { path: '/dashboard/symbol/:symbol', access: 'subscriber', crawl: 'barred' },
  { path: '/dashboard/chart', access: 'user', crawl: 'barred' },
  { path: '/dashboard/portfolio/:type', access: 'subscriber', crawl: 'barred' },
  { path: '/dashboard/predictor/:type', access: 'guest', crawl: 'indexed' },
  { path: '/dashboard/messages', access: 'user', crawl: 'barred' },
  { path: '/admin', access: 'admin', crawl: 'barred' },
  { path: '/admin/people', access: 'admin', crawl: 'barred' },
  { path: '/admin/people/:uid', access: 'admin', crawl: 'barred' },
  { path: '/admin/orders', access: 'admin', crawl: 'barred' },
  { path: '/admin/orders/:number', access: 'admin', crawl: 'barred' },
  { path: '/admin/questions', access: 'admin', crawl: 'barred' },
  { path: '/admin/homework', access: 'admin', crawl: 'barred' },
  { path: '/admin/lessons', access: 'admin', crawl: 'barred' },
  { path: '/admin/messages', access: 'admin', crawl: 'barred' },
  { path: '/admin/prices', access: 'admin', crawl: 'barred' },
  { path: '/admin/symbols', access: 'admin', crawl: 'barred' },
  { path: '/admin/feeds', access: 'admin', crawl: 'barred' },
  { path: '/admin/site', access: 'admin', crawl: 'barred' },
  { path: '/admin/audit', access: 'admin', crawl: 'barred' },
] as const satisfies readonly Page[];

/** The address of a page, with parameters as the router writes them. */
export type PagePath = (typeof PAGES)[number]['path'];

/**
 * Returns the address to which a person without a subscription is redirected from a page for subscribers: the account's
 * purchase page. It names the refused page, so that the account can say why the person is there.
 */
export function closedPageAddress(path: string): string {
  return `/account?selected=subscription&closed=${encodeURIComponent(path)}`;
}
