import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { type BarColumns, rowTimeOf, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock, type ManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { testContext } from '../../platform/testing.ts';
import { MONDAY, publishWith, tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst, startRun } from '../analysis/index.ts';
import { closedTopic, type Series } from '../market/index.ts';
import { startPublisher } from '../signals/index.ts';
import { certify } from './certificate.ts';
import { verifyRecord } from './verify.ts';

const HOUR = 3_600_000;
const OLD = '1.0.0';
const BARS = 4500;
/** Bars that the old program has read at the switch, and those that were stored before the new one starts. */
const READ = 3700;
const STORED = 3720;

interface Upgraded {
  readonly clock: ManualClock;
  readonly context: PartContext;
  readonly series: Series;
  readonly bars: BarColumns;
  /** Close of the last bar that the old program has read. */
  readonly untilMs: number;
}

/** Plants the record of a program with engine 1.0.0 that has ended. */
async function plantOld(t: TestContext): Promise<Upgraded> {
  const clock = createManualClock(MONDAY + STORED * HOUR + 1000);
  const context = await testContext(t, { clock });
  const { db } = context;
  const series = await plantSeries(db, { symbol: 'BTC', category: 'crypto', digits: 2 });
  const bars = makeBars({ seed: 5, fromMs: MONDAY, bars: BARS, digits: 2, price: 100 });
  await plantBars(db, series, sliceColumns(bars, 0, READ));
  await publishWith(db, series, sliceColumns(bars, 0, READ), {
    engine: (of) => startRun(of, undefined, { version: OLD }),
    version: OLD,
  });
  await plantBars(db, series, sliceColumns(bars, READ, STORED));
  return { clock, context, series, bars, untilMs: (bars.openTimeMs[READ - 1] ?? 0) + HOUR };
}

/** Runs this program until it has published everything of the first bars, in three starts. */
async function runTo(of: Upgraded, end: number): Promise<void> {
  const { clock, context, series, bars } = of;
  const { db, bus } = context;
  const start = [() => startAnalyst(context), () => startPublisher(context)];
  const stored = await sql<{ bars: number }>`
    select coalesce(max(bars), 0) as bars from analysis_state where series_id = ${series.id}`.execute(
    db,
  );
  let from = Math.max(STORED, stored.rows[0]?.bars ?? 0);
  for (const share of [0.3, 0.7, 1]) {
    const to = Math.floor(from + share * (end - from));
    await withParts(start, async (wait) => {
      await plantBars(db, series, sliceColumns(bars, from, to));
      const throughMs = (bars.openTimeMs[to - 1] ?? 0) + HOUR;
      clock.set(throughMs + 1000 - clock.now());
      bus.publish(closedTopic, { symbols: [series.symbol], throughMs });
      await wait(async () => {
        const { rows } = await sql<{ done: boolean }>`
          select bool_and(bars = ${to} or is_over) and not exists (
            select from analysis_event where id > (select event_id from publisher_cursor)
          ) as done from analysis_state where series_id = ${series.id}`.execute(db);
        return rows[0]?.done === true;
      });
    });
    from = to;
  }
}

/** Returns the keys of rows, and of outcomes with their legs, that 1.0.0 gives over the first bars. */
function expectedOf({ series, bars, untilMs }: Upgraded, end: number) {
  const run = startRun(series, undefined, { version: OLD });
  for (let row = 0; row < end; row++) run.read(bars, row);
  const events = run.takeEvents().filter(({ event }) => rowTimeOf(event, series.fx) <= untilMs);
  const isOutcome = (event: (typeof events)[number]['event']): boolean =>
    'leg' in event || event.type === 'levelsTrade';
  return {
    rows: events.filter(({ event }) => !isOutcome(event) && event.type !== 'box').length,
    late: events.filter(({ event }) => isOutcome(event) && event.timeMs > untilMs),
    outcomes: events.filter(({ event }) => isOutcome(event)).length,
  };
}

const findingsOf = async (db: Db): Promise<string[]> =>
  (await verifyRecord(db)).findings.map(({ where, what }) => `${where}: ${what}`);

test('after an upgrade the rows of the old version are followed to their ends, and it makes no new ones', async (t) => {
  const of = await plantOld(t);
  const { db } = of.context;
  await runTo(of, BARS);
  const expected = expectedOf(of, BARS);
  assert.deepEqual([...new Set(expected.late.map(({ event }) => event.type))].toSorted(), [
    'conditionLeg',
    'levelsClosed',
    'levelsTrade',
    'tradeClosed',
  ]);
  const rows = await readLedger(db);
  const outcomes = await readOutcomes(db);
  const old = rows.filter(({ engineVersion }) => engineVersion === OLD);
  assert.equal(old.length, expected.rows);
  assert.ok(old.every(({ barTime }) => barTime <= of.untilMs));
  const ofOld = outcomes.filter(({ engineVersion }) => engineVersion === OLD);
  assert.equal(ofOld.length, expected.outcomes);
  const hashes = new Map(
    expected.late.map(({ inputHash, event }) => [event.timeMs, inputHash.toString('hex')]),
  );
  for (const outcome of ofOld.filter(({ barTime }) => barTime > of.untilMs)) {
    assert.equal(outcome.inputHash, hashes.get(outcome.barTime));
  }
  const present = rows.filter(({ engineVersion }) => engineVersion === ENGINE_VERSION);
  assert.ok(
    present.length > old.length,
    'the present version publishes its rows from the first bar on',
  );
  const { rows: states } = await sql<{ engine_version: string; is_over: boolean; kept: boolean }>`
    select engine_version, is_over, snapshot is not null as kept from analysis_state
    where series_id = ${of.series.id} order by 1`.execute(db);
  assert.deepEqual(states[0], { engine_version: OLD, is_over: true, kept: false });
  assert.equal(states[1]?.is_over, false);
  assert.deepEqual(await findingsOf(db), []);
  for (const night of [1, 2]) {
    const found = await certify(db, { clock: of.clock });
    assert.deepEqual([found.failures, found.otherVersions], [[], 0], `night ${night}`);
    assert.equal(found.outcomes, outcomes.length);
    assert.equal(found.signals + found.levelSets + found.forecasts, rows.length);
    of.clock.set(24 * HOUR);
  }
});

test('while rows of the old version are open the record is sound, and each night continues from the last', async (t) => {
  const of = await plantOld(t);
  const { db } = of.context;
  assert.deepEqual(await findingsOf(db), [], 'before the new program starts');
  for (const end of [3740, 3800, 3950]) {
    await runTo(of, end);
    assert.deepEqual(await findingsOf(db), [], `${end} bars`);
    const found = await certify(db, { clock: of.clock });
    assert.deepEqual(found.failures, [], `${end} bars`);
    const { rows } = await sql<{ engine_version: string }>`
      select engine_version from record_checkpoint order by 1`.execute(db);
    assert.deepEqual(
      rows.map(({ engine_version }) => engine_version),
      [OLD, ENGINE_VERSION],
    );
    assert.ok(
      end === 3740 ||
        found.again <
          found.signals + found.levelSets + found.boxes + found.forecasts + found.outcomes,
      'one history starts from its checkpoint',
    );
  }
});

test('losers of the old version that nothing follows are found', async (t) => {
  const of = await plantOld(t);
  const { db } = of.context;
  // The new program is told that nothing is open, as if it had dropped the old engine.
  await tamper(db, `update analysis_state set rows_until_ms = ${of.untilMs}, is_over = true`);
  await runTo(of, 4000);
  const missing = expectedOf(of, 4000).late.filter(
    ({ event }) => 'leg' in event || event.type === 'levelsTrade',
  );
  assert.ok(missing.length > 3);
  const findings = (await findingsOf(db)).filter((one) => one.includes('engine 1.0.0'));
  assert.equal(
    findings.filter((one) => /the outcome of .* is missing/.test(one)).length,
    missing.length,
    findings.join('\n'),
  );
  const found = await certify(db, { clock: of.clock });
  const [failure, ...others] = found.failures.filter(({ what }) => what === 'outcome');
  assert.deepEqual([failure?.class, failure?.count], ['outcome-missing', missing.length]);
  assert.deepEqual(others, []);
});

test('a row of the old version after the first row of the new one is found without the tables', async (t) => {
  const of = await plantOld(t);
  const { db } = of.context;
  await runTo(of, 3800);
  // The old program runs once more and publishes its own rows of the bars since; the end of its rows is removed.
  await tamper(
    db,
    `delete from analysis_event where engine_version = '${OLD}'`,
    `delete from analysis_past where engine_version = '${OLD}'`,
  );
  await tamper(db, `delete from analysis_state where engine_version = '${OLD}'`);
  const again = startRun(of.series, undefined, { version: OLD });
  let fresh = 0;
  await publishWith(db, of.series, sliceColumns(of.bars, 0, 3800), {
    version: OLD,
    engine: () => {
      const run = Object.create(again) as typeof again;
      return Object.assign(run, {
        takeEvents: () => {
          const events = again
            .takeEvents()
            .filter(({ event }) => rowTimeOf(event, false) > of.untilMs);
          fresh += events.filter(({ event }) =>
            ['trade', 'condition', 'levels'].includes(event.type),
          ).length;
          return events;
        },
      });
    },
  });
  assert.ok(fresh > 0);
  const { failures } = await certify(db, { clock: of.clock });
  const found = failures.filter((one) => one.class === 'row-extra');
  const rows = (await readLedger(db)).filter(
    ({ engineVersion, barTime }) => engineVersion === OLD && barTime > of.untilMs,
  );
  assert.equal(rows.length, fresh);
  assert.equal(
    found.reduce((sum, { count }) => sum + count, 0),
    rows.length,
  );
  const seqs = new Set<number | null>(rows.map(({ seq }) => seq));
  assert.ok(found.every(({ seq }) => seqs.has(seq)));
});
