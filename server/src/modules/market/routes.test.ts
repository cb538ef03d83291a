import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BARS_MEDIA_TYPE, unpackBars, VERSION_HEADER } from '@rasat/contract';
import { type Bar, bucketStart } from '@rasat/engine';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { startBoard } from './read/board.ts';
import { registerMarketRoutes } from './routes.ts';
import { appendBars } from './store/append-bars.ts';
import { barAt } from './store/bar-columns.ts';
import { SeriesWriter } from './store/series-writer.ts';
import { insertSeries, saveWhole } from './store/symbol-store.ts';
import type { Series } from './symbol.ts';
import { formingTopic, silenceTopic, storedTopic, symbolsTopic, ticksTopic } from './topics.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 0, 5);
const BARS = 2000;
const NOW = MONDAY + BARS * HOUR + 600_000;
const clock = createManualClock(NOW);
const context = await testContext({ after }, { clock });

async function plant(
  symbol: string,
  category: 'crypto' | 'forex',
  source: string,
): Promise<Series> {
  const calendar = category === 'crypto' ? 'always' : 'forex';
  const name = { tr: `${symbol} tr`, az: `${symbol} az`, en: `${symbol} en` };
  return inTransaction(context.db, (trx) =>
    insertSeries(trx, { symbol, source, category, digits: 2, base: '60', calendar }, name, 1),
  );
}

const bar = (i: number): Bar => ({
  openTimeMs: MONDAY + i * HOUR,
  open: (10_000 + (i % 50)) / 100,
  high: (10_100 + (i % 50)) / 100,
  low: (9900 + (i % 50)) / 100,
  close: (10_001 + (i % 50)) / 100,
  volume: i / 2,
});
const wire = ({ openTimeMs: d, open: o, high: h, low: l, close: c, volume: v }: Bar) => ({
  d,
  o,
  h,
  l,
  c,
  v,
});

const btc = await plant('BTCUSD', 'crypto', 'simulated');
await plant('EMPTY', 'forex', 'simulated');
const writer = new SeriesWriter(btc, new Map(), null);
for (let i = 0; i < BARS; i++) writer.addBase(bar(i));
await appendBars(context.db, writer.takePending());

const board = await startBoard(context);
after(() => board.stop());
const server = await startTestServer(
  { after },
  { context, routes: (web) => registerMarketRoutes(web, board) },
);

async function getBars(path: string, headers: Record<string, string> = {}) {
  const response = await server.fetch(`/api/historical/${path}`, { headers });
  assert.equal(response.status, 200, path);
  return (await response.json()) as ReturnType<typeof wire>[];
}

const list = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => wire(bar(from + i)));

test('the list has every symbol with what a screen needs', async () => {
  const symbols = (await (await server.fetch('/api/symbols')).json()) as unknown[];
  assert.deepEqual(symbols, [
    {
      symbol: 'BTCUSD',
      type: 'crypto',
      digits: 2,
      name: { tr: 'BTCUSD tr', az: 'BTCUSD az', en: 'BTCUSD en' },
      source: 'simulated',
      delay: { class: 'simulated', ms: 0 },
      calendar: 'always',
      base: '60',
      resolutions: ['60', '240', '1D', '1W'],
    },
    {
      symbol: 'EMPTY',
      type: 'forex',
      digits: 2,
      name: { tr: 'EMPTY tr', az: 'EMPTY az', en: 'EMPTY en' },
      source: 'simulated',
      delay: { class: 'simulated', ms: 0 },
      calendar: 'forex',
      base: '60',
      resolutions: [],
    },
  ]);
});

