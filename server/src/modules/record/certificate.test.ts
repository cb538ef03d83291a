import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { type BarColumns, createColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { testDatabase } from '../../platform/testing.ts';
import {
  MONDAY,
  plantRecord,
  publishWith,
  refuseBars,
  tamper,
} from '../../testing/analysed-record.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { type EventRecord, type SeriesRun, startRun } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { type Certificate, type CertifyOptions, certify } from './certificate.ts';
import { listCertificates, listFailures } from './published-store.ts';
import { runRecord } from './record-run.ts';
import type { RecordTables } from './tables.ts';

const clock = createManualClock(Date.UTC(2026, 10, 21));
const HOUR = 3_600_000;

const certified = (db: Db, options: Partial<CertifyOptions> = {}): Promise<Certificate> =>
  certify(db, { clock, ...options });

const failuresOf = ({ engineFailures, vendorFailures }: Certificate) => ({
  engineFailures,
  vendorFailures,
});

test('an honest record has no failure, archived, daily and forex histories included', async (t) => {
  const { context, eurusd } = await plantRecord(t);
  const { db } = context;
  const bar = { ...createColumns(1), openTimeMs: Float64Array.of(MONDAY + 100 * HOUR) };
  for (const column of [bar.open, bar.high, bar.low, bar.close]) column[0] = 1.5;
  await refuseBars(db, eurusd, '60', bar);
  await refuseBars(db, eurusd, '240', bar);
  const told: string[] = [];
  const found = await certified(db, { onProgress: ({ at, done }) => told.push(`${done} ${at}`) });
  assert.deepEqual(found.failures, []);
  assert.deepEqual(failuresOf(found), { engineFailures: 0, vendorFailures: 0 });
  assert.equal(found.corrections, 1, 'a bar that came again with other values, and was refused');
  assert.equal(found.otherVersions, 0);
  assert.equal(found.bars, 3000 + 2500 + 900 + 2200, 'all histories but the replay');
  const { rows: pastBoxes } = await sql<{ count: number }>`
    select sum(length(proofs) / 16)::bigint as count
    from analysis_past_box e join series s on s.id = e.series_id
    where source <> 'replay'`.execute(db);
  const { signals, levelSets, boxes, outcomes } = found;
  // The publisher has folded as many of the rows as it had time for.
  const rows = await readLedger(db);
  const stored = {
    signals: rows.filter(({ kind }) => kind !== 'levels').length,
    levelSets: rows.filter(({ kind }) => kind === 'levels').length,
    boxes: pastBoxes[0]?.count,
    outcomes: (await readOutcomes(db)).length,
  };
  assert.deepEqual({ signals, levelSets, boxes, outcomes }, stored);
  assert.ok(signals > 100 && levelSets > 20 && boxes > 100 && outcomes > 100);
  for (const line of ['0 chains', '0 GBPUSD', '4 ']) assert.ok(told.includes(line), line);
  assert.ok(!told.some((line) => line.includes('EURUSD.R')));
  const [certificate] = await db
    .withTables<RecordTables>()
    .selectFrom('record_certificate')
    .selectAll()
    .execute();
  assert.equal(certificate?.signals, signals);
  assert.equal(certificate?.engine_version, ENGINE_VERSION);
  assert.equal(certificate?.finished_at, clock.now());
});

test('what versions that are gone have published is counted and not computed', async (t) => {
  const { db } = await testDatabase(t);
  const { series, bars } = await plantHistory(db);
  const old = await publishWith(db, series, bars, { engine: peekingEngine, version: '0.9.0' });
  await publishWith(db, series, bars, { engine: honestEngine });
  const found = await certified(db);
  assert.equal(found.otherVersions, old);
  assert.deepEqual(failuresOf(found), { engineFailures: 0, vendorFailures: 0 });
  assert.ok(found.signals > 0);
  await tamper(db, `update ledger set price = price + 1 where seq = 1`);
  const [failure] = (await certified(db)).failures;
  assert.equal(failure?.seq, 1, 'their chain is checked');
});

test('a record of which a row is missing has no head of the day, and a certificate that says so', async (t) => {
  const { context } = await plantRecord(t);
  const { db } = context;
  await tamper(db, 'delete from ledger where seq = 40');
  const run = { signal: new AbortController().signal, progress: () => {} };
  await assert.rejects(runRecord(context, run), /rows are missing/);
  const [certificate] = await listCertificates(db, 1);
  assert.ok(certificate && certificate.engine_failures > 0);
  const failures = await listFailures(db, certificate.id);
  assert.ok(failures.some(({ what, cause }) => what === 'signal' && cause === 'engine'));
});

const tampered: {
  readonly name: string;
  readonly statements: (eurusd: number) => string[];
  readonly failure: { what: string; cause: string; symbol?: string };
  /** Several things fail that hang together; else exactly one. */
  readonly several?: true;
}[] = [
  {
    name: 'a ledger row with another price',
    statements: () => [`update ledger set price = price + 0.00001 where seq = 40`],
    failure: { what: 'signal', cause: 'engine' },
  },
  {
    name: 'a ledger row with another time of publication',
    statements: () => [`update ledger set created_at = created_at - 1 where seq = 40`],
    failure: { what: 'signal', cause: 'engine' },
  },
  {
    name: 'a weekly set with another level',
    statements: () => [
      `update ledger set detail = jsonb_set(detail, '{buy,0}', '1.5')
       where seq = (select min(seq) from ledger where kind = 'levels')`,
    ],
    failure: { what: 'levels', cause: 'engine' },
  },
  {
    name: 'a box that was moved',
    statements: (eurusd) => [
      `update analysis_past_box set proofs = set_byte(proofs, 40, get_byte(proofs, 40) # 1)
       where series_id = ${eurusd} and no = 0`,
    ],
    failure: { what: 'box', cause: 'engine', symbol: 'EURUSD' },
  },
  {
    name: 'an outcome that was turned into a win',
    statements: () => [
      `update ledger_outcome set status = 1, r = 1
       where no = (select min(no) from ledger_outcome where status = -1)`,
    ],
    failure: { what: 'outcome', cause: 'engine' },
  },
  {
    name: 'a box that is gone',
    statements: (eurusd) => [
      `update analysis_past_box set proofs = substring(proofs from 17)
       where series_id = ${eurusd} and no = 0`,
    ],
    failure: { what: 'box', cause: 'engine' },
  },
  {
    name: 'a row that is gone',
    statements: () => [
      `delete from ledger_outcome where seq = 50`,
      `delete from ledger where seq = 50`,
    ],
    failure: { what: 'signal', cause: 'engine' },
    several: true,
  },
  {
    name: 'a row that was added',
    statements: () => [
      `insert into ledger select (select max(seq) + 1 from ledger), symbol, source, series_id,
         event_key || '.more', kind, setup, engine_version, bar_time, created_at, origin, way, price,
         range, sl, tp1, tp2, detail, input_hash, hash, prev_hash
       from ledger where seq = (select min(seq) from ledger where kind = 'box' and symbol = 'EURUSD')`,
    ],
    failure: { what: 'signal', cause: 'engine', symbol: 'EURUSD' },
  },
  {
    name: 'a stored bar of a chunk with one other bit',
    statements: (eurusd) => [
      `update bar_chunk set data = set_byte(data, 4000, get_byte(data, 4000) # 1)
       where series_id = ${eurusd} and resolution = '60' and chunk_no = 1`,
    ],
    failure: { what: 'signal', cause: 'vendor', symbol: 'EURUSD' },
    several: true,
  },
  {
    name: 'a stored chunk with another volume, which no formula reads',
    statements: (eurusd) => [
      `update bar_chunk set data = set_byte(data, length(data) - 20, get_byte(data, length(data) - 20) # 1)
       where series_id = ${eurusd} and resolution = '60' and chunk_no = 1`,
    ],
    failure: { what: 'signal', cause: 'vendor', symbol: 'EURUSD' },
    several: true,
  },
];

for (const { name, statements, failure, several } of tampered) {
  test(`found: ${name}`, async (t) => {
    const { context, eurusd } = await plantRecord(t);
    const { db } = context;
    await tamper(db, ...statements(eurusd.id));
    const found = await certified(db);
    const { cause, what, symbol } = failure;
    const { engineFailures, vendorFailures } = failuresOf(found);
    assert.equal(cause === 'engine' ? vendorFailures : engineFailures, 0, 'the other cause');
    assert.ok(engineFailures + vendorFailures > 0);
    if (!several) assert.equal(engineFailures + vendorFailures, 1);
    const shown = found.failures.filter((one) => one.what === what && one.cause === cause);
    assert.ok(shown.length > 0, JSON.stringify(found.failures[0]));
    if (symbol) assert.ok(found.failures.every((one) => one.symbol === symbol));
    const { rows } = await sql<{ n: number; seqs: number }>`
      select sum(count)::int as n, count(seq) as seqs from record_failure
      where certificate_id = ${found.id}`.execute(db);
    assert.equal(rows[0]?.n, engineFailures + vendorFailures, 'the classes with their counts');
  });
}

async function plantHistory(db: Db): Promise<{ series: Series; bars: BarColumns }> {
  const bars = makeBars({ seed: 11, fromMs: MONDAY, bars: 3000, digits: 2, price: 300 });
  const series = await plantSeries(db, { symbol: 'BTC', category: 'crypto', digits: 2 });
  await plantBars(db, series, bars);
  return { series, bars };
}

const honestEngine = (series: Series): SeriesRun => startRun(series);

/**
 * Looks at the bar behind the one that it is given, when there is one in the columns, and works with its close. Counts
 * and hashes bars like an honest engine.
 */
function peekingEngine(series: Series): SeriesRun {
  const honest = startRun(series);
  const sly = startRun(series);
  const records: EventRecord[] = [];
  return changed(honest, {
    read(bars, row) {
      honest.advance(bars.openTimeMs[row]!);
      sly.advance(bars.openTimeMs[row]!);
      const before = honest.inputHash;
      records.push(...sly.takeEvents().map((event) => ({ ...event, inputHash: before })));
      honest.read(bars, row);
      const close = bars.close[row + 1] ?? bars.close[row]!;
      const high = Math.max(bars.high[row]!, close);
      const low = Math.min(bars.low[row]!, close);
      const seen = { ...bars, high: bars.high.with(row, high), low: bars.low.with(row, low) };
      const refusal = sly.read({ ...seen, close: bars.close.with(row, close) }, row);
      const { inputHash } = honest;
      records.push(...sly.takeEvents().map((event) => ({ ...event, inputHash })));
      return refusal;
    },
    advance(timeMs) {
      sly.advance(timeMs);
      honest.advance(timeMs);
      const { inputHash } = honest;
      records.push(...sly.takeEvents().map((event) => ({ ...event, inputHash })));
    },
    takeEvents: () => records.splice(0),
  });
}

/**
 * Waits for the next bar before it says what it made of this one, under this one's time and hash, and leaves out the
 * trades that begin with a loss.
 */
function hesitantEngine(series: Series): SeriesRun {
  const honest = startRun(series);
  const dropped = new Set<string>();
  let held: EventRecord[] = [];
  const records: EventRecord[] = [];
  return changed(honest, {
    read(bars, row) {
      const close = bars.close[row]!;
      records.push(
        ...held.filter(({ event }) => {
          if (event.type === 'tradeClosed') return !dropped.has(event.id);
          if (event.type !== 'trade') return true;
          const { way, p } = event.trade;
          const wins = way === 'up' ? close >= p : close <= p;
          if (!wins) dropped.add(event.id);
          return wins;
        }),
      );
      const refusal = honest.read(bars, row);
      held = honest.takeEvents();
      return refusal;
    },
    takeEvents: () => records.splice(0),
  });
}

/** An honest run with some of its ways changed. */
function changed(
  honest: SeriesRun,
  ways: Pick<SeriesRun, 'read' | 'takeEvents'> & Partial<SeriesRun>,
): SeriesRun {
  return Object.assign(Object.create(honest) as SeriesRun, ways);
}

test('an engine that looks one bar ahead is found out, though it agrees with itself', async (t) => {
  const { db } = await testDatabase(t);
  const { series, bars } = await plantHistory(db);
  await publishWith(db, series, bars, { engine: peekingEngine });
  const again = peekingEngine(series);
  const keys: string[] = [];
  for (let row = 0; row < bars.length; row++) {
    again.read(bars, row);
    keys.push(...again.takeEvents().map(({ key }) => key));
  }
  const { rows } = await sql<{ keys: string[] }>`
    select array_agg(event_key order by id) as keys from analysis_event`.execute(db);
  assert.deepEqual(rows[0]?.keys, keys, 'given all bars it comes to the same again');
  const found = await certified(db, { start: peekingEngine });
  assert.ok(found.engineFailures > 100, `${found.engineFailures} failures`);
  assert.equal(found.vendorFailures, 0);
  const trade = found.failures.find(({ what }) => what === 'signal');
  assert.equal(trade?.symbol, 'BTC');
  assert.equal(trade?.cause, 'engine');
  const honest = await certified(db);
  assert.ok(honest.engineFailures > 100, 'nor is it what the honest engine comes to');
  assert.equal(honest.vendorFailures, 0);
});

test('an engine that waits for the next bar and dates its word back is found out', async (t) => {
  const { db } = await testDatabase(t);
  const { series, bars } = await plantHistory(db);
  await publishWith(db, series, bars, { engine: hesitantEngine });
  const found = await certified(db, { start: hesitantEngine });
  const { signals, levelSets, boxes, outcomes } = found;
  assert.equal(found.engineFailures, signals + levelSets + boxes + outcomes, 'all of it came late');
  assert.equal(found.vendorFailures, 0);
});

test('an honest engine passes where those two did not, in every market', async (t) => {
  const { db } = await testDatabase(t);
  const hours = { seed: 3, fromMs: MONDAY, bars: 2500 };
  const days = { seed: 5, fromMs: MONDAY, bars: 1500, stepMs: 24 * HOUR };
  const isWeekday = (timeMs: number): boolean => (Math.floor(timeMs / (24 * HOUR)) + 3) % 7 < 5;
  const isSession = (timeMs: number): boolean => {
    const hour = (timeMs / HOUR) % 24;
    return isWeekday(timeMs) && hour >= 14 && hour < 21;
  };
  const markets = [
    { of: { symbol: 'BTC', category: 'crypto' }, bars: makeBars(hours) },
    { of: { symbol: 'EURUSD' }, bars: makeBars({ ...hours, isOpen: isForexOpen }) },
    { of: { symbol: 'AAPL', category: 'nasdaq' }, bars: makeBars({ ...hours, isOpen: isSession }) },
    { of: { symbol: 'GBPUSD', base: '1D' }, bars: makeBars({ ...days, isOpen: isWeekday }) },
    { of: { symbol: 'ETH', category: 'crypto', base: '1D' }, bars: makeBars(days) },
  ] as const;
  for (const { of, bars } of markets) {
    const series = await plantSeries(db, of);
    await plantBars(db, series, bars);
    await publishWith(db, series, bars, { engine: honestEngine });
  }
  const found = await certified(db);
  assert.deepEqual(found.failures, []);
  assert.ok(found.signals > 300 && found.levelSets > 100 && found.boxes > 300);
});

test('a fault of the engine is told from a bar that changed after it', async (t) => {
  const { context, eurusd } = await plantRecord(t);
  const { db } = context;
  await tamper(
    db,
    `update ledger set price = price + 1 where seq =
       (select min(seq) from ledger where series_id = ${eurusd.id})`,
    `update bar_tail set c = l where series_id = ${eurusd.id} and resolution = '60' and t =
       (select max(t) from bar_tail where series_id = ${eurusd.id} and resolution = '60' and c > l)`,
    `delete from bar_chunk where series_id = ${eurusd.id} and resolution = '60' and chunk_no = 2`,
  );
  const found = await certified(db);
  assert.equal(found.engineFailures, 1);
  assert.equal(found.failures[0]?.cause, 'engine');
  assert.ok(found.vendorFailures > 100, 'all that the missing chunk gave');
  const firstGone = found.failures.find(({ cause }) => cause === 'vendor');
  assert.ok(firstGone && firstGone.bar_time > found.failures[0]!.bar_time);
});

test('a check that is ended early leaves nothing behind', async (t) => {
  const { context } = await plantRecord(t);
  const ending = new AbortController();
  const onProgress: CertifyOptions['onProgress'] = ({ done }) => {
    if (done === 2) ending.abort(new Error('enough'));
  };
  const { db } = context;
  await assert.rejects(certified(db, { onProgress, signal: ending.signal }), /enough/);
  const { rows } = await sql<{ n: number }>`select count(*) as n from record_certificate`.execute(
    db,
  );
  assert.equal(rows[0]?.n, 0);
});
