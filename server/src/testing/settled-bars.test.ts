import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, bucketEnd, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { SourceFeed } from '../modules/market/feed/source-feed.ts';
import { readStored } from '../modules/market/testing/feed-faults.ts';
import { formingTopic, storedTopic, ticksTopic } from '../modules/market/topics.ts';
import { createManualClock } from '../platform/clock.ts';
import { testContext } from '../platform/testing.ts';
import { stepOn, waitUntilLive } from './fault-days.ts';
import { TAPE_VENDORS } from './tape-vendors.ts';

// A source whose history has a bar three hours after its end, while its ticks are live: EODHD's currencies.

/** A Tuesday, 10:00:30 UTC. */
const START_MS = Date.UTC(2026, 10, 17, 10, 0, 30);
const PLAYED_MS = 4 * HOUR_MS;
const STEP_MS = 10_000;
/** Steps after which the database is given time. */
const TURN = 6;
const SETTLED_MS = 3 * HOUR_MS;
/** Time in which a bar is stored that the history has. */
const SOON_MS = 3 * MINUTE_MS;
const RESOLUTIONS = ['15', '60'] as const;

test('a bar stays open until its history has it, ticks are shown meanwhile, and few calls are made', async (t) => {
  const context = await testContext(t);
  const vendor = TAPE_VENDORS.find(({ name }) => name === 'eodhd-forex');
  assert.ok(vendor);
  const clock = createManualClock(START_MS);
  const { standIn, connector } = await vendor.open({
    clock,
    log: context.log,
    seed: 3,
    markets: vendor.markets,
    fromMs: Date.UTC(2026, 10, 9),
    denseFromMs: Date.UTC(2026, 10, 17),
  });
  const feed = new SourceFeed({ context, connector, clock });
  const latest: number[] = [];
  const lags: number[] = [];
  let newestTickMs = 0;
  let formingMs = 0;
  let isPlayed = false;
  context.bus.subscribe(storedTopic, (events) => {
    for (const { resolution, bars } of events) {
      if (!isPlayed || (resolution !== '15' && resolution !== '60')) continue;
      for (const { openTimeMs } of bars ?? [])
        lags.push(clock.now() - bucketEnd(resolution, openTimeMs, true));
    }
  });
  context.bus.subscribe(ticksTopic, (ticks) => {
    for (const { d: timeMs } of ticks) newestTickMs = Math.max(newestTickMs, timeMs);
  });
  context.bus.subscribe(formingTopic, (events) => {
    for (const { bars } of events)
      formingMs = Math.max(formingMs, bars['15']?.at(-1)?.openTimeMs ?? 0);
  });
  feed.start();
  try {
    await waitUntilLive({ clock, standIn, feed });
    isPlayed = true;
    const before = standIn.requests.length;
    const endMs = clock.now() + PLAYED_MS;
    for (let steps = 1; clock.now() < endMs; steps += 1) {
      await clock.advance(STEP_MS);
      await standIn.settle();
      if (steps % TURN === 0) await stepOn({ clock, standIn, feed });
      latest.push(clock.now() - newestTickMs);
    }
    const calls = standIn.requests.length - before;
    const hours = PLAYED_MS / HOUR_MS;
    await feed.stop();

    // Five bars of an hour for each symbol, and a rest for the first and the last one.
    const most = vendor.markets.length * 5 * (hours + 1);
    assert.ok(calls <= most, `${calls} calls in ${hours} hours`);
    assert.ok(Math.max(...latest) < 5 * MINUTE_MS, 'ticks are shown');
    assert.ok(formingMs > clock.now() - 30 * MINUTE_MS, 'the open bars are those of now');
    assert.ok(lags.length >= vendor.markets.length * 4 * hours, `${lags.length} bars`);
    for (const ms of lags) {
      assert.ok(ms >= SETTLED_MS, `a bar was stored ${ms / MINUTE_MS} minutes after its end`);
      assert.ok(ms < SETTLED_MS + SOON_MS, `a bar was stored ${ms / MINUTE_MS} minutes after`);
    }
    const { tape } = standIn;
    const { fromMs } = tape.options;
    const dueMs = clock.now() - SETTLED_MS - SOON_MS;
    for (const { symbol } of vendor.markets) {
      for (const resolution of RESOLUTIONS) {
        const isDue = (bar: Bar): boolean => bucketEnd(resolution, bar.openTimeMs, true) <= dueMs;
        const truth = tape.closedBars(symbol, resolution, fromMs, dueMs, clock.now()).filter(isDue);
        const stored = (await readStored(context, symbol, resolution)).filter(isDue);
        assert.deepEqual(stored, truth, `${symbol} ${resolution}`);
      }
    }
  } finally {
    await feed.stop();
    await standIn.stop();
  }
});
