import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createQueryClient } from '../client/queries.ts';
import {
  cacheMarket,
  clearMarketCache,
  findCachedPriceMs,
  findCachePath,
  queryKeyOf,
  restoreMarketCache,
  trimForCache,
} from './market-cache.ts';
import { listPersonalKeys } from './sign-out-cleanup.ts';

test('symbols, quotes and bars are cached, and no other query', () => {
  for (const [key, place] of [
    [['market', 'symbols'], '/kept/symbols'],
    [['market', 'quotes', 'forex'], '/kept/quotes/forex'],
    [['market', 'pages', 'BRK.B', '1D'], '/kept/pages/BRK.B/1D'],
  ] as const) {
    assert.equal(findCachePath(key), place);
    assert.deepEqual(queryKeyOf(place), key);
  }
  for (const key of [
    ['session'],
    ['account', 'favorites'],
    ['messages', 'platform'],
    ['signals', 'predictor', 'forex'],
    ['analysis', 'seer', 'EURUSD'],
    ['market', 'history', 'EURUSD', '1D', {}],
    ['market', 'quotes', { type: 'forex' }],
    [],
  ]) {
    assert.equal(findCachePath(key), null, JSON.stringify(key));
  }
});

test('the newest five hundred bars of a chart are cached, as its only page', () => {
  const bars = Array.from({ length: 1500 }, (_, d) => ({ d }));
  const data = { pages: [bars, [{ d: -1 }]], pageParams: [null, 0] };
  assert.deepEqual(trimForCache(['market', 'pages', 'EURUSD', '1D'], data), {
    pages: [bars.slice(1000)],
    pageParams: [null],
  });
  const list = [{ symbol: 'EURUSD' }];
  assert.equal(trimForCache(['market', 'symbols'], list), list);
});

test('market data are cached for a signed-in person, not for a guest', async (t) => {
  const kept: string[] = [];
  const cache = { put: async (place: string) => kept.push(place), keys: async () => [] };
  Object.assign(globalThis, { caches: { open: async () => cache } });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  const client = createQueryClient();
  t.after(() => client.clear());
  let guest = true;
  t.after(cacheMarket(client, () => !guest));
  const read = (category: string) =>
    client.fetchQuery({
      queryKey: ['market', 'quotes', category],
      queryFn: () => ({ quotes: [] }),
    });
  await read('forex');
  guest = false;
  await read('crypto');
  await new Promise(setImmediate);
  assert.deepEqual(kept, ['/kept/quotes/crypto']);
});

test('signing out keeps the settings of the browser and removes drafts', () => {
  const keys = ['rasat.theme', 'rasat.chartTheme', 'rasat.prices', 'rasat.keys', 'other'];
  const personal = ['rasat.unsaved', 'rasat.question', 'rasat.homework.3', 'rasat.admin.answer'];
  assert.deepEqual(listPersonalKeys([...keys, ...personal]), personal);
});

const DAY_MS = 86_400_000;

/** A browser's CacheStorage, as far as it is used here; the content of `rasat-prices` by path. */
function browser(t: TestContext): { places: Map<string, unknown>; names: Set<string> } {
  const places = new Map<string, unknown>();
  const names = new Set<string>();
  const urlOf = (place: string) => `https://rasat.example${place.replace(/ /g, '%20')}`;
  const cache = {
    put: async (place: string, response: Response) => places.set(place, await response.json()),
    keys: async () => [...places.keys()].map((place) => ({ url: urlOf(place) })),
    match: async ({ url }: { url: string }) => {
      const place = [...places.keys()].find((one) => urlOf(one) === url);
      return place === undefined ? undefined : Response.json(places.get(place));
    },
    delete: async ({ url }: { url: string }) => {
      for (const place of places.keys()) if (urlOf(place) === url) places.delete(place);
    },
  };
  const caches = {
    open: async (name: string) => {
      names.add(name);
      return cache;
    },
    has: async (name: string) => names.has(name),
    delete: async (name: string) => {
      if (!names.delete(name)) return false;
      places.clear();
      return true;
    },
  };
  Object.assign(globalThis, { caches });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  return { places, names };
}

