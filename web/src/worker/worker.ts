import { answerOffline, getTask, listFiles, OFFLINE_PAGE, withoutServedHead } from './rules.ts';

// The service worker. It caches the shell: documents without personal data, and their files. It answers no API call and
// caches no reply of one. The build inserts the three values.

/** The entry files of the pages that open without a connection, and the files that these load later. */
declare const OFFLINE_FILES: readonly string[];
/** Addresses whose documents are the same for every visitor. */
declare const OFFLINE_DOCUMENTS: readonly string[];
/** Differs for every build with different files. */
declare const OFFLINE_VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const FAMILY = 'rasat-shell-';
const NAME = `${FAMILY}${OFFLINE_VERSION}`;
/** Time-out of a page before the cached one is shown: an open connection may deliver nothing. */
const PAGE_TIMEOUT_MS = 6000;

worker.addEventListener('install', (event) => {
  // In browsers with static routing, API calls do not start the worker.
  if ('addRoutes' in event && typeof event.addRoutes === 'function') {
    const calls = { condition: { urlPattern: '/api/*' }, source: 'network' };
    event.waitUntil(Promise.resolve(event.addRoutes(calls)).catch(() => undefined));
  }
  event.waitUntil(cacheShell());
});

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('message', (event) => {
  // A page names the build it runs; see `web/src/offline.ts`.
  const { data, source } = event;
  if (typeof data === 'string' && source !== null && 'id' in source) {
    event.waitUntil(activateIfAlone(data, source.id));
  }
});

worker.addEventListener('fetch', (event) => {
  switch (getTask(event.request, worker.location.origin)) {
    case 'none':
      return;
    case 'file':
      event.respondWith(answerFile(event.request));
      return;
    case 'page':
      event.respondWith(answerPage(event.request));
  }
});

/** Caches the documents, as a guest gets them, and all files; all or none. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(NAME);
  const documents = await Promise.all(
    OFFLINE_DOCUMENTS.map(async (address) => {
      const response = await fetch(address, {
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      });
      if (!response.ok) throw new TypeError(`${address} answers ${response.status}`);
      const html = await response.clone().text();
      await cache.put(
        address,
        address === OFFLINE_PAGE ? toShellDocument(html, response) : response,
      );
      return html;
    }),
  );
  await cache.addAll([...new Set([...OFFLINE_FILES, ...documents.flatMap(listFiles)])]);
}

/** The shell document, from which every page can start, with its headers. */
function toShellDocument(html: string, { headers }: Response): Response {
  const own = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) own.delete(name);
  return new Response(withoutServedHead(html), { headers: own });
}

/** Deletes the caches of earlier builds, which no open page needs, and takes control of the open pages. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(FAMILY) && name !== NAME)
      .map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

/**
 * Activates at once when the page that asks runs this build and is the only one open. Any other page may still need the
 * files of its own build.
 */
async function activateIfAlone(file: string, asking: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = await (await caches.open(NAME)).match(file);
  if (own && pages.length === 1 && pages[0]?.id === asking) await worker.skipWaiting();
}

async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Returns the server's answer; the cached one when there is none, or when only a gateway answers. */
async function answerPage(request: Request): Promise<Response> {
  const answer = fetch(request);
  try {
    const response = await inTime(answer);
    if (response && !isGateway(response.status)) return response;
  } catch {
    // No connection.
  }
  return (await findCached(request.url)) ?? answer;
}

function inTime(answer: Promise<Response>): Promise<Response | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), PAGE_TIMEOUT_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Statuses of a proxy without a server, or of a server that is stopping. */
function isGateway(status: number): boolean {
  return status >= 502 && status <= 504;
}

async function findCached(url: string): Promise<Response | undefined> {
  const answer = answerOffline(url, OFFLINE_DOCUMENTS);
  if (answer.kind === 'redirect') {
    return Response.redirect(new URL(answer.to, worker.location.origin).href, 302);
  }
  return (await caches.open(NAME)).match(answer.address);
}
