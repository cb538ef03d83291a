import { CATEGORIES, PAGES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import type { Role } from '../site.ts';
import { ACTIONS, type Action } from './actions.ts';
import type { CrawlData } from './data.ts';

/** An address that a role may open, with an action on it or without one. */
export interface Place {
  readonly role: Role | null;
  /** The page of the contract's table; null for an address without one. */
  readonly path: (typeof PAGES)[number]['path'] | null;
  readonly address: string;
  readonly action?: Action;
}

/** One symbol of each category; an action shows one with daily bars only. */
const SYMBOLS = ['EURUSD', 'BTCUSD', 'THYAO', 'NVDA', 'XU100', 'USDAZN'] as const;
const SECTIONS = [
  'subscription',
  'security',
  'education',
  'videos',
  'question',
  'homework',
  'favorites',
  'invoices',
  'telegram',
  'settings',
] as const;

type Path = (typeof PAGES)[number]['path'];

/** Addresses of pages with parameters; none for a page that needs an action. Every other page has its path. */
const ADDRESSES: Readonly<Partial<Record<Path, (data: CrawlData) => readonly string[]>>> = {
  '/offline': () => [],
  '/record': () => ['/record', '/record?symbol=EURUSD&state=expired', '/record?symbol=NONE'],
  '/record/find': () => ['/record/find?symbol=EURUSD&kind=condition&setup=pivot&time=1'],
  '/record/:seq': ({ rows }) => rows.map(({ seq }) => `/record/${seq}`),
  '/account': () => SECTIONS.map((section) => `/account?selected=${section}`),
  '/dashboard/symbol/:symbol': () => SYMBOLS.map((symbol) => `/dashboard/symbol/${symbol}`),
  '/dashboard/chart': () => SYMBOLS.slice(0, 3).map((one) => `/dashboard/chart?symbol=${one}`),
  '/dashboard/portfolio/:type': () => CATEGORIES.map((type) => `/dashboard/portfolio/${type}`),
  '/dashboard/predictor/:type': () => CATEGORIES.map((type) => `/dashboard/predictor/${type}`),
  '/admin/people/:uid': ({ uid }) => [`/admin/people/${uid}`],
  '/admin/orders/:number': ({ order }) => [`/admin/orders/${order}`],
};

/** The pages that each role inspects; a page that is the same for all roles is inspected once. */
const OWN: Readonly<Record<Role | 'guest', (path: Path, access: string) => boolean>> = {
  guest: (path, access) => access.startsWith('guest') || path === '/',
  person: (path, access) =>
    access === 'user' || path === '/dashboard/predictor/:type' || path === '/record',
  student: (path) => path === '/account' || path === '/dashboard/messages',
  subscriber: (path, access) =>
    access === 'user' || access === 'subscriber' || path === '/dashboard/predictor/:type',
  admin: (path, access) => access === 'admin' || path === '/dashboard',
};

/** Lists all places, role by role. */
export function listPlaces(data: CrawlData): readonly Place[] {
  const places: Place[] = [];
  for (const name of ['guest', 'person', 'student', 'subscriber', 'admin'] as const) {
    const role = name === 'guest' ? null : name;
    for (const { path, access } of PAGES) {
      if (!OWN[name](path, access)) continue;
      for (const address of ADDRESSES[path]?.(data) ?? [path]) places.push({ role, path, address });
    }
    for (const action of ACTIONS[name]) {
      const address = action.address.replace(':seq', String(data.rows[0]?.seq));
      places.push({ role, path: action.path, address, action });
    }
  }
  return places;
}

/** Names the screen of a place, without role and parameters: a page, a section of the account, or an action. */
export function screenOf({ path, address, action }: Place): string {
  if (action) return `${action.address} (${action.name})`;
  return path === '/account' ? address : String(path);
}

/** Describes a place for findings and pictures. */
export function describePlace({ role, address, action }: Place): string {
  return `${role ?? 'guest'} ${address}${action ? ` (${action.name})` : ''}`;
}

/** Waits until a page has its heading, and no panel or font is loading. */
export async function waitForPage(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
}
