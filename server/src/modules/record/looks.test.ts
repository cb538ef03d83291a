import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listCosts, type Reply, type ROUTES } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import { DEFAULT_COSTS } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { plantEntries, plantOutcome, plantSignal } from '../../testing/record.ts';
import { listSeries } from '../market/index.ts';
import { listCells } from './baseline-store.ts';
import { compareLooks } from './check-looks.ts';
import { computeRecordFigures } from './figures.ts';
import { listPrimary, savePrimary } from './look-store.ts';
import { registerRecordRoutes } from './routes.ts';

// The primary question from ledger, outcomes and matched entries to the wire.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A row's year and its time limit of a week. */
const DUE = 365 * DAY + 7 * DAY;
const START = Date.UTC(2025, 0, 6);
const clock = createManualClock(START + 3 * 365 * DAY);
const context = await testContext({ after }, { clock });
const { db } = context;
const eurusd = await plantSeries(db, { symbol: 'EURUSD' });
const gbpusd = await plantSeries(db, { symbol: 'GBPUSD' });
const server = await startTestServer(
  { after },
  {
    context,
    guard: async () => null,
    routes: (web) => registerRecordRoutes(web, { costs: DEFAULT_COSTS, computing: () => null }),
  },
);
type Parts = Reply<typeof ROUTES.record>['parts'];
const ask = async (): Promise<Parts> =>
  ((await (await server.fetch('/api/record')).json()) as Reply<typeof ROUTES.record>).parts;

interface Planted {
  readonly series?: typeof eurusd;
  readonly kind?: 'condition' | 'box';
  readonly engineVersion?: string;
  readonly live?: boolean;
  /** -1 by default; null: the first leg is open. */
  readonly status?: 1 | -1 | null;
  /** Whether its matched entries are complete; default true. */
  readonly settled?: boolean;
}

async function plantRow(timeMs: number, planted: Planted = {}): Promise<number> {
  const { series = eurusd, kind = 'condition', live = true, status = -1, settled = true } = planted;
  const row = await plantSignal(db, series, {
    kind,
    timeMs,
    engineVersion: planted.engineVersion ?? ENGINE_VERSION,
    createdAtMs: live ? timeMs + 1000 : timeMs + DAY,
  });
  if (status !== null) await plantOutcome(db, row, 'tp1', status);
  // Each entry returned 0.25 R before and 0.15 R after its cost.
  await plantEntries(db, row, 250, 250, settled ? timeMs + DUE + HOUR : null);
  return row.seq;
}

async function compute(costs = DEFAULT_COSTS) {
  const primary = await takeAll(costs);
  await inTransaction(db, (trx) => savePrimary(trx, primary, { costs, takenMs: clock.now() }));
  const [state] = await listPrimary(db);
  return state;
}

/** With the marks of an earlier computation all looks are taken again. */
async function takeAll(costs = DEFAULT_COSTS, lookMarks?: ReadonlyMap<string, number>) {
  const { rows } = await sql<{ seq: number; no: number }>`
    select coalesce((select max(seq) from record_row), 0)::int as seq, 1000000 as no`.execute(db);
  const { primary } = await computeRecordFigures(
    db,
    {
      toSeq: rows[0]?.seq ?? 0,
      toNo: 1_000_000,
      cells: await listCells(db),
      series: await listSeries(db),
      costs,
      nowMs: clock.now(),
      ...(lookMarks && { lookMarks }),
    },
    { signal: new AbortController().signal, progress: () => {} },
  );
  return primary;
}

/** Compares what is stored with what the rows give at the stored marks. */
async function verifyLooks(costs = DEFAULT_COSTS): Promise<string[]> {
  const stored = await listPrimary(db);
  const marks = new Map(stored.map(({ source, lastMs }) => [source, lastMs]));
  const found: string[] = [];
  const again = await takeAll(costs, marks);
  compareLooks(stored, again, listCosts(costs), (name, how) => found.push(`${name} ${how}`));
  return found;
}

test('a source without a live condition has no question', async () => {
  await plantRow(START - 400 * DAY, { live: false });
  assert.equal(await compute(), undefined);
  assert.deepEqual(
    (await ask()).map(({ origin, primary }) => [origin, primary]),
    [['backfill', null]],
  );
});

test('live conditions of the present engine version count, and nothing else', async () => {
  await plantBars(db, eurusd, makeBars({ seed: 1, fromMs: START, bars: 30_000 }));
  await plantRow(START, { kind: 'box' });
  await plantRow(START + HOUR, { engineVersion: '0.9.0' });
  await plantRow(START + 2 * HOUR, { live: false });
  // 249 rows, three a day: 93 of January from the sixth on are 26 days; then February, March and part of April.
  for (let at = 0; at < 249; at++) {
    await plantRow(START + (at + 3) * 8 * HOUR, { status: at % 2 === 0 ? 1 : -1 });
  }
  const state = await compute();
  assert.ok(state);
  const { settled, pending, leftOut, looks, coming } = state;
  assert.deepEqual([settled, pending, leftOut, looks], [249, 0, 0, []]);
  assert.deepEqual(
    coming.map(({ rows, missing, unpublished }) => [rows, missing, unpublished]),
    [
      [250, 1, 1],
      [500, 251, 251],
      [1000, 751, 751],
      [2000, 1751, 1751],
    ],
  );
});

