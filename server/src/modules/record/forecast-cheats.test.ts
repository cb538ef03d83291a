import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FailureClass } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { testConfig, testDatabase } from '../../platform/testing.ts';
import { MONDAY, publishWith, tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { changedRun, peekingEngine } from '../../testing/cheats.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { type EventRecord, type SeriesRun, startRun } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { type Certificate, certify } from './certificate.ts';
import { runRecord } from './record-run.ts';
import { verifyRecord } from './verify.ts';

const HOUR = 3_600_000;
const BARS = 6000;
/** Forecasts begin after the half year that chances need. */
const AFTER = MONDAY + 4700 * HOUR;
const options = { forecastsAfterMs: AFTER };
const LATER = createManualClock(MONDAY + 22_000 * HOUR);

/** Publishes a crypto market with an engine; forecasts begin at {@link AFTER}. */
async function publishForecasts(
  t: TestContext,
  engine: (series: Series) => SeriesRun,
): Promise<Db> {
  const { db } = await testDatabase(t);
  const bars = makeBars({ seed: 11, fromMs: MONDAY, bars: BARS, digits: 2, price: 300 });
  const series = await plantSeries(db, { symbol: 'BTC', category: 'crypto', digits: 2 });
  await plantBars(db, series, bars);
  await sql`insert into forecast_start values ('touch-1', ${AFTER})`.execute(db);
  await publishWith(db, series, bars, { engine });
  return db;
}

const honest = (series: Series): SeriesRun => startRun(series, undefined, options);

/** Returns an engine that changes its forecasts, or leaves them out by returning null. */
const forging =
  (change: (record: EventRecord) => EventRecord | null) =>
  (series: Series): SeriesRun => {
    const run = honest(series);
    return changedRun(run, {
      takeEvents: () => run.takeEvents().flatMap((record) => change(record) ?? []),
    });
  };

/** Says ten points more where little is likely. */
const shading = forging((record) => {
  const { event } = record;
  if (event.type !== 'forecast' || event.setup.startsWith('cone')) return record;
  const chances = event.chances.map((chance) => (chance < 0.5 ? chance + 0.1 : chance));
  return { ...record, event: { ...event, chances } };
});

/** Leaves out the weekly forecasts of every other week, and what came of them. */
const leavingOut = forging((record) => {
  const { event } = record;
  if (event.type !== 'forecast' && event.type !== 'touched') return record;
  const week = Math.floor(Number(event.id.split('.').at(-1)) / (168 * HOUR));
  return event.id.startsWith('forecast.weekly') && week % 2 === 0 ? null : record;
});

type Named = readonly [FailureClass, string];

const namesOf = ({ failures }: Certificate): Named[] =>
  failures.map((failure): Named => [failure.class, failure.what]);

test('forecasts and what came of them are published, counted and certified', async (t) => {
  const db = await publishForecasts(t, honest);
  const { rows } = await sql<{ setup: string; n: number; decided: number }>`
    select c.setup, count(*)::int as n, (count(*) filter (where r.state = 'ended'))::int as decided
    from record_row r join record_cell c on c.id = r.cell where c.kind = 'forecast'
    group by c.setup order by c.setup`.execute(db);
  const of = new Map(rows.map((row) => [row.setup, row]));
  // Days end in the hours 4,704 to 6,000, weeks in the hours 4,704 to 5,880; two of these weeks are fourth ones.
  assert.deepEqual(
    ['cone.1d', 'cone.1w', 'cone.4w', 'weekly'].map((setup) => of.get(setup)?.n),
    [55, 8, 2, 8],
  );
  assert.deepEqual(
    ['cone.1d', 'cone.1w', 'weekly'].map((setup) => of.get(setup)?.decided),
    [54, 7, 7],
  );
  assert.ok((of.get('36.short')?.n ?? 0) > 10);
  const found = await certify(db, { clock: LATER });
  assert.deepEqual(found.failures, []);
  assert.equal(
    found.forecasts,
    rows.reduce((sum, { n }) => sum + n, 0),
  );
  assert.deepEqual((await verifyRecord(db)).findings, []);
  const again = await certify(db, { clock: LATER });
  assert.deepEqual(
    [again.failures, again.forecasts],
    [[], found.forecasts],
    'what was certified is certified again',
  );
});

test('forecasts stay certified when the record has been computed over them', async (t) => {
  const db = await publishForecasts(t, honest);
  const clock = createManualClock(LATER.now());
  const { signal } = new AbortController();
  const compute = () =>
    runRecord({ config: testConfig(), db, clock }, { signal, progress: () => {} });
  await compute();
  await clock.advance(24 * HOUR);
  const report = await compute();
  assert.deepEqual(report?.certificate.failures, []);
  assert.ok((report?.certificate.forecasts ?? 0) > 70);
  assert.deepEqual((await verifyRecord(db)).findings, []);
});

test('a forecast that peeks is named', async (t) => {
  const db = await publishForecasts(t, (series) => peekingEngine(series, options));
  const names = namesOf(await certify(db, { clock: LATER }));
  assert.ok(
    names.some(([of, what]) => of === 'chance' && what === 'forecast'),
    names.join(' | '),
  );
});

test('a forecast shaded by ten points is named, also when its engine agrees with itself', async (t) => {
  const db = await publishForecasts(t, shading);
  assert.deepEqual(namesOf(await certify(db, { clock: LATER })), [['chance', 'forecast']]);
  const own = await certify(db, { clock: LATER, start: shading });
  assert.deepEqual(namesOf(own), [['chance', 'forecast']]);
});

test('a forecast left out is named, also when its engine agrees with itself', async (t) => {
  const db = await publishForecasts(t, leavingOut);
  const found = await certify(db, { clock: LATER });
  assert.ok(namesOf(found).some(([of, what]) => of === 'row-missing' && what === 'forecast'));
  const own = await certify(db, { clock: LATER, start: leavingOut });
  assert.deepEqual(namesOf(own), [['row-missing', 'forecast']]);
  assert.ok((own.failures[0]?.count ?? 0) >= 3);
});

test('a changed result of a forecast is named', async (t) => {
  const db = await publishForecasts(t, honest);
  await tamper(
    db,
    `update ledger_outcome set detail = jsonb_set(detail, '{touched,0}', '0')
     where leg = 'touch' and detail -> 'touched' -> 0 = '1'`,
  );
  const names = namesOf(await certify(db, { clock: LATER }));
  assert.deepEqual(new Set(names.map(([, what]) => what)), new Set(['outcome']));
});
