import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { VenueTick } from '../connector.ts';
import { testConnectorContract } from '../connector-contract.ts';
import { createTwelveDataEodConnector } from './eod-connector.ts';
import { createTwelveDataStandIn, KEY } from './testing/stand-in.ts';
import { TwelveDataRest } from './twelvedata-rest.ts';

/** A Wednesday, 20:30 in Istanbul: Borsa İstanbul closed at 18:10, and its day is final at 21:10. */
const NOW_MS = Date.UTC(2026, 2, 11, 17, 30);
const FINAL_MS = Date.UTC(2026, 2, 11, 18, 10);

async function open(nowMs: number) {
  const clock = createManualClock(nowMs);
  const standIn = await createTwelveDataStandIn({
    clock,
    seed: 1,
    credits: 600,
    fromMs: nowMs - (nowMs % DAY_MS) - 65 * DAY_MS,
    denseFromMs: nowMs - (nowMs % DAY_MS) - DAY_MS,
  });
  const log = createLog('silent');
  const rest = new TwelveDataRest({ key: KEY, url: standIn.url, credits: 600, clock, log });
  const connector = createTwelveDataEodConnector({
    rest,
    symbols: ['THYAO'],
    clock,
    log,
    audience: 'signed-in',
  });
  return {
    connector,
    standIn,
    clock,
    now: () => clock.now(),
    advance: async (ms: number) => {
      const endMs = clock.now() + ms;
      await standIn.settle();
      while (clock.now() < endMs) {
        await clock.advance(Math.min(MINUTE_MS, endMs - clock.now()));
        await standIn.settle();
      }
    },
    stop: () => standIn.stop(),
  };
}

testConnectorContract('Twelve Data at the end of the day', {
  symbols: ['THYAO'],
  isDaily: true,
  open: () => open(NOW_MS),
});

test('a day is shown once it is final, and is in the history once it has ended in UTC', async () => {
  const { connector, standIn, clock, advance, stop } = await open(NOW_MS);
  const dayMs = Date.UTC(2026, 2, 11);
  const truth = standIn.tape.bar('THYAO', dayMs, DAY_MS, NOW_MS);
  assert.ok(truth);
  const readDay = async (): Promise<Bar[]> => {
    const bars: Bar[] = [];
    for await (const some of connector.history('THYAO', '1D', dayMs, clock.now()))
      bars.push(...some);
    return bars;
  };
  try {
    await connector.instruments();
    const ticks: VenueTick[] = [];
    const subscription = connector.subscribe([{ symbol: 'THYAO', fromMs: dayMs }], (some) => {
      ticks.push(...some);
    });
    await advance(30 * MINUTE_MS);
    assert.equal(ticks.length, 0);
    assert.equal(subscription.state().throughMs, dayMs, 'the day is not over for the feed');
    await advance(FINAL_MS - clock.now() + 16 * MINUTE_MS);
    assert.equal(ticks[0]?.price, truth.open);
    const extremes = ticks.slice(1, 3).map(({ price }) => price);
    assert.deepEqual([Math.max(...extremes), Math.min(...extremes)], [truth.high, truth.low]);
    assert.equal(ticks[3]?.price, truth.close);
    assert.equal(ticks[3]?.volume, truth.volume);
    assert.equal(ticks.length, 4);
    assert.deepEqual(await readDay(), []);
    await advance(Date.UTC(2026, 2, 12, 0, 1) - clock.now());
    assert.ok((subscription.state().throughMs ?? 0) >= Date.UTC(2026, 2, 12));
    assert.deepEqual(await readDay(), [truth]);
    await subscription.stop();
  } finally {
    await stop();
  }
});

test('a day that the vendor does not have is asked for until it has it, and left after eight hours', async () => {
  const { connector, standIn, clock, advance, stop } = await open(NOW_MS);
  try {
    await connector.instruments();
    const ticks: VenueTick[] = [];
    const dayMs = Date.UTC(2026, 2, 11);
    const subscription = connector.subscribe([{ symbol: 'THYAO', fromMs: dayMs }], (some) => {
      ticks.push(...some);
    });
    standIn.faults.begin('page-empty');
    standIn.setClock(-30 * HOUR_MS);
    await advance(FINAL_MS - clock.now() + 2 * HOUR_MS);
    assert.deepEqual(ticks, []);
    assert.equal(subscription.state().throughMs, dayMs);
    await advance(7 * HOUR_MS);
    assert.ok((subscription.state().throughMs ?? 0) > dayMs, 'the next day is next');
    assert.equal(subscription.state().connected, true);
    await subscription.stop();
  } finally {
    await stop();
  }
});
