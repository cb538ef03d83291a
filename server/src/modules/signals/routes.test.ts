import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EngineView } from '@rasat/engine';
import { createManualClock } from '../../platform/clock.ts';
import type { Guard } from '../../platform/http/person.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { listOf, plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { until } from '../../testing/patience.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { openAnalyses, startAnalyst, startRun } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { mondayInIstanbul } from './page-views.ts';
import { registerSignalRoutes } from './routes.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
const BARS = 6000;
const clock = createManualClock(MONDAY + BARS * HOUR);
const context = await testContext({ after }, { clock });

const planted: Series[] = [];
const views = new Map<string, EngineView>();
for (let i = 0; i < 6; i += 1) {
  const symbol = `C${i}USD`;
  const series = await plantSeries(context.db, { symbol, category: 'crypto' });
  const bars = makeBars({ seed: 20 + i, fromMs: MONDAY, bars: BARS });
  await plantBars(context.db, series, bars);
  planted.push(series);
  const run = startRun(series);
  for (let row = 0; row < bars.length; row += 1) run.read(bars, row);
  views.set(symbol, run.view());
}
planted.push(await plantSeries(context.db, { symbol: 'EMPTY', category: 'crypto' }));
planted.push(await plantSeries(context.db, { symbol: 'EURUSD' }));
await withParts([() => startAnalyst(context)], async () => {});

const persons = new Map<string, Promise<PlantedPerson>>();
const personOf = (name: string): Promise<PlantedPerson> => {
  const known = persons.get(name) ?? plantPerson(context);
  persons.set(name, known);
  return known;
};
const last = new Map<string, { p: number; d: number }>();
const analyses = openAnalyses(context, listOf(planted));
after(() => analyses.stop());
/** Everybody who names themselves is a person with every right. */
const asNamed: Guard = async (_access, { headers }) => {
  const name = headers['x-person'];
  if (typeof name !== 'string') return null;
  return {
    id: (await personOf(name)).id,
    publicId: name,
    sessionId: 1,
    subscriber: true,
    student: true,
    admin: false,
  };
};
const server = await startTestServer(
  { after },
  {
    context,
    guard: asNamed,
    routes: (web) =>
      registerSignalRoutes(web, analyses, { lastPrice: (symbol) => last.get(symbol) ?? null }),
  },
);

