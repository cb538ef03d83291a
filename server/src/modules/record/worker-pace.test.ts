import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listCosts } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import { DEFAULT_COSTS } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { createLog } from '../../platform/log.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import { testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { plantCondition } from '../../testing/ledger.ts';
import { plantSeries } from '../../testing/market.ts';
import { findRecordState, lastNight } from './record-run.ts';
import { recordDoneTopic, recordProgressTopic } from './topics.ts';
import { startRecord, startRecorder } from './worker.ts';

// When a server at its usual pace computes the record: the time of the machine is set by hand.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NIGHT = Date.UTC(2026, 10, 21, 0, 20);
const MINUTE = 60_000;

async function plantRow(db: Db): Promise<void> {
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  await plantCondition(db, series, { barTimeMs: NIGHT - HOUR, createdAtMs: NIGHT - HOUR });
}

async function loggedContext(t: TestContext): Promise<{ context: PartContext; lines: string[] }> {
  const lines: string[] = [];
  const context = {
    ...(await testContext(t, { clock: createManualClock(NIGHT + HOUR) })),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
  };
  return { context, lines };
}

interface Scene {
  readonly context: PartContext;
  readonly lines: string[];
  readonly part: Part;
  settled: boolean;
  launched: number;
  ended: number;
  /** How often the conditions were looked at. */
  looks(): number;
  /** Looks at that time of the machine and waits until the look is over. */
  lookAt(ms: number): Promise<void>;
}

async function scene(t: TestContext): Promise<Scene> {
  const { context, lines } = await loggedContext(t);
  await plantRow(context.db);
  let machineMs = 0;
  let looks = 0;
  t.mock.method(performance, 'now', () => machineMs);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const look = async (): Promise<void> => {
    const before = looks;
    for (let tries = 0; looks === before; tries += 1) {
      assert.ok(tries < 20_000, 'a look has an end');
      t.mock.timers.tick(1000);
      if (looks === before) await sleep(1);
    }
  };
  const one: Omit<Scene, 'part'> = {
    context,
    lines,
    settled: true,
    launched: 0,
    ended: 0,
    looks: () => looks,
    async lookAt(ms) {
      machineMs = ms;
      await look();
      // The next one does not begin before this one is over.
      await look();
    },
  };
  const part = startRecord(context, {
    isSettled: () => {
      looks += 1;
      return one.settled;
    },
    launch: () => {
      one.launched += 1;
      return {
        name: 'recorder',
        status: () => ({ ready: true }),
        stop: async () => {
          one.ended += 1;
        },
      };
    },
  });
  t.after(() => part.stop());
  assert.equal(looks, 0);
  t.mock.timers.tick(999);
  assert.equal(looks, 0, 'it looks once a second');
  t.mock.timers.tick(1);
  assert.equal(looks, 1);
  return Object.assign(one, { part });
}

test('everything has to be settled for five seconds without a break', async (t) => {
  const one = await scene(t);
  const launchedAt = async (ms: number): Promise<number> => {
    await one.lookAt(ms);
    return one.launched;
  };
  one.settled = false;
  await one.lookAt(900);
  one.settled = true;
  assert.equal(await launchedAt(1000), 0);
  assert.equal(await launchedAt(5999), 0);
  one.settled = false;
  assert.equal(await launchedAt(6000), 0);
  one.settled = true;
  assert.equal(await launchedAt(7000), 0);
  assert.equal(await launchedAt(11_999), 0);
  assert.equal(await launchedAt(12_000), 1);
  assert.equal(await launchedAt(90_000_000), 1, 'one at a time');
});

test('after an hour it is computed whether everything is settled or not', async (t) => {
  const one = await scene(t);
  one.settled = false;
  // The first look was at 0.
  await one.lookAt(HOUR - 1);
  assert.equal(one.launched, 0);
  await one.lookAt(HOUR);
  assert.equal(one.launched, 1);
  await one.part.stop();
  assert.equal(one.ended, 1, 'its thread ends with it');
  const before = one.looks();
  t.mock.timers.tick(10_000);
  assert.equal(one.looks(), before, 'a part that was stopped looks no more');
});

