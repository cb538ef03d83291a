import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import { DEFAULT_COSTS, type LedgerRow } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { plantForecast, plantSignal, plantTouches } from '../../testing/record.ts';
import { listSeries, type Series } from '../market/index.ts';
import { updateBacktests } from './backtests.ts';
import { listCells } from './baseline-store.ts';
import { computeBacktests } from './calibration.ts';
import { saveCalibration } from './calibration-store.ts';
import { checkFigures } from './check-figures.ts';
import { insertRun, replaceFigures } from './figure-store.ts';
import { computeRecordFigures } from './figures.ts';
import { savePrimary } from './look-store.ts';
import { registerRecordRoutes } from './routes.ts';

// How often chances of touch came true, from rows and outcomes to the wire.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONDAY = Date.UTC(2026, 10, 30);
const HISTORY = MONDAY - 6000 * HOUR;
const clock = createManualClock(MONDAY);
const context = await testContext({ after }, { clock });
const { db } = context;
const eurusd = await plantSeries(db, { symbol: 'EURUSD' });
const thyao = await plantSeries(db, { symbol: 'THYAO', category: 'bist', digits: 2 });
const server = await startTestServer(
  { after },
  {
    context,
    guard: async () => null,
    routes: (web) => registerRecordRoutes(web, { costs: DEFAULT_COSTS, computing: () => null }),
  },
);

type Calibration = Reply<typeof ROUTES.recordCalibration>;
const QUIET = { signal: new AbortController().signal, progress: () => {} };

async function ask(query: string): Promise<Calibration> {
  const response = await server.fetch(`/api/record/calibration?${query}`);
  assert.equal(response.status, 200);
  return (await response.json()) as Calibration;
}

const live = (): Promise<Calibration> => ask('source=simulated&origin=live');

async function plantWeek(series: Series, week: number, reached: boolean): Promise<LedgerRow> {
  const timeMs = MONDAY + week * WEEK;
  const touchClass = series === thyao ? 'share60' : 'fx';
  const row = await plantForecast(db, series, {
    setup: 'weekly',
    timeMs,
    untilMs: timeMs + WEEK,
    touchClass,
  });
  await plantTouches(db, row, [reached ? timeMs + HOUR : null, null]);
  return row;
}

/** Computes and stores the figures as a night does, of everything that is published. */
async function compute(): Promise<void> {
  const { rows } = await sql<{ seq: number; no: number }>`
    select (select coalesce(max(seq), 0) from ledger)::int as seq,
      (select coalesce(max(no), 0) from ledger_outcome)::int as no`.execute(db);
  const { seq: toSeq, no: toNo } = rows[0]!;
  const nowMs = clock.now();
  const series = await listSeries(db);
  const input = { toSeq, toNo, cells: await listCells(db), series, costs: DEFAULT_COSTS, nowMs };
  const found = await computeRecordFigures(db, input, QUIET);
  const backtest = await computeBacktests(db, series);
  await inTransaction(db, async (trx) => {
    const id = await insertRun(trx, {
      started_at: nowMs,
      engine_version: '1.1.0',
      ledger_rows: toSeq,
      outcomes: toNo,
      seed: Buffer.alloc(32),
      costs: [],
    });
    await replaceFigures(trx, { id, finishedAtMs: nowMs }, found.figures, found.touches);
    await savePrimary(trx, found.primary, { costs: DEFAULT_COSTS, takenMs: nowMs });
    await saveCalibration(trx, found.calibration, backtest, nowMs);
  });
}

async function findFlaws(): Promise<string[]> {
  const found: string[] = [];
  await checkFigures(db, ({ class: of, text }) => found.push(`${of}: ${text}`));
  return found;
}

test('before the first forecast there is no figure, and the looks are registered', async () => {
  const found = await live();
  assert.deepEqual(
    [found.model, found.after, found.since, found.scopes],
    ['touch-1', null, null, []],
  );
  assert.deepEqual(found.looks, []);
  assert.deepEqual(found.coming, [
    { weeks: 26, z: 3, due: null },
    { weeks: 52, z: 3, due: null },
    { weeks: 78, z: 1.97, due: null },
  ]);
});

