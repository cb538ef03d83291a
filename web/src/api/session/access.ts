import { type Access, closedPageAddress } from '@rasat/contract';
import { PAGE_ACCESS } from './page-access.ts';

/** The part of the session that opens pages. */
export interface Rights {
  readonly logged: boolean;
  readonly subscribed: boolean;
  readonly student: boolean;
  readonly admin: boolean;
}

/** The page after signing in when no other was requested. */
export const START_PAGE = '/dashboard';

const PATTERNS = PAGE_ACCESS.map(([path, access]) => ({
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  access,
}));

/** Returns who may open the page at a path; a trailing slash makes no difference. Null without a page. */
export function findPageAccess(path: string): Access | null {
  const plain = path.replace(/\/+$/, '') || '/';
  return PATTERNS.find(({ pattern }) => pattern.test(plain))?.access ?? null;
}

/** Access to a page: it opens, waits until the session is known, redirects, or is refused. */
export type PageAccess =
  | { readonly kind: 'open' | 'wait' | 'refused' }
  | { readonly kind: 'redirect'; readonly to: string };

const OPEN: PageAccess = { kind: 'open' };

/**
 * Authorizes a page by the same table as the server. `rights` is null until the session is known. `address` is path and
 * query, to which a guest returns after signing in; `target` is the redirect of a page for guests.
 */
export function authorizePage(
  path: string,
  address: string,
  rights: Rights | null,
  target: string = START_PAGE,
): PageAccess {
  const access = findPageAccess(path);
  if (access === null || access === 'guest' || access === 'signature') return OPEN;
  if (rights === null) return access === 'guestOnly' ? OPEN : { kind: 'wait' };
  if (access === 'guestOnly') return rights.logged ? { kind: 'redirect', to: target } : OPEN;
  if (!rights.logged) {
    return { kind: 'redirect', to: `/auth/login?redirect=${encodeURIComponent(address)}` };
  }
  if (access === 'subscriber' && !rights.subscribed && !rights.admin) {
    return { kind: 'redirect', to: closedPageAddress(path) };
  }
  if (access === 'student' && !rights.student) return { kind: 'refused' };
  if (access === 'admin' && !rights.admin) return { kind: 'refused' };
  return OPEN;
}

/**
 * Returns the path to open after signing in: the requested one when it is on this site, else the dashboard. Every form
 * that a browser resolves to another site (`//e`, `/\e`, a tab or a line break between the slashes, `/..//e`,
 * `javascript:`) is refused.
 */
export function readReturnPath(requested: string | null, origin: string): string {
  if (requested === null || !requested.startsWith('/')) return START_PAGE;
  let url: URL;
  try {
    url = new URL(requested, origin);
  } catch {
    return START_PAGE;
  }
  const path = `${url.pathname}${url.search}${url.hash}`;
  if (url.origin !== origin || path.startsWith('//')) return START_PAGE;
  // A page for guests would redirect again.
  return findPageAccess(url.pathname) === 'guestOnly' ? START_PAGE : path;
}