test('after each failure the rest is twice as long, up to 64 minutes; after a success one minute', async (t) => {
  const one = await scene(t);
  const { bus } = one.context;
  await one.lookAt(5000);
  assert.equal(one.launched, 1);
  assert.deepEqual(one.part.status(), { ready: true, detail: 'computing 0 %' });
  bus.publish(recordProgressTopic, { share: 0.429 });
  await until('it says how far it is', () => one.part.status().detail === 'computing 42 %');
  let nowMs = 5000;
  let launched = 1;
  for (const minutes of [2, 4, 8, 16, 32, 64, 64, 64]) {
    bus.publish(recordDoneTopic, { runId: null });
    await one.lookAt(nowMs + minutes * MINUTE - 1);
    assert.equal(one.launched, launched, `not before ${minutes} minutes`);
    assert.deepEqual(one.part.status(), { ready: true, detail: 'interrupted; tries again' });
    assert.equal(one.ended, launched, 'its thread has ended');
    nowMs += minutes * MINUTE;
    launched += 1;
    await one.lookAt(nowMs);
    assert.equal(one.launched, launched, `after ${minutes} minutes`);
    assert.equal(one.part.status().detail, 'computing 0 %');
  }
  bus.publish(recordDoneTopic, { runId: 7 });
  await one.lookAt(nowMs + MINUTE - 1);
  assert.equal(one.launched, launched);
  assert.deepEqual(one.part.status(), { ready: true });
  await one.lookAt(nowMs + MINUTE);
  assert.equal(one.launched, launched + 1);
});

test('what cannot be looked at is logged and looked at again a minute later', async (t) => {
  const one = await scene(t);
  const { db } = one.context;
  await sql`alter table record_run rename to record_run_gone`.execute(db);
  await one.lookAt(5000);
  assert.equal(one.launched, 0);
  assert.equal(
    one.lines.filter((line) => line.includes('the record could not be looked at')).length,
    1,
  );
  await sql`alter table record_run_gone rename to record_run`.execute(db);
  await one.lookAt(64_999);
  assert.equal(one.launched, 0);
  await one.lookAt(65_000);
  assert.equal(one.launched, 1);
});

test('a computation that fails is logged and told, one that was stopped is told alone', async (t) => {
  const { context, lines } = await loggedContext(t);
  const { bus, db } = context;
  const told: unknown[] = [];
  bus.subscribe(recordProgressTopic, ({ share }) => told.push(share));
  bus.subscribe(recordDoneTopic, ({ runId }) => told.push({ runId }));
  await sql`alter table record_run rename to record_run_gone`.execute(db);
  const failing = startRecorder(context);
  await until('it has ended', () => told.length === 3);
  assert.deepEqual(told, [0.01, null, { runId: null }]);
  assert.equal(lines.filter((line) => line.includes('the record was interrupted')).length, 1);
  assert.deepEqual([failing.name, failing.status()], ['recorder', { ready: true }]);
  await failing.stop();
  const stopped = startRecorder(context);
  await stopped.stop();
  assert.deepEqual(told.slice(3), [0.01, null, { runId: null }]);
  assert.equal(lines.length, 1);
});

test('the night is that of 00:20 UTC', () => {
  assert.equal(lastNight(NIGHT), NIGHT);
  assert.equal(lastNight(NIGHT - 1), NIGHT - DAY);
  assert.equal(lastNight(NIGHT + DAY - 1), NIGHT);
});

test('the record of a night is computed by this engine, at these costs, since that night', async (t) => {
  const { context } = await loggedContext(t);
  const { db } = context;
  const stateOf = (whole: boolean) => findRecordState(context, NIGHT, { whole });
  assert.equal(await stateOf(false), 'nothing');
  await plantRow(db);
  assert.equal(await stateOf(false), 'due');
  const costs = JSON.stringify(listCosts(DEFAULT_COSTS));
  const plantRun = (startedMs: number, version: string, given = costs) =>
    sql`insert into record_run (started_at, finished_at, engine_version, ledger_rows, outcomes, seed, costs)
      values (${startedMs}, ${startedMs}, ${version}, 1, 0, ${Buffer.alloc(32)}, ${given})`.execute(
      db,
    );
  const plantCertificate = (startedMs: number) =>
    sql`insert into record_certificate (started_at, finished_at, engine_version, signals, level_sets,
        boxes, outcomes, engine_failures, vendor_failures, other_versions, corrections)
      values (${startedMs}, ${startedMs}, 'e', 0, 0, 0, 0, 0, 0, 0, 0)`.execute(db);
  await plantRun(NIGHT - 1, ENGINE_VERSION);
  assert.equal(await stateOf(false), 'due', 'that of the night before');
  await plantRun(NIGHT, '0.9.0');
  assert.equal(await stateOf(false), 'due', 'of another engine');
  await plantRun(NIGHT, ENGINE_VERSION, '[]');
  assert.equal(await stateOf(false), 'due', 'at other costs');
  await plantRun(NIGHT, ENGINE_VERSION);
  assert.equal(await stateOf(false), 'computed');
  assert.equal(await stateOf(true), 'due', 'without a certificate');
  await plantCertificate(NIGHT - 1);
  assert.equal(await stateOf(true), 'due', 'with a certificate of the night before');
  await plantCertificate(NIGHT);
  assert.equal(await stateOf(true), 'computed');
});