test('bars come ascending, 1,500 unless asked otherwise, up to an exclusive time', async () => {
  assert.deepEqual(await getBars('BTCUSD-60'), list(500, 2000));
  assert.deepEqual(await getBars('BTCUSD-60?limit=3'), list(1997, 2000));
  assert.deepEqual(await getBars('BTCUSD-60?limit=5000'), list(0, 2000));
  const at = (i: number) => MONDAY + i * HOUR;
  assert.deepEqual(await getBars(`BTCUSD-60?to=${at(1500)}&limit=2`), list(1498, 1500));
  assert.deepEqual(await getBars(`BTCUSD-60?to=${at(1500) + 1}&limit=2`), list(1499, 1501));
  assert.deepEqual(await getBars(`BTCUSD-60?to=${at(1700)}&limit=1300`), list(400, 1700));
  assert.deepEqual(await getBars(`BTCUSD-60?to=${at(0)}`), []);
  assert.deepEqual(await getBars('BTCUSD-60?to=0'), []);
  assert.deepEqual(await getBars(`BTCUSD-60?to=${at(99_999)}&limit=1`), list(1999, 2000));
});

test('the board knows which sources are silent', () => {
  const { bus } = context;
  bus.publish(silenceTopic, { source: 'binance', sinceMs: 5 });
  assert.deepEqual([board.silentSinceMs('binance'), board.silentSinceMs('simulated')], [5, null]);
  bus.publish(silenceTopic, { source: 'binance', sinceMs: null });
  assert.equal(board.silentSinceMs('binance'), null);
});

test('a symbol or a resolution without bars answers an empty list', async () => {
  assert.deepEqual(await getBars('EMPTY-60'), []);
  assert.deepEqual(await getBars('BTCUSD-15'), []);
});

test('higher bars end with the one in the making, unless a time is given', async () => {
  const days = await getBars('BTCUSD-1D');
  const last = days.at(-1);
  assert.equal(last?.d, bucketStart('1D', NOW, false));
  assert.equal(last?.o, bar(1992).open);
  assert.equal(last?.c, bar(1999).close);
  const closed = await getBars(`BTCUSD-1D?to=${NOW + 1}`);
  assert.deepEqual(closed, days.slice(0, -1));
  assert.equal((await getBars('BTCUSD-1D?limit=1')).length, 1);
  assert.deepEqual(await getBars('BTCUSD-1D?limit=2'), days.slice(-2));
});

