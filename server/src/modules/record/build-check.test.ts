import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import type { Part } from '../../platform/part.ts';
import { testContext } from '../../platform/testing.ts';
import { MONDAY, plantRecord, tamper } from '../../testing/analysed-record.ts';
import { fakeBuild } from '../../testing/builds.ts';
import { until } from '../../testing/eventually.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import type { SeriesRun } from '../analysis/index.ts';
import { buildWaitsTopic, findBuildCheck, findChainHeads } from '../signals/index.ts';
import { checkBuild } from './build-check.ts';
import { watchBuilds } from './build-check-part.ts';
import { startEngine } from './step-through.ts';
import { buildCheckTopic } from './topics.ts';

const clock = createManualClock(MONDAY + 6000 * 3_600_000);
const BUILD = fakeBuild('new');

test('a build reproduces every row and outcome of all histories, and continues from there', async (t) => {
  const { context } = await plantRecord(t);
  const { db } = context;
  const seen: string[] = [];
  const check = await checkBuild(db, BUILD, { clock, onProgress: (at) => seen.push(at) });
  const heads = await findChainHeads(db);
  assert.deepEqual(check, {
    version: check.version,
    checkedAtMs: clock.now(),
    rows: (await readLedger(db)).length,
    outcomes: (await readOutcomes(db)).length,
    through: heads.ledger.number,
    throughOutcome: heads.outcomes.number,
    differences: 0,
    firstDifference: null,
  });
  assert.deepEqual(seen.toSorted(), ['BTC', 'EURUSD', 'GBPUSD', 'GBPUSD'], 'no replay');
  assert.deepEqual(await findBuildCheck(db, BUILD.hash), check);
  // A row that was changed after the check is not compared a second time by the same build, but by another one.
  await tamper(db, 'update ledger set price = price + 0.1 where seq = 40');
  const again = await checkBuild(db, BUILD, { clock });
  assert.deepEqual([again.differences, again.rows], [0, check.rows]);
  const other = await checkBuild(db, fakeBuild('other'), { clock });
  assert.equal(other.differences, 1);
  assert.match(other.firstDifference ?? '', /the row of .*: differs price$/);
});

test('an engine that gives other values, or too few, does not reproduce the rows', async (t) => {
  const { context } = await plantRecord(t);
  const { db } = context;
  const dear: typeof startEngine = (series, options): SeriesRun => {
    const run = startEngine(series, options);
    return {
      ...run,
      takeEvents: () =>
        run.takeEvents().map((record) => {
          const { event } = record;
          return event.type === 'trade'
            ? {
                ...record,
                event: { ...event, trade: { ...event.trade, p: event.trade.p + 1 } },
              }
            : record;
        }) as ReturnType<SeriesRun['takeEvents']>,
    };
  };
  const silent: typeof startEngine = (series, options): SeriesRun => ({
    ...startEngine(series, options),
    takeEvents: () => [],
  });
  const check = await checkBuild(db, BUILD, { clock, start: dear });
  assert.ok(check.differences > 10);
  const missing = await checkBuild(db, BUILD, { clock, start: silent });
  const rows = (await readLedger(db)).length + (await readOutcomes(db)).length;
  assert.ok(missing.differences >= rows);
  assert.match(missing.firstDifference ?? '', /unfounded/);
});

test('an interrupted check stores nothing', async (t) => {
  const { context } = await plantRecord(t);
  const stop = new AbortController();
  const check = checkBuild(context.db, BUILD, {
    clock,
    signal: stop.signal,
    onProgress: (_at, done) => {
      if (done === 1) stop.abort(new Error('stopped'));
    },
  });
  await assert.rejects(check, /stopped/);
  assert.equal(await findBuildCheck(context.db, BUILD.hash), undefined);
});

test('the part starts one thread for a waiting build, shows its progress and stops it', async (t) => {
  const context = await testContext(t);
  const { bus } = context;
  let launched = 0;
  let stopped = 0;
  const thread: Part = {
    name: 'thread',
    status: () => ({ ready: true }),
    stop: async () => {
      stopped += 1;
    },
  };
  const part = watchBuilds(context, () => {
    launched += 1;
    return thread;
  });
  assert.deepEqual(part.status(), { ready: true });
  for (let i = 0; i < 3; i++) bus.publish(buildWaitsTopic, { build: BUILD.hash });
  bus.publish(buildCheckTopic, { share: 0.34 });
  await until('it shows the share', () => part.status().detail?.includes('34 %') === true);
  assert.equal(launched, 1);
  bus.publish(buildCheckTopic, { share: null });
  await until('the thread is stopped', () => stopped === 1);
  assert.deepEqual(part.status(), { ready: true });
  bus.publish(buildWaitsTopic, { build: BUILD.hash });
  await part.stop();
  assert.equal(launched, 1, 'a check that failed is not repeated at once');
});
