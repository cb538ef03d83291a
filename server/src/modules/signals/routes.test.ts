import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Reply, type ROUTES, VERSION_HEADER } from '@rasat/contract';
import type { EngineView } from '@rasat/engine';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Guard } from '../../platform/http/person.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { listOf, plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { openAnalyses, startAnalyst, startRun, updatedTopic } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
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
const silent = new Map<string, number>();
const analyses = openAnalyses(context, listOf(planted));
after(() => analyses.stop());
/** A caller with a name is a person with every right, unless the name says otherwise. */
const asNamed: Guard = async (_access, { headers }) => {
  const name = headers['x-person'];
  if (typeof name !== 'string') return null;
  return {
    id: (await personOf(name)).id,
    publicId: name,
    sessionId: 1,
    subscriber: headers['x-subscriber'] !== 'no',
    student: true,
    admin: false,
  };
};
const NO_PRICES = { lastPrice: () => null, silentSinceMs: () => null };
/** Whose opening of which category was to be counted. */
const noted: string[] = [];
const counter = {
  note: (category: string, person: number) => void noted.push(`${category} ${person}`),
};
const server = await startTestServer(
  { after },
  {
    context,
    guard: asNamed,
    routes: (web) => {
      const prices = {
        lastPrice: (symbol: string) => last.get(symbol) ?? null,
        silentSinceMs: (source: string) => silent.get(source) ?? null,
      };
      registerSignalRoutes(web, analyses, prices, counter);
    },
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

test('a condition that was opened in the silence of its source is shown when the source is heard again', async () => {
  const times = async () => {
    // A list is the same one for a second.
    await clock.advance(1000);
    return (await get<Row[]>('/predictor/crypto')).map((row) => row.tradeCondition.datetime);
  };
  const all = await times();
  const [newest = 0, ...rest] = all;
  silent.set('simulated', newest - 1);
  assert.deepEqual(
    await times(),
    rest.filter((one) => one < newest),
  );
  silent.set('simulated', newest);
  assert.deepEqual(await times(), all, 'it was opened before the silence');
  silent.delete('simulated');
  silent.set('binance', 0);
  assert.deepEqual(await times(), all, 'another source');
  silent.clear();
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
  const rows = await get<Reply<typeof ROUTES.portfolio>>('/portfolio/crypto');
  const nowMs = clock.now();
  const expected = [...views].flatMap(([s, view]) =>
    (['hayyam', '52', '144', '36', 'crystal'] as const).flatMap((kind, i) => {
      const trade = view.trades[kind].short;
      if (!trade || trade.closed || trade.expiry <= nowMs) return [];
      const { d, way, p, sl } = trade;
      return [{ s, t: i + 1, d, way: way === 'up', p, sl }];
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

/** Asks for a list as some caller, with the version that the caller has. */
async function ask(path: string, headers: Record<string, string>, have?: string | null) {
  const query = have ? `?for=overview&have=${have}` : '?for=overview';
  const response = await server.fetch(`/api${path}${query}`, { headers });
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const version = response.headers.get(VERSION_HEADER);
  return { status: response.status, version, body: (await response.json()) as unknown };
}
const CALLERS: Readonly<Record<string, Record<string, string>>> = {
  guest: {},
  person: { 'x-person': 'ada', 'x-subscriber': 'no' },
  subscriber: { 'x-person': 'eve' },
};
const SUBSCRIBER = { 'x-person': 'eve' };

test('what a list holds hangs on who calls, and never on the version that the caller names', async () => {
  const own = new Map<string, Awaited<ReturnType<typeof ask>>>();
  for (const [name, headers] of Object.entries(CALLERS)) {
    own.set(name, await ask('/predictor/crypto', headers));
  }
  const rowsOf = (name: string) => own.get(name)?.body as { tradeCondition: object }[];
  assert.ok(rowsOf('subscriber').every(({ tradeCondition }) => 'setup' in tradeCondition));
  for (const name of ['guest', 'person']) {
    assert.ok(!rowsOf(name).some(({ tradeCondition }) => 'setup' in tradeCondition), name);
  }
  for (const [name, headers] of Object.entries(CALLERS)) {
    for (const { version } of own.values()) {
      const answer = await ask('/predictor/crypto', headers, version);
      const isOwn = version === own.get(name)?.version;
      assert.equal(answer.version, own.get(name)?.version);
      assert.deepEqual(answer.body, isOwn ? { unchanged: true } : own.get(name)?.body, name);
    }
  }
});

test('two people share what both may have, and each is counted', async () => {
  const [one, two] = [{ 'x-person': 'one' }, { 'x-person': 'two' }];
  const { version, body } = await ask('/predictor/crypto', one);
  assert.deepEqual(await ask('/predictor/crypto', two), { status: 200, version, body });
  noted.length = 0;
  for (const headers of [one, two]) {
    const first = await server.fetch('/api/portfolio/index', { headers });
    const again = `/api/portfolio/index?have=${first.headers.get(VERSION_HEADER)}`;
    assert.deepEqual(await (await server.fetch(again, { headers })).json(), { unchanged: true });
  }
  const ids = [(await personOf('one')).id, (await personOf('two')).id];
  assert.deepEqual(
    noted,
    ids.flatMap((id) => [`index ${id}`, `index ${id}`]),
  );
});

for (const path of ['/portfolio/crypto', '/predictor/crypto']) {
  test(`${path}: one symbol's new analysis makes a new version at once`, async () => {
    const before = await ask(path, SUBSCRIBER);
    const same = await ask(path, SUBSCRIBER, before.version);
    assert.deepEqual(same.body, { unchanged: true });
    const [row] = before.body as { s?: string; tradeCondition?: { symbol: string } }[];
    const symbol = row?.s ?? row?.tradeCondition?.symbol;
    assert.ok(symbol);
    const none = JSON.stringify({ short: null, long: null });
    await sql`
      update analysis_view set view = (view::jsonb || jsonb_build_object('condition', null,
        'trades', (select jsonb_object_agg(kind, ${none}::jsonb) from jsonb_object_keys(view::jsonb -> 'trades') kind)))::json
      where series_id = ${planted.find((one) => one.symbol === symbol)?.id}`.execute(context.db);
    context.bus.publish(updatedTopic, { symbols: [symbol], changed: [symbol] });
    const after = await ask(path, SUBSCRIBER, before.version);
    assert.notEqual(after.version, before.version);
    assert.ok(Array.isArray(after.body));
    assert.ok(!JSON.stringify(after.body).includes(`"${symbol}"`));
  });
}

test('an expired trade is not listed even before its next bar', async () => {
  const far = createManualClock(clock.now() + 400 * 24 * HOUR);
  const later = await startTestServer(
    { after },
    {
      context: { ...context, clock: far },
      guard: asNamed,
      routes: (web) => registerSignalRoutes(web, analyses, NO_PRICES, counter),
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

test('a person who opens a list is counted, a guest and an overview are not', async () => {
  noted.length = 0;
  const { id } = await personOf('eve');
  await get('/predictor/nasdaq', 'eve');
  await get('/portfolio/nasdaq', 'eve');
  await get('/predictor/nasdaq', null);
  await get('/predictor/nasdaq?for=overview', 'eve');
  await get('/portfolio/nasdaq?for=overview', 'eve');
  assert.deepEqual(noted, [`nasdaq ${id}`, `nasdaq ${id}`]);
});