test('the six most recently opened charts are cached', async (t) => {
  const { places, names } = browser(t);
  const client = createQueryClient();
  t.after(() => client.clear());
  const stop = cacheMarket(client, () => true);
  const read = async (queryKey: readonly unknown[], data: unknown) => {
    await client.fetchQuery({ queryKey, queryFn: () => data, staleTime: 0 });
    await new Promise(setImmediate);
  };
  await read(['market', 'symbols'], [{ symbol: 'S1' }]);
  for (let chart = 1; chart <= 6; chart += 1) {
    await read(['market', 'pages', `S${chart}`, '1D'], {
      pages: [[{ d: chart }]],
      pageParams: [9],
    });
  }
  assert.equal(places.size, 7);
  await read(['market', 'pages', 'S7', '1D'], { pages: [], pageParams: [] });
  assert.deepEqual([...names], ['rasat-prices']);
  assert.deepEqual(
    [...places.keys()],
    ['/kept/symbols', ...[2, 3, 4, 5, 6, 7].map((chart) => `/kept/pages/S${chart}/1D`)],
  );
  const { savedAtMs, data } = places.get('/kept/pages/S3/1D') as {
    savedAtMs: number;
    data: unknown;
  };
  assert.deepEqual(data, { pages: [[{ d: 3 }]], pageParams: [null] });
  assert.ok(Math.abs(savedAtMs - Date.now()) < 60_000, 'with the moment at which it came');
  assert.deepEqual((places.get('/kept/pages/S7/1D') as typeof data & object)['data' as never], {
    pages: [[]],
    pageParams: [null],
  });

  await read(['account', 'favorites'], ['S1']);
  client.setQueryData(['market', 'quotes', 'bist'], { quotes: [] });
  await assert.rejects(
    client.fetchQuery({
      queryKey: ['market', 'quotes', 'crypto'],
      queryFn: () => Promise.reject(new Error('away')),
      retry: false,
    }),
  );
  stop();
  await read(['market', 'quotes', 'forex'], { quotes: [] });
  assert.equal(
    places.size,
    7,
    'what a page puts there itself, a failure, and what comes later are not kept',
  );

  await clearMarketCache();
  assert.deepEqual([...names], []);
});

test('cached data fill queries without data, unless older than two weeks', async (t) => {
  const { places } = browser(t);
  await (globalThis as unknown as { caches: CacheStorage }).caches.open('rasat-prices');
  const nowMs = 20 * DAY_MS;
  const quote = (s: string, d: number | null) => ({ s, d });
  places.set('/kept/symbols', { form: 2, savedAtMs: 5, data: [{ symbol: 'OLD' }] });
  places.set('/kept/quotes/forex', {
    form: 2,
    savedAtMs: nowMs - 14 * DAY_MS,
    data: { quotes: [quote('A', 300), quote('B', null), quote('C', 700), quote('D', 600)] },
  });
  places.set('/kept/quotes/bist', {
    form: 2,
    savedAtMs: nowMs - 14 * DAY_MS - 1,
    data: { quotes: [] },
  });
  places.set('/kept/quotes/crypto', {
    form: 2,
    savedAtMs: nowMs,
    data: { quotes: [quote('E', 900)] },
  });
  places.set('/kept/pages/BRK B/1D', {
    form: 2,
    savedAtMs: nowMs,
    data: { pages: [[{ d: 5000 }]] },
  });
  // As an earlier version of the program cached them.
  places.set('/kept/quotes/index', { savedAtMs: nowMs, data: { quotes: [quote('F', 800)] } });
  const client = createQueryClient();
  t.after(() => client.clear());
  const known = { quotes: [] };
  client.setQueryData(['market', 'quotes', 'crypto'], known);
  assert.equal(findCachedPriceMs(), null);
  await restoreMarketCache(client, nowMs);
  const data = (...key: string[]) => client.getQueryData(['market', ...key]);
  assert.equal(data('symbols'), undefined);
  assert.equal(data('quotes', 'bist'), undefined);
  assert.equal(data('quotes', 'index'), undefined, 'of another form');
  assert.equal(data('quotes', 'crypto'), known, 'what is there is newer');
  assert.deepEqual(data('pages', 'BRK B', '1D'), { pages: [[{ d: 5000 }]] });
  assert.equal((data('quotes', 'forex') as { quotes: unknown[] }).quotes.length, 4);
  const state = client.getQueryState(['market', 'quotes', 'forex']);
  assert.equal(state?.dataUpdatedAt, nowMs - 14 * DAY_MS, 'it is as old as it is');
  assert.equal(findCachedPriceMs(), 700, 'the newest price of those that fill something');
});

test('a browser without a cache starts without data', async (t) => {
  const client = createQueryClient();
  t.after(() => client.clear());
  assert.equal(cacheMarket(client, () => true)(), undefined);
  await restoreMarketCache(client, 0);
  await clearMarketCache();
  const { places } = browser(t);
  places.set('/kept/symbols', { savedAtMs: 0, data: [] });
  await restoreMarketCache(client, 0);
  assert.deepEqual(client.getQueryCache().getAll(), []);
});