test('forecasts whose time is over are counted by scope; void, late and open ones are left out', async () => {
  await plantWeek(eurusd, 0, true);
  await plantWeek(eurusd, 1, false);
  await plantWeek(thyao, 0, true);
  const cone = { setup: 'cone.1d', timeMs: MONDAY, untilMs: MONDAY + DAY } as const;
  const reached = MONDAY + HOUR;
  await plantTouches(db, await plantForecast(db, eurusd, cone), [
    null,
    reached,
    null,
    null,
    null,
    null,
  ]);
  const box = { setup: '36.short', timeMs: MONDAY + HOUR, untilMs: MONDAY + 3 * DAY } as const;
  await plantTouches(db, await plantForecast(db, eurusd, box), [null, null], 0);
  await plantForecast(db, eurusd, { ...box, timeMs: MONDAY + 2 * HOUR });
  const late = await plantForecast(db, eurusd, {
    ...box,
    timeMs: MONDAY + 3 * HOUR,
    createdAtMs: MONDAY + 4 * HOUR,
  });
  await plantTouches(db, late, [null, null]);
  await plantSignal(db, eurusd, { kind: 'condition', timeMs: MONDAY });
  clock.set(MONDAY + 2 * WEEK + HOUR - clock.now());
  await compute();

  const { scopes, since, coming, symbols } = await live();
  assert.equal(since, MONDAY);
  assert.equal(symbols, null);
  assert.equal(coming[0]?.due, Date.UTC(2027, 5, 7));
  const counts = scopes.map(({ scope, levels, cones, voids, late: n, open }) => [
    scope,
    levels.map(({ group, figures }) => `${group} ${figures.n}`).join(', '),
    cones
      .map(({ group, figures }) => `${group} ${figures.inside.map(({ value }) => value).join()}`)
      .join(),
    [voids, n, open],
  ]);
  const [main, trial] = ['all 4, weekly 4, middle 4', 'all 2, weekly 2, middle 2'];
  assert.deepEqual(counts, [
    ['all', 'all 6, weekly 6, middle 6', 'cone.1d 0,1,1', [1, 1, 1]],
    ['main', main, 'cone.1d 0,1,1', [1, 1, 1]],
    ['trial', trial, '', [0, 0, 0]],
    ['forex', main, 'cone.1d 0,1,1', [1, 1, 1]],
    ['bist', trial, '', [0, 0, 0]],
  ]);
  const figures = scopes.find(({ scope }) => scope === 'main')?.levels[0]?.figures;
  // Chances 0.2917 and 0.0042 of two weeks; one of the four levels was reached.
  assert.ok(Math.abs((figures?.error.value ?? 0) - (0.2917 + 0.0042 - 0.5) / 2) < 1e-12);
  assert.equal(figures?.error.halfWidth, null);
  assert.deepEqual(
    figures?.bins.map((bin) => bin && [bin.n, bin.seen.value]),
    [[2, 0], null, [2, 0.5], null, null, null, null, null, null, null],
  );
  assert.deepEqual(figures?.plain && [figures.plain.n, figures.plain.skill !== null], [2, true]);
});

test('one scope can be asked for, and a source without forecasts has none', async () => {
  const { scopes } = await ask('source=simulated&origin=live&scope=bist');
  assert.deepEqual(
    scopes.map(({ scope }) => scope),
    ['bist'],
  );
  assert.deepEqual((await ask('source=binance&origin=live')).scopes, []);
  const refused = await server.fetch(
    '/api/record/calibration?source=simulated&origin=live&scope=tin',
  );
  assert.equal(refused.status, 400);
});

test('the file has the same figures, a line each', async () => {
  const response = await server.fetch(
    '/api/record/calibration.csv?source=simulated&origin=live&scope=bist',
  );
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  const text = await response.text();
  const [head, ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(';'));
  assert.equal(head?.length, 18);
  assert.deepEqual(
    lines.filter(([, , group]) => group === 'weekly').map((line) => line.slice(0, 9)),
    [
      ['bist', 'levels', 'weekly', '0', '1', '2', '1', '', ''],
      ['bist', 'bin', 'weekly', '0', '0.1', '1', '', '0.0042', '0'],
      ['bist', 'bin', 'weekly', '0.2', '0.3', '1', '', '0.2917', '1'],
    ],
  );
  // Chances 0.2917, reached, and 0.0042, not reached; the plain chance of the second is 0.0061.
  const total = lines.find(([, of, group]) => of === 'levels' && group === 'weekly');
  const worked = [
    ['error', (0.2917 + 0.0042 - 1) / 2],
    ['calibrationError', (1 - 0.2917 + 0.0042) / 2],
    ['brier', (0.7083 ** 2 + 0.0042 ** 2) / 2],
    ['plainN', 1],
    ['plainBrier', 0.0061 ** 2],
    ['skill', 1 - 0.0042 ** 2 / 0.0061 ** 2],
  ] as const;
  for (const [column, value] of worked) {
    const found = Number(total?.[head?.indexOf(column) ?? -1]);
    assert.ok(Math.abs(found - value) < 1e-12, `${column} ${found}`);
  }
  assert.deepEqual(
    lines.filter(([, of]) => of === 'left out').map((line) => line.slice(2, 6)),
    [
      ['void', '', '', '0'],
      ['late', '', '', '0'],
      ['open', '', '', '0'],
    ],
  );
});

