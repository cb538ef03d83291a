import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, test } from 'node:test';
import { ROUTES } from '@rasat/contract';
import { sliceColumns } from '@rasat/ledger';
import { createManualClock } from '../../platform/clock.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { listOf, plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { closedTopic } from '../market/index.ts';
import { openAnalyses } from './analyses.ts';
import { registerAnalysisRoutes } from './routes.ts';
import { startRun } from './series-run.ts';
import { startAnalyst } from './worker.ts';

const MONDAY = Date.UTC(2023, 0, 2);
const HOUR = 3_600_000;
const NOW = MONDAY + 30_000 * HOUR;

const context = await testContext({ after }, { clock: createManualClock(NOW) });
const hourly = makeBars({ seed: 1, fromMs: MONDAY, bars: 12_000, isOpen: isForexOpen });
const daily = makeBars({
  seed: 2,
  fromMs: MONDAY,
  bars: 1200,
  stepMs: 24 * HOUR,
  digits: 2,
  price: 90,
});
const eurusd = await plantSeries(context.db, { symbol: 'EURUSD' });
const btcusd = await plantSeries(context.db, {
  symbol: 'BTCUSD',
  category: 'crypto',
  digits: 2,
  base: '1D',
});
const young = await plantSeries(context.db, { symbol: 'YOUNG' });
const empty = await plantSeries(context.db, { symbol: 'EMPTY' });
await plantBars(context.db, eurusd, hourly);
await plantBars(context.db, btcusd, daily);
await plantBars(context.db, young, sliceColumns(hourly, 0, 10));
await withParts([() => startAnalyst(context)], async () => {});

const list = listOf([eurusd, btcusd, young, empty]);
const analyses = openAnalyses(context, list);
after(() => analyses.stop());
const server = await startTestServer(
  { after },
  { context, routes: (web) => registerAnalysisRoutes(web, analyses) },
);