async function get<T>(path: string, person: string | null = 'ada'): Promise<T> {
  const response = await server.fetch(`/api${path}`, {
    headers: person === null ? {} : { 'x-person': person },
  });
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

type Row = {
  tradeCondition: { symbol: string; datetime: number; price: number; tp1: number };
  last: { p: number; d: number } | null;
};

test('the predictor has the newest condition of every symbol with one, newest first', async () => {
  last.set('C0USD', { p: 1.25, d: 7 });
  const rows = await get<Row[]>('/predictor/crypto');
  const expected = [...views].flatMap(([symbol, view]) =>
    view.condition ? [{ symbol, ...view.condition }] : [],
  );
  assert.ok(expected.length >= 5);
  assert.equal(rows.length, expected.length);
  const times = rows.map((row) => row.tradeCondition.datetime);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  for (const { tradeCondition, last: price } of rows) {
    const own = expected.find((one) => one.symbol === tradeCondition.symbol);
    assert.equal(tradeCondition.price, own?.price);
    assert.equal(tradeCondition.tp1, own?.tp1);
    assert.deepEqual(price, last.get(tradeCondition.symbol) ?? null);
  }
});

test("a person's predictor has the last price, a guest's one of the last five seconds", async () => {
  const priceOf = async (person: string | null) =>
    (await get<Row[]>('/predictor/crypto', person)).find(
      (row) => row.tradeCondition.symbol === 'C0USD',
    )?.last?.p;
  await clock.advance(60_000);
  last.set('C0USD', { p: 1, d: 1 });
  assert.equal(await priceOf(null), 1);
  last.set('C0USD', { p: 2, d: 2 });
  assert.equal(await priceOf('ada'), 2);
  assert.equal(await priceOf(null), 1);
  await clock.advance(4999);
  assert.equal(await priceOf(null), 1);
  await clock.advance(1);
  assert.equal(await priceOf(null), 2);
});

test('the portfolio has every open primary trade, newest first', async () => {
  const rows = await get<{ s: string; t: number; d: number }[]>('/portfolio/crypto');
  const nowMs = clock.now();
  const expected = [...views].flatMap(([s, view]) =>
    (['hayyam', '52', '144', '36', 'crystal'] as const).flatMap((kind, i) => {
      const trade = view.trades[kind].short;
      return trade && !trade.closed && trade.expiry > nowMs ? [{ s, t: i + 1, d: trade.d }] : [];
    }),
  );
  assert.ok(expected.length > 0);
  const order = (a: { s: string; t: number }, b: { s: string; t: number }) =>
    a.s.localeCompare(b.s) || a.t - b.t;
  assert.deepEqual(rows.toSorted(order), expected.toSorted(order));
  assert.deepEqual(
    rows.map((row) => row.d),
    rows.map((row) => row.d).toSorted((a, b) => b - a),
  );
  assert.deepEqual(await get('/portfolio/forex'), []);
  assert.deepEqual(await get('/predictor/bist'), []);
});

test('an expired trade is not listed even before its next bar', async () => {
  const far = createManualClock(clock.now() + 400 * 24 * HOUR);
  const later = await startTestServer(
    { after },
    {
      context: { ...context, clock: far },
      guard: asNamed,
      routes: (web) => registerSignalRoutes(web, analyses, { lastPrice: () => null }),
    },
  );
  const response = await later.fetch('/api/portfolio/crypto?for=overview', {
    headers: { 'x-person': 'ada' },
  });
  assert.deepEqual(await response.json(), []);
});

for (const path of ['/predictor/stocks', '/portfolio/CRYPTO', '/portfolio/stocks']) {
  test(`${path.startsWith('/predictor') ? 'D8' : 'D11'}: ${path} is not found`, async () => {
    const response = await server.fetch(`/api${path}`, { headers: { 'x-person': 'ada' } });
    assert.equal(response.status, 404);
    assert.equal(((await response.json()) as { code: string }).code, 'not-found-404');
  });
}

test('a person counts once per category and UTC hour, a guest and an overview never', async () => {
  const count = async () =>
    Object.fromEntries(
      (await get<{ type: string; views: number }[]>('/portfolio/views')).map((row) => [
        row.type,
        row.views,
      ]),
    );
  await clock.advance(mondayInIstanbul(clock.now()) + 7 * 24 * HOUR - clock.now() - 1000);
  const before = await count();
  await get('/predictor/nasdaq', 'eve');
  await get('/portfolio/nasdaq', 'eve');
  await get('/predictor/nasdaq', 'bob');
  await get('/predictor/nasdaq', null);
  await get('/predictor/nasdaq?for=overview', 'ann');
  await get('/portfolio/nasdaq?for=overview', 'ann');
  await until('counted', async () => (await count()).nasdaq === (before.nasdaq ?? 0) + 2);
  // Monday in Istanbul begins: all is zero again, all five are there.
  await clock.advance(1000);
  assert.deepEqual(await count(), { crypto: 0, forex: 0, bist: 0, nasdaq: 0, index: 0 });
  await get('/portfolio/nasdaq', 'eve');
  await until('counted', async () => (await count()).nasdaq === 1);
  await clock.advance(HOUR);
  await get('/portfolio/nasdaq', 'eve');
  await until('counted again in the next hour', async () => (await count()).nasdaq === 2);
});

test('the week begins on Monday in Istanbul', () => {
  // 2026-11-22 is a Sunday; at 21:00 UTC it is Monday in Istanbul.
  const monday = Date.UTC(2026, 10, 22, 21);
  assert.equal(mondayInIstanbul(monday), monday);
  assert.equal(mondayInIstanbul(monday - 1), monday - 7 * 24 * HOUR);
  assert.equal(mondayInIstanbul(Date.UTC(2026, 10, 28, 12)), monday);
});
