/** The page shown without a connection for pages that need the server. */
export const OFFLINE_PAGE = '/offline';

/** Pages that open without a connection, from the shell document, with the prices that the browser cached. */
const OFFLINE_PAGES: readonly string[] = ['/dashboard', '/dashboard/chart'];

/** Whether the page of a path opens without a connection. */
export function opensOffline(path: string): boolean {
  return OFFLINE_PAGES.includes(plain(path));
}

/** How the worker handles a request: not at all, as an immutable file, or as a page. */
export type Task = 'none' | 'file' | 'page';

/** The parts of a request that the rules read. */
export interface RequestParts {
  readonly method: string;
  /** `Request.mode`. */
  readonly mode: string;
  readonly url: string;
}

/** Files whose names contain the hash of their content. Videos are read in ranges and are never cached. */
const FILE = /^\/assets\/[\w.-]+\.(?:js|css|woff2|svg|png|webp)$/;

/**
 * Returns how to handle a request to a site at `origin`. API calls, reads and writes, archives of the engine, and other
 * sites are never handled: no personal data pass through the worker.
 */
export function getTask({ method, mode, url }: RequestParts, origin: string): Task {
  const { origin: requestOrigin, pathname } = new URL(url);
  if (method !== 'GET' || requestOrigin !== origin || /^\/(?:api|engine)(?:\/|$)/.test(pathname))
    return 'none';
  if (mode === 'navigate') return 'page';
  return FILE.test(pathname) ? 'file' : 'none';
}

/** The files that a document names. */
export function listFiles(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg|png|webp)\b/g))];
}

/**
 * Returns a document without the head that the server wrote for the page it was fetched for: the document serves other
 * pages, too, and each writes a title of its own.
 */
export function withoutServedHead(html: string): string {
  return html.replace(/<title data-served>[^<]*<\/title>|<(?:meta|link) data-served [^>]*>/g, '');
}

/** Answer to a page request without a connection: the document cached at an address, or a redirect. */
export type OfflineAnswer =
  | { readonly kind: 'document'; readonly address: string }
  | { readonly kind: 'redirect'; readonly to: string };

/**
 * Returns the answer to a page request without a connection; `documents` are the addresses of the cached documents. A
 * page that needs the server is redirected to the offline page, which redirects back as soon as there is a connection.
 */
export function answerOffline(url: string, documents: readonly string[]): OfflineAnswer {
  const { pathname, search } = new URL(url);
  const path = plain(pathname);
  if (documents.includes(path)) return { kind: 'document', address: path };
  if (opensOffline(path)) return { kind: 'document', address: OFFLINE_PAGE };
  const to = encodeURIComponent(`${pathname}${search}`);
  return { kind: 'redirect', to: `${OFFLINE_PAGE}?to=${to}` };
}

function plain(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}
