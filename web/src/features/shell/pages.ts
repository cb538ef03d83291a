import { CATEGORIES, type Category } from '@rasat/contract';
import type { IconName } from '../../ui/icons.tsx';

/** Pages of the main menu, in their order. */
export const MENU_PAGES = [
  'dashboard',
  'chart',
  'predictor',
  'portfolio',
  'messages',
  'record',
] as const;
/** A page of the main menu. */
export type MenuPage = (typeof MENU_PAGES)[number];

/** Returns the pages of the main menu. Messages are included only for signed-in people. */
export function menuPages(logged: boolean): readonly MenuPage[] {
  return MENU_PAGES.filter((page) => logged || page !== 'messages');
}

/** The reader of a menu. A `subscriber` may open every market page. */
export type MenuReader = 'guest' | 'member' | 'subscriber';

/**
 * Returns the pages of a phone's tab bar. Members and subscribers also have the account there; its menu links to the
 * pages that are missing here: the record for members, messages for subscribers.
 */
export function tabPages(reader: MenuReader): readonly MenuPage[] {
  const missing: readonly MenuPage[] = reader === 'member' ? ['portfolio', 'record'] : ['messages'];
  return MENU_PAGES.filter((page) => !missing.includes(page));
}

/** Each page's icon in the tab bar. */
export const PAGE_ICON: Readonly<Record<MenuPage, IconName>> = {
  dashboard: 'dashboard',
  chart: 'chart',
  predictor: 'predictor',
  portfolio: 'portfolio',
  messages: 'messages',
  record: 'record',
};

/** Category of the first visit. */
const FIRST_CATEGORY: Category = 'forex';

/** Returns the category of an address; null without one. */
export function findCategory(path: string): Category | null {
  const match = /^\/dashboard\/(?:predictor|portfolio)\/([a-z]+)/.exec(path);
  return CATEGORIES.find((category) => category === match?.[1]) ?? null;
}

/** Returns the page of the menu that an address belongs to; null without one. */
export function findMenuPage(path: string): MenuPage | null {
  if (path.startsWith('/dashboard/chart')) return 'chart';
  if (path.startsWith('/dashboard/predictor')) return 'predictor';
  if (path.startsWith('/dashboard/portfolio')) return 'portfolio';
  if (path.startsWith('/dashboard/messages')) return 'messages';
  if (/^\/record(\/|$)/.test(path)) return 'record';
  return path === '/dashboard' || path === '/dashboard/' ? 'dashboard' : null;
}

/** Returns the symbols whose prices the page of an address may show. */
export function findShown<T extends { readonly symbol: string; readonly type: Category }>(
  symbols: readonly T[],
  path: string,
): readonly T[] {
  const [, page, value] =
    /^\/dashboard\/(symbol|predictor|portfolio)\/([^/]+)\/?$/.exec(path) ?? [];
  if (page === 'symbol') {
    return symbols.filter(({ symbol }) => encodeURIComponent(symbol) === value);
  }
  if (page) return symbols.filter(({ type }) => type === value);
  return findMenuPage(path) === 'dashboard' ? symbols : [];
}

/** Returns the path of a page of the menu; lists keep the category of the address `from`. */
export function pagePath(page: MenuPage, from: string): string {
  const category = findCategory(from) ?? FIRST_CATEGORY;
  switch (page) {
    case 'dashboard':
      return '/dashboard';
    case 'chart':
      return '/dashboard/chart';
    case 'messages':
      return '/dashboard/messages';
    case 'record':
      return '/record';
    case 'predictor':
      return `/dashboard/predictor/${category}`;
    case 'portfolio':
      return `/dashboard/portfolio/${category}`;
  }
}