test('a row whose year is not over, and one whose symbol ended, are told apart', async () => {
  const last = START + 30_000 * HOUR;
  await plantRow(last - DUE - 30 * DAY, { series: gbpusd, settled: false });
  await plantRow(last - DUE - 30 * DAY - HOUR, { series: gbpusd, settled: false });
  const state = await compute();
  assert.deepEqual([state?.settled, state?.pending, state?.leftOut], [249, 1, 1]);
});

let look: Parts[number]['primary'];

test('the first look is stored and sent, with the costs after which it was taken', async () => {
  // A row that is settled behind one that is pending waits; the pending one ends.
  await plantRow(START + 300 * 8 * HOUR, { status: 1 });
  assert.equal((await compute())?.looks.length, 0);
  await plantBars(db, gbpusd, makeBars({ seed: 2, fromMs: START + 30_000 * HOUR, bars: 2 }));
  const state = await compute();
  assert.equal(state?.looks.length, 1);
  const parts = await ask();
  look = parts.find(({ origin }) => origin === 'live')?.primary ?? null;
  assert.ok(look);
  assert.deepEqual([look.engineVersion, look.settled, look.leftOut], [ENGINE_VERSION, 250, 2]);
  const [first] = look.looks;
  // 126 targets and 124 stops, a pip of cost at a risk of 0.01, entries of 0.25 R that cost 0.1 R.
  const mean = (126 - 124) / 250 - 0.01 - (0.25 - 0.1);
  assert.ok(
    Math.abs((first?.difference?.value ?? 0) - mean) < 1e-12,
    `${first?.difference?.value}`,
  );
  assert.deepEqual([first?.rows, first?.months], [250, 4]);
  assert.equal(first?.taken, clock.now());
  assert.deepEqual(first?.costs.find(({ of }) => of === 'EURUSD')?.amount, 1);
  assert.equal(parts.find(({ origin }) => origin === 'backfill')?.primary, null);
});

test('a look that was changed, and a state that was, are named', async () => {
  assert.deepEqual(await verifyLooks(), []);
  const claims = `look = jsonb_set(look::jsonb, '{claim}', '"better"')`;
  await tamper(db, `update record_look set ${claims} where rows = 250`);
  assert.deepEqual(await verifyLooks(), ['look at 250 rows of simulated is not that of its rows']);
  await tamper(
    db,
    `update record_look set look = jsonb_set(look::jsonb, '{claim}', '"worse"') where rows = 250`,
    `update record_primary set state = jsonb_set(state::jsonb, '{settled}', '251')`,
  );
  assert.match((await verifyLooks())[0] ?? '', /primary question of simulated is not that/);
  await compute();
  assert.deepEqual(await verifyLooks(), []);
});

test('a look stays when rows are added and costs change, and the database refuses a change', async () => {
  for (let at = 0; at < 250; at++) await plantRow(START + (at + 400) * 8 * HOUR, { status: 1 });
  const dear = {
    ...DEFAULT_COSTS,
    bySymbol: { ...DEFAULT_COSTS.bySymbol, EURUSD: { unit: 'pips', amount: 50 } },
  } as const;
  await compute(dear);
  const now = (await ask()).find(({ origin }) => origin === 'live')?.primary;
  assert.deepEqual(now?.looks[0], look?.looks[0]);
  assert.equal(now?.looks[1]?.rows, 500);
  assert.equal(now?.looks[1]?.costs.find(({ of }) => of === 'EURUSD')?.amount, 50);
  // A look that a copy of this database took earlier, at rows that are not settled here.
  await sql`
    insert into record_look (source, engine_version, rows, look, costs, taken_at)
    select source, engine_version, 1000, '{"rows": 1000, "claim": "worse"}', costs, 1
    from record_look where rows = 500`.execute(db);
  const state = await compute();
  assert.equal(state?.looks[2]?.claim, 'worse');
  assert.deepEqual(await verifyLooks(), [
    'look at 1000 rows of simulated was taken before its rows were settled',
  ]);
  assert.deepEqual(
    state?.coming.map(({ rows }) => rows),
    [2000],
  );
  await assert.rejects(sql`update record_look set taken_at = 1`.execute(db), /append-only/);
  await assert.rejects(sql`delete from record_look`.execute(db), /append-only/);
});