test('every reply has the same bars, whether plain, compressed or in stored form', async () => {
  for (const query of [
    '60',
    '60?limit=5000',
    '60?limit=7',
    '1D',
    '1D?limit=3',
    `60?to=${MONDAY + 1234 * HOUR}`,
  ]) {
    const plain = await server.fetch(`/api/historical/BTCUSD-${query}`, {
      headers: { 'accept-encoding': 'identity' },
    });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(plain.headers.get('cache-control'), 'no-store');
    const expected = await plain.json();
    const zipped = await server.fetch(`/api/historical/BTCUSD-${query}`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    assert.deepEqual(await zipped.json(), expected);
    const stored = await server.fetch(`/api/historical/BTCUSD-${query}`, {
      headers: { accept: BARS_MEDIA_TYPE },
    });
    assert.equal(stored.headers.get('content-type'), BARS_MEDIA_TYPE);
    const { bars, open } = unpackBars(new Uint8Array(await stored.arrayBuffer()));
    assert.deepEqual(
      Array.from({ length: bars.length }, (_, i) => wire(barAt(bars, i))),
      expected,
    );
    assert.equal(open, query.startsWith('1D') ? 1 : 0);
  }
});

test('quotes have the day, its change and thirty closes', async () => {
  const reply = (await (await server.fetch('/api/quotes/crypto')).json()) as {
    serverTime: number;
    quotes: Record<string, unknown>[];
  };
  assert.equal(reply.serverTime, NOW);
  const [quote] = reply.quotes;
  const { closes, ...rest } = quote as { closes: number[] };
  assert.deepEqual(rest, {
    s: 'BTCUSD',
    p: bar(1999).close,
    d: MONDAY + 2000 * HOUR,
    previousClose: bar(1991).close,
    dayOpen: bar(1992).open,
    dayHigh: Math.max(...Array.from({ length: 8 }, (_, i) => bar(1992 + i).high)),
    dayLow: Math.min(...Array.from({ length: 8 }, (_, i) => bar(1992 + i).low)),
    weekOpen: bar(1848).open,
    open: true,
    stale: true,
  });
  assert.equal(closes.length, 30);
  assert.equal(closes.at(-1), bar(1999).close);
  assert.equal(closes.at(-2), bar(1991).close);
  assert.equal(closes[0], bar(24 * (83 - 29) + 23).close);
  const none = (await (await server.fetch('/api/quotes/forex')).json()) as { quotes: unknown[] };
  assert.deepEqual(
    none.quotes,
    [
      {
        s: 'EMPTY',
        p: null,
        d: null,
        previousClose: null,
        dayOpen: null,
        dayHigh: null,
        dayLow: null,
        weekOpen: null,
        closes: [],
        open: false,
        stale: false,
      },
    ].map((quote) => ({ ...quote, open: false })),
  );
});

test('ticks, open bars and closes are seen at once, despite what was cached before', async () => {
  const { bus } = context;
  // Quotes are the same ones for a second.
  await clock.advance(1000);
  const open = { ...bar(2000), close: 101.5, high: 102, volume: 3 };
  bus.publish(ticksTopic, [{ s: 'BTCUSD', d: NOW - 1000, p: 101.5 }]);
  bus.publish(formingTopic, [{ symbol: 'BTCUSD', seriesId: btc.id, bars: { '60': [open] } }]);
  assert.deepEqual(await getBars('BTCUSD-60?limit=2'), [wire(bar(1999)), wire(open)]);
  assert.deepEqual(await getBars('BTCUSD-60?limit=2', { 'accept-encoding': 'gzip' }), [
    wire(bar(1999)),
    wire(open),
  ]);
  const moved = { ...open, close: 100.5 };
  bus.publish(formingTopic, [{ symbol: 'BTCUSD', seriesId: btc.id, bars: { '60': [moved] } }]);
  assert.deepEqual((await getBars('BTCUSD-60')).at(-1), wire(moved));
  const { quotes } = (await (await server.fetch('/api/quotes/crypto')).json()) as {
    quotes: { p: number; stale: boolean }[];
  };
  assert.equal(quotes[0]?.p, 101.5);
  assert.equal(quotes[0]?.stale, false);
  assert.deepEqual(board.lastPrice('BTCUSD'), { p: 101.5, d: NOW - 1000 });

  writer.addBase(bar(2000));
  await appendBars(context.db, writer.takePending());
  const event = {
    symbol: 'BTCUSD',
    seriesId: btc.id,
    resolution: '60',
    bars: [bar(2000)],
  } as const;
  bus.publish(storedTopic, [event]);
  assert.deepEqual(await getBars('BTCUSD-60?limit=2'), list(1999, 2001));
  assert.deepEqual(await getBars('BTCUSD-60'), list(501, 2001));
});

test('a symbol that another process lists appears, and one that it takes away goes', async () => {
  const late = await plant('LATE', 'crypto', 'file');
  const own = new SeriesWriter(late, new Map(), null);
  for (let i = 0; i < 30; i++) own.addBase(bar(i));
  await appendBars(context.db, own.takePending());
  context.bus.publish(symbolsTopic, { symbols: ['LATE'] });
  for (let i = 0; i < 3000 && !board.find('LATE'); i++) await pause(20);
  assert.deepEqual((await getBars('LATE-60')).length, 30);
  assert.equal((await getBars('LATE-1D')).length, 2, 'a closed day and one in the making');
  own.addBase(bar(30));
  await appendBars(context.db, own.takePending());
  context.bus.publish(symbolsTopic, { symbols: ['LATE'] });
  for (let i = 0; i < 3000 && (await getBars('LATE-60')).length < 31; i++) await pause(20);
  assert.equal((await getBars('LATE-60')).length, 31);
});

test('a symbol says that older bars are arriving until its history is whole', async () => {
  const { db, bus } = context;
  const name = { tr: 'Yeni', az: 'Yeni', en: 'New' };
  const of = { symbol: 'NEW', source: 'binance', category: 'crypto', digits: 2 } as const;
  const series = await inTransaction(db, (trx) =>
    insertSeries(trx, { ...of, base: '60', calendar: 'always', whole: false }, name, 1),
  );
  const arriving = async (): Promise<unknown> => {
    const symbols = (await (await server.fetch('/api/symbols')).json()) as Record<
      string,
      unknown
    >[];
    return symbols.find(({ symbol }) => symbol === 'NEW')?.arriving;
  };
  bus.publish(symbolsTopic, { symbols: ['NEW'] });
  for (let i = 0; i < 3000 && !board.find('NEW'); i++) await pause(20);
  assert.equal(await arriving(), true);
  await inTransaction(db, (trx) => saveWhole(trx, series.id));
  bus.publish(symbolsTopic, { symbols: ['NEW'] });
  for (let i = 0; i < 3000 && board.find('NEW')?.series.isWhole !== true; i++) await pause(20);
  assert.equal(await arriving(), undefined);
});

const REFUSED: readonly [row: string, path: string, status: number, code: string][] = [
  ['D1', '/historical/btcusd-60', 400, 'bad-fields-400'],
  ['D2', '/historical/NOPE-60', 404, 'not-found-404'],
  ['D3', '/historical/..%2f-60', 400, 'bad-fields-400'],
  ['D3', '/historical/%00-60', 400, 'bad-fields-400'],
  ['D3', '/historical/%EF%BC%A5URUSD-60', 400, 'bad-fields-400'],
  ['D3', '/historical/%E0%A4%A', 400, 'bad-fields-400'],
  ['D4', `/historical/${'A'.repeat(200)}-60`, 400, 'bad-fields-400'],
  ['D4', `/historical/${'A'.repeat(21)}-60`, 400, 'bad-fields-400'],
  ['D5', '/historical/BTCUSD-7', 400, 'bad-fields-400'],
  ['D5', '/historical/BTCUSD-1d', 400, 'bad-fields-400'],
  ['D6', '/historical/BTCUSD', 400, 'bad-fields-400'],
  ['D6', '/historical/BTCUSD-', 400, 'bad-fields-400'],
  ['D7', '/historical/BTCUSD-1D-1W', 400, 'bad-fields-400'],
  ['D8', '/quotes/stocks', 404, 'not-found-404'],
  ['D11', '/quotes/CRYPTO', 404, 'not-found-404'],
  ['D11', '/quotes/__proto__', 404, 'not-found-404'],
  ['D13', '/historical/BTCUSD-60?from=2&to=1', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?to=NaN', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?to=1000000000000000000', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?to=9999999999999999', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?to=-1', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?to=1e3', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?to=1&to=2', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?limit=0', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?limit=5001', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?limit=1.5', 400, 'bad-fields-400'],
  ['D13', '/historical/BTCUSD-60?limit=', 400, 'bad-fields-400'],
  ['H6', '/symbols?role=admin', 400, 'bad-fields-400'],
  ['H6', '/quotes/crypto?x=1', 400, 'bad-fields-400'],
];

for (const [row, path, status, code] of REFUSED) {
  test(`${row}: ${path.slice(0, 60)} is ${code}`, async () => {
    const response = await server.fetch(`/api${path}`);
    assert.equal(response.status, status);
    const body = (await response.json()) as { code: string; requestId: string };
    assert.equal(body.code, code);
    assert.ok(body.requestId);
  });
}

test('quotes are the same for a second, then what came meanwhile is in them, and a version says so', async () => {
  const ask = async (have?: string | null) => {
    const response = await server.fetch(`/api/quotes/crypto${have ? `?have=${have}` : ''}`);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const body = (await response.json()) as { quotes?: { p: number }[]; unchanged?: true };
    return { version: response.headers.get(VERSION_HEADER), body, p: body.quotes?.[0]?.p };
  };
  await clock.advance(1000);
  const before = await ask();
  assert.deepEqual((await ask(before.version)).body, { unchanged: true });
  context.bus.publish(ticksTopic, [{ s: 'BTCUSD', d: clock.now(), p: 99.25 }]);
  await clock.advance(999);
  assert.equal((await ask()).p, before.p);
  await clock.advance(1);
  const later = await ask(before.version);
  assert.equal(later.p, 99.25);
  assert.notEqual(later.version, before.version);
});
