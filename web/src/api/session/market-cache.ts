import { DAY_MS, type Reply, type ROUTES } from '@rasat/contract';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

// Market data that the browser caches for a start without a connection: the list of symbols, the last prices, and the
// newest bars of recently opened charts. It caches no analysis and no personal data. The cache is removed when the
// person signs out; a guest has none.

const CACHE = 'rasat-prices';
const PATH_PREFIX = '/kept/';
const MAX_CHARTS = 6;
const MAX_BARS = 500;
/** Older prices are not used. */
const MAX_AGE_MS = 14 * DAY_MS;

/** Form of the cached data; data of another form are not used, because the program would miss fields of them. */
const FORM = 2;

let cachedPriceMs: number | null = null;

/** Time of the newest cached price that this page started with; null when it started with the server's prices. */
export function findCachedPriceMs(): number | null {
  return cachedPriceMs;
}

type Quotes = Reply<typeof ROUTES.quotes>;

/** Returns the cache path of a query; null for a query that is not cached. */
export function findCachePath(key: QueryKey): string | null {
  const [area, what, ...rest] = key;
  if (area !== 'market' || !rest.every((part) => typeof part === 'string')) return null;
  if (what === 'symbols' && rest.length === 0) return `${PATH_PREFIX}symbols`;
  if (what === 'quotes' && rest.length === 1) return `${PATH_PREFIX}quotes/${rest[0]}`;
  if (what === 'pages' && rest.length === 2) return `${PATH_PREFIX}pages/${rest[0]}/${rest[1]}`;
  return null;
}

/** Returns the query key of a cache path. */
export function queryKeyOf(path: string): QueryKey {
  return ['market', ...path.slice(PATH_PREFIX.length).split('/')];
}

/** Returns the part of a query's data that is cached: of a chart only the newest bars. */
export function trimForCache(key: QueryKey, data: unknown): unknown {
  if (key[1] !== 'pages') return data;
  const newest =
    (data as InfiniteData<Reply<typeof ROUTES.historical>>).pages[0]?.slice(-MAX_BARS) ?? [];
  return { pages: [newest], pageParams: [null] };
}

/** Caches market data as they arrive, while `mayCache` allows it. Returns the unsubscribe function. */
export function cacheMarket(client: QueryClient, mayCache: () => boolean): () => void {
  if (!('caches' in globalThis)) return () => undefined;
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryKey, state } = event.query;
    const path = findCachePath(queryKey);
    if (path === null || !mayCache()) return;
    // Without the cache the next start has no data.
    void store(path, trimForCache(queryKey, state.data), state.dataUpdatedAt).catch(
      () => undefined,
    );
  });
}

async function store(path: string, data: unknown, savedAtMs: number): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(path, Response.json({ form: FORM, savedAtMs, data }));
  const charts = (await cache.keys()).filter(({ url }) => url.includes(`${PATH_PREFIX}pages/`));
  // The cache lists them in the order in which they were first stored.
  const over = charts.slice(0, Math.max(0, charts.length - MAX_CHARTS));
  await Promise.all(over.map((request) => cache.delete(request)));
}

/** Fills queries without data from the cache. */
export async function restoreMarketCache(client: QueryClient, nowMs: number): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const cached = (await (await cache.match(request))?.json()) as
      | { readonly form?: number; readonly savedAtMs: number; readonly data: unknown }
      | undefined;
    const key = queryKeyOf(decodeURIComponent(new URL(request.url).pathname));
    if (cached?.form !== FORM || nowMs - cached.savedAtMs > MAX_AGE_MS) continue;
    if (client.getQueryData(key) !== undefined) continue;
    client.setQueryData(key, cached.data, { updatedAt: cached.savedAtMs });
    if (key[1] !== 'quotes') continue;
    for (const { d } of (cached.data as Quotes).quotes) {
      if (d !== null) cachedPriceMs = Math.max(cachedPriceMs ?? 0, d);
    }
  }
}

/** Deletes the cache. */
export async function clearMarketCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => undefined);
}
