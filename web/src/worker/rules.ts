/** The page that stands for every other one while there is no connection. */
export const OFFLINE_PAGE = '/offline';

/** Pages that open without a connection, from the one document of all pages, with the prices that the browser kept. */
const KEPT_PAGES: readonly string[] = ['/dashboard', '/dashboard/chart'];

/** Whether the page of a path opens without a connection. */
export function opensOffline(path: string): boolean {
  return KEPT_PAGES.includes(plain(path));
}

/** What the worker has to do with a request: nothing, a file that never changes, or a page. */
export type Task = 'none' | 'file' | 'page';

/** The part of a request that decides about it. */
export interface Asked {
  readonly method: string;
  /** As `Request.mode` says. */
  readonly mode: string;
  readonly url: string;
}

/** Files whose name is the hash of what they hold. Videos are read in ranges and are never kept. */
const FILE = /^\/assets\/[\w.-]+\.(?:js|css|woff2|svg|png|webp)$/;

/**
 * What to do with a request to a site at `origin`. Calls are never touched, neither their reads nor their writes, nor are
 * other sites: nothing that belongs to a person can pass through here.
 */
export function getTask({ method, mode, url }: Asked, origin: string): Task {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || /^\/api(?:\/|$)/.test(pathname)) return 'none';
  if (mode === 'navigate') return 'page';
  return FILE.test(pathname) ? 'file' : 'none';
}

/** The files that a document names. */
export function listFiles(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg|png|webp)\b/g))];
}

/**
 * A document without what the server wrote into its head for the one page that it was fetched as: it becomes other pages,
 * too, and each writes a title of its own.
 */
export function withoutServedHead(html: string): string {
  return html.replace(/<title data-served>[^<]*<\/title>|<(?:meta|link) data-served [^>]*>/g, '');
}

/** What a page gets without a connection: a document that was kept at an address, or another place. */
export type OfflineAnswer =
  | { readonly kind: 'document'; readonly address: string }
  | { readonly kind: 'elsewhere'; readonly to: string };

/**
 * How a page is answered without a connection: `documents` are the addresses whose documents were kept. A page that
 * needs the server is led to the offline page, which leads back as soon as there is a connection.
 */
export function answerOffline(url: string, documents: readonly string[]): OfflineAnswer {
  const { pathname, search } = new URL(url);
  const path = plain(pathname);
  if (documents.includes(path)) return { kind: 'document', address: path };
  if (opensOffline(path)) return { kind: 'document', address: OFFLINE_PAGE };
  const to = encodeURIComponent(`${pathname}${search}`);
  return { kind: 'elsewhere', to: `${OFFLINE_PAGE}?to=${to}` };
}

function plain(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}
