import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Db } from '../../../platform/db/pool.ts';
import { testContext } from '../../../platform/testing.ts';
import { countTicks } from '../store/tick-count-store.ts';
import { TickLog } from './tick-log.ts';

const { db } = await testContext({ after });
const HOUR = 3_600_000;
/** 09:00 UTC of 5 January 2026. */
const NINE = Date.UTC(2026, 0, 5, 9);
const tick = { symbol: 'BTCUSD', timeMs: NINE, price: 1, volume: 1 };

const countsOf = async (source: string) =>
  (await countTicks(db, 0)).flatMap(({ source: of, ...rest }) => (of === source ? [rest] : []));

test('ticks are counted by hour and outcome, also those of which no sample is kept', async () => {
  const log = new TickLog('counted');
  for (let i = 0; i < 100; i += 1) log.accept(NINE, NINE);
  for (let i = 0; i < 70; i += 1) log.refuse(tick, 'jump', NINE);
  log.refuse(tick, 'duplicate', NINE);
  await log.store(db, NINE + 10);
  log.accept(NINE, NINE);
  await log.store(db, NINE + HOUR);
  await log.store(db, NINE + 2 * HOUR);
  assert.deepEqual(await countsOf('counted'), [
    { outcome: 'accepted', count: 101, last: NINE + HOUR },
    { outcome: 'jump', count: 70, last: NINE + 10 },
    { outcome: 'duplicate', count: 1, last: NINE + 10 },
  ]);
  const sinceTen = (await countTicks(db, NINE + HOUR)).filter(({ source }) => source === 'counted');
  assert.deepEqual(
    sinceTen.map(({ outcome, count }) => [outcome, count]),
    [['accepted', 1]],
  );
});

test('what a failed call could not count is counted by the next, once', async () => {
  const log = new TickLog('failed');
  log.accept(NINE, NINE);
  log.refuse(tick, 'jump', NINE);
  const broken = {
    withTables() {
      throw new Error('no database');
    },
  } as unknown as Db;
  await assert.rejects(log.store(broken, NINE), /no database/);
  log.accept(NINE, NINE);
  await Promise.all([log.store(db, NINE), log.store(db, NINE)]);
  assert.deepEqual(
    (await countsOf('failed')).map(({ outcome, count }) => [outcome, count]),
    [
      ['accepted', 2],
      ['jump', 1],
    ],
  );
});

test('ages are those of ticks since the subscription, in whole slots of the last minute', () => {
  const log = new TickLog('aged');
  log.measureLagFrom(NINE);
  log.accept(NINE - 600_000, NINE);
  assert.deepEqual(log.lagOfMinute(NINE + 5000), { ticks: 0, medianMs: null, p95Ms: null });
  assert.equal(log.newestMs, NINE - 600_000);
  assert.equal(log.arrivedMs, NINE);
  log.accept(NINE, NINE + 9);
  log.accept(NINE + 1, NINE + 5);
  log.accept(NINE + 5001, NINE + 5000);
  assert.equal(log.newestMs, NINE + 5001);
  assert.equal(log.lagOfMinute(NINE + 4999).ticks, 0, 'the slot is still being filled');
  assert.deepEqual(log.lagOfMinute(NINE + 5000), { ticks: 2, medianMs: 4, p95Ms: 9 });
  assert.deepEqual(log.lagOfMinute(NINE + 10_000), { ticks: 3, medianMs: 4, p95Ms: 9 });
  assert.equal(log.lagOfMinute(NINE + 64_999).ticks, 3);
  assert.equal(log.lagOfMinute(NINE + 65_000).ticks, 1);
  assert.deepEqual(log.lagsOfHour(NINE + 61_000).slice(-3), [null, 4, null]);
  assert.equal(log.lagsOfHour(NINE).length, 60);
});