async function get(path: string): Promise<unknown> {
  const response = await server.fetch(`/api${path}`);
  const body = await response.json();
  assert.equal(response.status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

/** The engine's own answer, straight from the bars. */
function engineView(series: typeof eurusd, bars: typeof hourly) {
  const run = startRun(series);
  for (let row = 0; row < bars.length; row += 1) run.read(bars, row);
  return { run, view: run.view() };
}
const { run, view } = engineView(eurusd, hourly);
const provenance = {
  computedAt: (hourly.openTimeMs.at(-1) ?? 0) + HOUR,
  engineVersion: view.engineVersion,
  inputHash: run.inputHash.toString('hex'),
  serverTime: NOW,
};

test('levels, cycle, Gann spectrum and seers are those of the engine', async () => {
  assert.ok(view.levels && view.cycle && view.gann && view.seer && view.condition);
  assert.deepEqual(await get('/levels/EURUSD'), {
    buy: view.levels.buy,
    sell: view.levels.sell,
    d: view.levels.d,
    anchor: view.levels.anchor,
    basis: view.levels.basis,
    ...provenance,
  });
  const { dateMs, value, percentage, positive, warming, basis } = view.cycle;
  assert.deepEqual(await get('/cycle/EURUSD'), {
    value,
    date: dateMs,
    percentage,
    positive,
    warming,
    basis,
    ...provenance,
  });
  assert.deepEqual(await get('/box/EURUSD/gann'), view.gann.prices);
  assert.deepEqual(await get('/why/EURUSD/gann'), { ...view.gann, ...provenance });
  const seers = (await get('/seer/EURUSD')) as Record<string, Record<string, unknown>>;
  assert.equal(seers.seer?.level, view.seer.level);
  assert.equal(seers.seer?.datetime, view.seer.datetime);
  assert.equal(seers.seer?.way, view.seer.way === 'up');
  assert.equal(seers.tradeCondition?.symbol, 'EURUSD');
  assert.equal(seers.tradeCondition?.price, view.condition.price);
  assert.equal(seers.tradeCondition?.active, view.condition.active);
  assert.equal(seers.tradeCondition?.way, view.condition.way === 'up');
  assert.equal(seers.tradeCondition?.range, view.condition.range);
  assert.equal(seers.crystalSeer?.d, view.crystalSeer?.d);
  assert.equal(seers.crystalSeer?.way, view.crystalSeer && view.crystalSeer.way === 'up');
  for (const name of ['closeSeer', 'reverseSeer'] as const) {
    assert.ok(view[name], `the fixture has a ${name}`);
    assert.equal(seers[name]?.level, view[name].level);
    assert.equal(seers[name]?.datetime, view[name].datetime);
    assert.equal(seers[name]?.way, view[name].way === 'up');
  }
});

test('the five boxes and their trades are those of the engine', async () => {
  const kinds = ['hayyam', '52', '144', '36', 'crystal'] as const;
  const trades = (await get('/box/EURUSD/trade')) as { t: number; p: number; d: number }[];
  for (const [i, kind] of kinds.entries()) {
    const box = view.boxes[kind].short;
    const trade = view.trades[kind].short;
    const drawn = (await get(`/box/EURUSD/chart/${i + 1}`)) as Record<string, unknown> | null;
    assert.deepEqual(drawn?.p, box?.p);
    assert.deepEqual(drawn?.d, box?.d);
    assert.equal(drawn?.created, box?.createdMs);
    const one = (await get(`/box/EURUSD/trade/${i + 1}`)) as Record<string, unknown> | null;
    assert.equal(one?.status, trade?.status);
    for (const name of ['p', 'sl', 'tp1', 'tp2', 'd'] as const)
      assert.equal(one?.[name], trade?.[name], `${kind} ${name}`);
    const listed = trades.find((row) => row.t === i + 1);
    assert.equal(listed?.p, trade?.p);
    assert.equal(listed?.d, trade?.d);
  }
  const crystal = (await get('/box/EURUSD/crystalBox')) as Record<string, unknown>;
  assert.equal(crystal.top, view.crystalBox?.top);
  assert.equal(crystal.bottom, view.crystalBox?.bottom);
});

test('past boxes come newest first, twenty of a kind and term, each with its trade', async () => {
  const past = (await get('/historical/EURUSD/box')) as Record<
    'shortTerm' | 'longTerm',
    { kind: string; term: string; created: number; trade: Record<string, unknown> | null }[]
  >;
  const events = run.takeEvents().map((record) => record.event);
  for (const [name, term] of [
    ['shortTerm', 'short'],
    ['longTerm', 'long'],
  ] as const) {
    const rows = past[name];
    assert.ok(rows.length > 20);
    assert.deepEqual(
      rows.map((row) => row.created),
      rows.map((row) => row.created).toSorted((a, b) => b - a),
    );
    for (const kind of ['hayyam', '52', '144', '36', 'crystal']) {
      const made = events.flatMap((e) =>
        e.type === 'box' && e.kind === kind && e.term === term ? [e.box] : [],
      );
      const expected = made.slice(-20).reverse();
      const got = rows.filter((row) => row.kind === kind);
      assert.deepEqual(
        got.map((row) => row.created),
        expected.map((box) => box.createdMs),
      );
      for (const row of got) {
        const trade = events.find(
          (e) =>
            e.type === 'trade' &&
            e.kind === kind &&
            e.term === term &&
            e.trade.basis.boxCreatedMs === row.created,
        );
        assert.equal(row.trade !== null, trade !== undefined);
        if (trade?.type !== 'trade') continue;
        const end = events.find(
          (e) => e.type === 'tradeClosed' && e.id === trade.id && e.leg === 'tp1',
        );
        assert.equal(row.trade?.p, trade.trade.p);
        assert.equal(row.trade?.closed, end !== undefined);
        assert.equal(row.trade?.status, end?.type === 'tradeClosed' ? end.status : 0);
        assert.equal(row.trade?.exit, end?.type === 'tradeClosed' ? end.exit : null);
      }
    }
  }
});

test('past weeks of levels come newest first with what came of them', async () => {
  const weeks = (await get('/historical/EURUSD/levels')) as {
    d: number;
    buy: number[];
    outcome: { way: boolean; p: number; closed: boolean } | null;
  }[];
  assert.ok(weeks.length > 30);
  assert.ok(weeks.every((week) => week.d < (view.levels?.d ?? 0)));
  assert.deepEqual(
    weeks.map((week) => week.d),
    weeks.map((week) => week.d).toSorted((a, b) => b - a),
  );
  assert.ok(weeks.some((week) => week.outcome?.closed === true));
});

test('a symbol with daily bars alone has box 52, the rest in the long term', async () => {
  for (const type of [1, 3, 4, 5]) {
    assert.equal(await get(`/box/BTCUSD/chart/${type}`), null);
    assert.equal(await get(`/box/BTCUSD/trade/${type}`), null);
  }
  const box = (await get('/box/BTCUSD/chart/2')) as { resolution: string };
  assert.equal(box.resolution, '1D');
  assert.notEqual(await get('/box/BTCUSD/crystalBox'), null);
  const past = (await get('/historical/BTCUSD/box')) as { longTerm: { kind: string }[] };
  assert.deepEqual(
    new Set(past.longTerm.map((row) => row.kind)),
    new Set(['hayyam', '52', '144', 'crystal']),
  );
});

const nothing: { path: string; reply: unknown }[] = [
  { path: '/levels/$', reply: { buy: [], sell: [], d: null, anchor: null, basis: null } },
  { path: '/cycle/$', reply: null },
  {
    path: '/seer/$',
    reply: {
      seer: null,
      closeSeer: null,
      reverseSeer: null,
      tradeCondition: null,
      crystalSeer: null,
      atr: null,
    },
  },
  { path: '/historical/$/levels', reply: [] },
  { path: '/historical/$/box', reply: { shortTerm: [], longTerm: [] } },
  { path: '/box/$/chart/1', reply: null },
  { path: '/box/$/trade', reply: [] },
  { path: '/box/$/trade/5', reply: null },
  { path: '/box/$/gann', reply: [] },
  { path: '/box/$/crystalBox', reply: null },
  { path: '/why/$/gann', reply: null },
];
for (const { path, reply } of nothing) {
  test(`${path} of a symbol without results is answered with nothing`, async () => {
    for (const symbol of ['EMPTY', 'YOUNG']) {
      const body = await get(path.replace('$', symbol));
      if (!reply || typeof reply !== 'object' || Array.isArray(reply) || 'longTerm' in reply) {
        assert.deepEqual(body, reply);
        continue;
      }
      const { computedAt, engineVersion, inputHash, serverTime, ...rest } = body as Record<
        string,
        unknown
      >;
      assert.deepEqual(rest, reply);
      assert.equal(serverTime, NOW);
      assert.equal(computedAt, symbol === 'EMPTY' ? null : MONDAY + 10 * HOUR);
      assert.equal(typeof engineVersion, 'string');
      assert.match(String(inputHash), /^[0-9a-f]{64}$/);
    }
  });
}

const refused: { row: string; path: string; status: number; code: string; field?: string }[] = [
  { row: 'D1', path: '/seer/eurusd', status: 400, code: 'bad-fields-400', field: 'symbol' },
  { row: 'D2', path: '/seer/NOPE', status: 404, code: 'not-found-404' },
  { row: 'D3', path: '/seer/%00', status: 400, code: 'bad-fields-400' },
  { row: 'D3', path: '/seer/%EF%BC%A5URUSD', status: 400, code: 'bad-fields-400', field: 'symbol' },
  { row: 'D4', path: `/seer/${'A'.repeat(200)}`, status: 400, code: 'bad-fields-400' },
  { row: 'D9', path: '/box/EURUSD/chart/0', status: 400, code: 'bad-fields-400', field: 'type' },
  { row: 'D9', path: '/box/EURUSD/chart/6', status: 400, code: 'bad-fields-400', field: 'type' },
  { row: 'D9', path: '/box/EURUSD/chart/hayyam', status: 400, code: 'bad-fields-400' },
  { row: 'D10', path: '/box/EURUSD/trade/99', status: 400, code: 'bad-fields-400', field: 'box' },
];
for (const { row, path, status, code, field } of refused) {
  test(`${row}: ${path.slice(0, 40)} is refused with ${status}`, async () => {
    const response = await server.fetch(`/api${path}`);
    const body = (await response.json()) as Record<string, unknown>;
    assert.equal(response.status, status);
    assert.equal(body.code, code);
    if (field !== undefined) assert.equal(body.field, field);
  });
}

test('D3: /seer/.. as it stands is refused with 400', async () => {
  // An ordinary client would resolve the dots itself.
  const request = http.get(`${server.origin}/api/seer/X`, { path: '/api/seer/..' });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  assert.equal(response.statusCode, 400);
  response.resume();
});

test('D1 to D4 hold on every call about a symbol', async () => {
  const calls = Object.values(ROUTES).filter(
    // Those of the record and of the back office are served, and tested, by later modules.
    ({ path }) => path.includes(':symbol') && !/^\/(admin|record)\//.test(path),
  );
  assert.ok(calls.length >= 11);
  for (const { path } of calls) {
    const at = (symbol: string) =>
      `/api${path.replace(':symbol', symbol).replace(/:(type|box)/, '1')}`;
    for (const bad of ['eurusd', '%EF%BC%A5URUSD', 'A'.repeat(200), '%00']) {
      assert.equal((await server.fetch(at(bad))).status, 400, `${path} ${bad}`);
    }
    assert.equal((await server.fetch(at('NOPE'))).status, 404, path);
  }
});

test('a reply follows the analysis at once', async () => {
  const before = (await get('/seer/YOUNG')) as { computedAt: number };
  await withParts([() => startAnalyst(context)], async (wait) => {
    await plantBars(context.db, young, sliceColumns(hourly, 10, 11));
    const throughMs = (hourly.openTimeMs[10] ?? 0) + HOUR;
    context.bus.publish(closedTopic, { symbols: ['YOUNG'], throughMs });
    await wait(async () => {
      const now = (await get('/seer/YOUNG')) as { computedAt: number };
      return now.computedAt === before.computedAt + HOUR;
    });
  });
});