test('a look is taken when it is due, and nothing later changes it', async () => {
  const held: LedgerRow[] = [];
  for (let week = 2; week < 27; week++) {
    if (week !== 20) await plantWeek(eurusd, week, week % 3 === 0);
    else {
      const timeMs = MONDAY + week * WEEK;
      held.push(
        await plantForecast(db, eurusd, { setup: 'weekly', timeMs, untilMs: timeMs + WEEK }),
      );
    }
  }
  clock.set(Date.UTC(2027, 5, 7) - 1 - clock.now());
  await compute();
  assert.deepEqual((await live()).looks, []);
  clock.set(Date.UTC(2027, 5, 7) - clock.now());
  await compute();
  const { looks, coming } = await live();
  const [look] = looks;
  // 25 weeks of EURUSD and one of THYAO, two levels each; week 26 is not among the first 26.
  assert.deepEqual([looks.length, look?.weeks, look?.z, look?.n], [1, 26, 3, 52]);
  assert.deepEqual([look?.from, look?.before], [MONDAY - DAY, MONDAY - DAY + 26 * WEEK]);
  // Reached: weeks 0, 3, ... 24 of EURUSD, and week 0 of THYAO.
  assert.ok(Math.abs((look?.error?.value ?? 0) - (26 * (0.2917 + 0.0042) - 10) / 52) < 1e-12);
  assert.deepEqual(
    coming.map(({ weeks }) => weeks),
    [52, 78],
  );
  await plantTouches(db, held[0]!, [null, null]);
  clock.set(Date.UTC(2027, 5, 8) - clock.now());
  await compute();
  assert.deepEqual((await live()).looks, looks);
  assert.deepEqual(await findFlaws(), []);
});

test('a look or a figure that does not follow from its rows is named', async () => {
  await assert.rejects(
    sql`update record_calibration_look set taken_at = 1`.execute(db),
    /append-only/,
  );
  const look = 'record_calibration_look';
  await tamper(db, `update ${look} set look = jsonb_set(look::jsonb, '{error,value}', '0')::json`);
  await tamper(
    db,
    `update record_calibration set figures = jsonb_set(figures::jsonb, '{voids}', '0')::json where scope = 'all'`,
  );
  assert.deepEqual(await findFlaws(), [
    'figures: the calibration simulated live all is not that of its rows',
    'figures: the look after 26 weeks of simulated is not that of its rows',
  ]);
  await tamper(db, `update ${look} set taken_at = ${Date.UTC(2027, 5, 1)}`);
  assert.match((await findFlaws()).join(), /look after 26 weeks .* before its weeks were over/);
  await tamper(db, `delete from ${look}`);
  assert.match((await findFlaws()).join(), /look after 26 weeks of simulated is missing/);
});

test('a backtest counts the forecasts of a history that had ended when publishing began', async () => {
  const bitcoin = { symbol: 'BTCUSD', category: 'crypto', digits: 2, source: 'file' } as const;
  const series = await plantSeries(db, bitcoin);
  const bars = makeBars({ seed: 11, fromMs: HISTORY, bars: 6500, digits: 2, price: 300 });
  await plantBars(db, series, bars);
  await updateBacktests(db, QUIET);
  await compute();
  const of = 'source=file&origin=backfill';
  assert.deepEqual(
    (await ask(of)).symbols,
    { done: 0, all: 1 },
    'nothing before publishing begins',
  );

  await sql`insert into forecast_start values ('touch-1', ${MONDAY})`.execute(db);
  const seen: number[] = [];
  await updateBacktests(db, { ...QUIET, progress: (share) => seen.push(share) });
  assert.equal(seen.at(-1), 1);
  await compute();
  const { scopes, symbols, after, looks, coming } = await ask(of);
  assert.deepEqual([symbols, after, looks, coming], [{ done: 1, all: 1 }, MONDAY, [], []]);
  assert.deepEqual(
    scopes.map(({ scope }) => scope),
    ['all', 'main', 'crypto'],
  );
  const [all] = scopes;
  // HISTORY is a Wednesday. Chances are ready after 4,369 bars: days end in the hours 4,392 to 5,976, weeks in the hours
  // 4,488 to 5,832, and their forecasts a day or a week later, in hour 6,000 at the latest.
  const cones = new Map(all?.cones.map(({ group, figures }) => [group, figures.n]));
  assert.deepEqual([cones.get('cone.1d'), cones.get('cone.1w')], [67, 9]);
  assert.equal(all?.levels.find(({ group }) => group === 'weekly')?.figures.weeks, 9);
  assert.ok((all?.levels.find(({ group }) => group === 'boxes')?.figures.n ?? 0) > 20);

  seen.length = 0;
  await updateBacktests(db, { ...QUIET, progress: (share) => seen.push(share) });
  assert.deepEqual(seen, [], 'what is computed is not computed again');
});
