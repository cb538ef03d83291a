import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { sql } from 'kysely';
import { createManualClock, type ManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import { testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { plantCondition } from '../../testing/ledger.ts';
import { plantSeries } from '../../testing/market.ts';
import { findLastRun } from './figure-store.ts';
import { runRecord } from './record-run.ts';
import { recordDoneTopic, recordProgressTopic } from './topics.ts';
import { type RecordPace, startRecord, startRecorder, watchRecord } from './worker.ts';

const NIGHT = Date.UTC(2026, 10, 21, 0, 20);
const HOUR = 3_600_000;
const QUICK: RecordPace = { lookMs: 5, settledMs: 30, maxWaitMs: 60_000, restMs: 20 };

interface Scene {
  readonly context: PartContext;
  readonly clock: ManualClock;
  settled: boolean;
  launched: number;
  /** How often the conditions were looked at. */
  looks: number;
  readonly part: Part;
}

/** Looks within which a computation would have begun: 6 until all is settled, 4 of rest, and as many again. */
const ENOUGH_LOOKS = 20;

async function looksOn(of: { readonly looks: number }): Promise<void> {
  const before = of.looks;
  await until('it has looked again and again', () => of.looks >= before + ENOUGH_LOOKS);
}

/** A record's part whose thread is this one. */
async function scene(
  t: TestContext,
  options: { atMs: number; pace?: Partial<RecordPace>; launch?: (context: PartContext) => Part },
): Promise<Scene> {
  const clock = createManualClock(options.atMs);
  const context = await testContext(t, { clock });
  const { launch = startRecorder } = options;
  const one: Omit<Scene, 'part'> = { context, clock, settled: false, launched: 0, looks: 0 };
  const part = startRecord(context, {
    isSettled: () => {
      one.looks += 1;
      return one.settled;
    },
    launch: () => {
      one.launched += 1;
      return launch(context);
    },
    pace: { ...QUICK, ...options.pace },
  });
  t.after(() => part.stop());
  return Object.assign(one, { part });
}

async function plantRow(db: Db): Promise<void> {
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  await plantCondition(db, series, { barTimeMs: NIGHT - HOUR, createdAtMs: NIGHT - HOUR });
}

const runOf = async ({ context }: Scene): Promise<number> =>
  (await findLastRun(context.db))?.started_at ?? 0;

test('computed once everything is settled, once a night, and again the next one', async (t) => {
  const one = await scene(t, { atMs: NIGHT + 5 * HOUR });
  await plantRow(one.context.db);
  await looksOn(one);
  assert.equal(one.launched, 0, 'not while the markets fill');
  one.settled = true;
  await until('the record is computed', async () => (await runOf(one)) === NIGHT + 5 * HOUR);
  await until('its thread has ended', () => one.part.status().detail === undefined);
  assert.equal(one.part.status().ready, true);
  await one.clock.advance(19 * HOUR - 1);
  await looksOn(one);
  assert.equal(one.launched, 1, 'not twice a day');
  await one.clock.advance(2);
  await until('the next night', async () => (await runOf(one)) === NIGHT + 24 * HOUR + 1);
  assert.equal(one.launched, 2);
});

/** Plants an event that is not published yet; returns its number. */
async function plantEvent(db: Db): Promise<number> {
  const { id: seriesId } = await plantSeries(db, { symbol: 'GBPUSD' });
  const { rows } = await sql<{ id: number }>`
    insert into analysis_event
      (series_id, engine_version, event_key, type, bar_time, payload, input_hash)
    values (${seriesId}, ${ENGINE_VERSION}, 'a', 'condition', ${NIGHT - HOUR}, '{}',
      ${Buffer.alloc(32)})
    returning id`.execute(db);
  assert.ok(rows[0]);
  return rows[0].id;
}

test('not computed while events wait to be published, however long everything is settled', async (t) => {
  const one = await scene(t, { atMs: NIGHT + HOUR });
  const { db } = one.context;
  await plantRow(db);
  const event = await plantEvent(db);
  one.settled = true;
  await looksOn(one);
  assert.equal(one.launched, 0);
  await sql`update publisher_cursor set event_id = ${event}`.execute(db);
  await until('the record is computed', async () => (await runOf(one)) > 0);
});

test('events that wait with a build delay nothing', async (t) => {
  const one = await scene(t, { atMs: NIGHT + HOUR });
  const { db } = one.context;
  await plantRow(db);
  await plantEvent(db);
  await sql`update publisher_cursor set waits = 'refused', waiting_build = ${Buffer.alloc(32)}`.execute(
    db,
  );
  one.settled = true;
  await until('the record is computed', async () => (await runOf(one)) > 0);
});

test('not computed without a row, and then as soon as there is one', async (t) => {
  const one = await scene(t, { atMs: NIGHT + HOUR });
  one.settled = true;
  await looksOn(one);
  assert.equal(one.launched, 0);
  await plantRow(one.context.db);
  await until('the record is computed', async () => (await runOf(one)) > 0);
});

test('not computed again by a server that starts later on the same day', async (t) => {
  const one = await scene(t, { atMs: NIGHT + HOUR });
  await plantRow(one.context.db);
  one.settled = true;
  await until('the record is computed', async () => (await runOf(one)) > 0);
  await until('its thread has ended', () => one.part.status().detail === undefined);
  await one.part.stop();
  const seen = { looks: 0, launched: 0 };
  const later = startRecord(one.context, {
    isSettled: () => {
      seen.looks += 1;
      return true;
    },
    launch: () => {
      seen.launched += 1;
      return startRecorder(one.context);
    },
    pace: QUICK,
  });
  t.after(() => later.stop());
  await looksOn(seen);
  assert.equal(seen.launched, 0);
});

test('computed again by a server that starts later on the same day with other costs', async (t) => {
  const one = await scene(t, { atMs: NIGHT + HOUR });
  await plantRow(one.context.db);
  one.settled = true;
  await until('the record is computed', async () => (await runOf(one)) > 0);
  await until('its thread has ended', () => one.part.status().detail === undefined);
  await one.part.stop();
  const context = { ...one.context, config: { ...one.context.config, recordCosts: 'forex=7pips' } };
  const seen = { looks: 0, launched: 0 };
  const later = startRecord(context, {
    isSettled: () => {
      seen.looks += 1;
      return true;
    },
    launch: () => {
      seen.launched += 1;
      return startRecorder(context);
    },
    pace: QUICK,
  });
  t.after(() => later.stop());
  const costOf = async (): Promise<number | undefined> =>
    (await findLastRun(context.db))?.costs.find(({ of }) => of === 'forex')?.amount;
  await until('the costs count', async () => (await costOf()) === 7);
  await until('its thread has ended', () => later.status().detail === undefined);
  await looksOn(seen);
  assert.equal(seen.launched, 1);
});

test('computed in the end when a source never becomes ready', async (t) => {
  const one = await scene(t, { atMs: NIGHT + HOUR, pace: { maxWaitMs: 100 } });
  await plantRow(one.context.db);
  await until('the record is computed', async () => (await runOf(one)) > 0);
});

test('what fails is tried again, with longer and longer pauses, and the status says so', async (t) => {
  let fails = 3;
  const one = await scene(t, {
    atMs: NIGHT + HOUR,
    launch: (context) => {
      if (fails-- <= 0) return startRecorder(context);
      setTimeout(() => context.bus.publish(recordDoneTopic, { runId: null }), 5);
      return { name: 'recorder', status: () => ({ ready: true }), stop: async () => {} };
    },
  });
  await plantRow(one.context.db);
  one.settled = true;
  const began = performance.now();
  await until('it says so', () => one.part.status().detail === 'interrupted; tries again');
  await until('the record is computed', async () => (await runOf(one)) > 0);
  assert.equal(one.launched, 4);
  assert.ok(performance.now() - began >= 20 * (2 + 4 + 8), 'the pauses grow');
});

test('a record that another process computes at that moment is not called interrupted for the day', async (t) => {
  const one = await scene(t, {
    atMs: NIGHT + HOUR,
    launch: (context) => {
      const signal = new AbortController().signal;
      const others = runRecord(context, { signal, progress: () => {} });
      void others.then(() => context.bus.publish(recordDoneTopic, { runId: null }));
      return { name: 'recorder', status: () => ({ ready: true }), stop: async () => {} };
    },
  });
  await plantRow(one.context.db);
  one.settled = true;
  await until(
    'the others are waited for',
    () => one.part.status().detail?.startsWith('inter') === true,
  );
  await until('it is seen that they have', () => one.part.status().detail === undefined);
  assert.equal(one.launched, 1);
});

test('how far it is can be asked while it runs', async (t) => {
  const one = await scene(t, { atMs: NIGHT + HOUR });
  const share = watchRecord(one.context.bus);
  const seen: (number | null)[] = [];
  one.context.bus.subscribe(recordProgressTopic, () => seen.push(share()));
  assert.equal(share(), null);
  await plantRow(one.context.db);
  one.settled = true;
  await until('it has ended', () => seen.includes(null));
  const shares = seen.filter((known) => known !== null);
  assert.ok(shares.length > 1);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  assert.ok(shares.every((known) => known > 0 && known <= 1));
  assert.equal(share(), null);
});
