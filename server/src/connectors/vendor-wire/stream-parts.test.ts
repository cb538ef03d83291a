import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createManualClock } from '../../platform/clock.ts';
import type { VenueTick } from '../connector.ts';
import { IdSplice } from './id-splice.ts';
import { watchSilence } from './silence-watch.ts';
import { TickMerger } from './tick-merger.ts';

const NOW_MS = Date.UTC(2026, 2, 11, 12);

test('a connection is silent once, when nothing was received for the whole limit', async () => {
  const clock = createManualClock(NOW_MS);
  const silentAtMs: number[] = [];
  const note = (): void => void silentAtMs.push(clock.now() - NOW_MS);
  const watch = watchSilence(clock, 45_000, note);
  await clock.advance(44_999);
  watch.hear();
  await clock.advance(44_999);
  assert.equal(silentAtMs.length, 0);
  await clock.advance(1000);
  assert.deepEqual(silentAtMs, [89_999]);
  await clock.advance(200_000);
  assert.equal(silentAtMs.length, 1);
  const other = watchSilence(clock, 45_000, note);
  other.stop();
  await clock.advance(100_000);
  assert.equal(silentAtMs.length, 1);
});

test('a stream and pages of the past, in any order and with repetitions, become every item once', () => {
  const arrivals = fc
    .record({ count: fc.integer({ min: 1, max: 60 }), beginAt: fc.nat(60) })
    .chain(({ count, beginAt }) =>
      fc.record({
        count: fc.constant(count),
        beginAt: fc.constant(Math.min(beginAt, count)),
        ids: fc.shuffledSubarray(
          [...Array(count).keys(), ...Array(count).keys()].map((id) => id),
          { minLength: count },
        ),
      }),
    );
  fc.assert(
    fc.property(arrivals, ({ count, beginAt, ids }) => {
      const splice = new IdSplice<{ id: number }>(({ id }) => id);
      const all = [...ids, ...Array(count).keys()];
      const out: number[] = [];
      all.forEach((id, i) => {
        if (i === beginAt) out.push(...splice.begin(0).map((one) => one.id));
        out.push(...splice.take([{ id }]).map((one) => one.id));
      });
      assert.deepEqual(out, [...Array(count).keys()]);
      assert.equal(splice.hasHole, false);
    }),
  );
});

test('an item that is missing holds back the later ones, until it comes or is given up', () => {
  const splice = new IdSplice<number>((id) => id);
  assert.deepEqual(splice.take([4, 7]), []);
  assert.equal(splice.hasHole, false, 'nothing is known before the start');
  assert.deepEqual(splice.begin(4), [4]);
  assert.deepEqual([splice.next, splice.hasHole, splice.waiting], [5, true, 1]);
  assert.deepEqual(splice.take([5]), [5]);
  assert.deepEqual(splice.take([3, 5]), []);
  assert.deepEqual(splice.begin(7), [7]);
  assert.equal(splice.hasHole, false);
});

test('ticks of one time and price become one, and no volume is lost', async () => {
  const tick = fc.record({
    symbol: fc.constantFrom('A', 'B'),
    timeMs: fc.integer({ min: NOW_MS, max: NOW_MS + 20 }),
    price: fc.constantFrom(1, 2),
    volume: fc.nat(100),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(tick, { maxLength: 40 }), async (list) => {
      const ticks = list.toSorted((a, b) => a.timeMs - b.timeMs);
      const clock = createManualClock(NOW_MS);
      const out: VenueTick[] = [];
      const merger = new TickMerger(clock, (some) => out.push(...some));
      for (const one of ticks) merger.take([one]);
      await clock.advance(250);
      const keys = out.map(({ symbol, timeMs, price }) => `${symbol} ${timeMs} ${price}`);
      assert.equal(new Set(keys).size, keys.length);
      const sum = (some: readonly VenueTick[]) => some.reduce((all, { volume }) => all + volume, 0);
      assert.equal(sum(out), sum(ticks));
      for (const symbol of ['A', 'B']) {
        const times = out.filter((one) => one.symbol === symbol).map(({ timeMs }) => timeMs);
        assert.deepEqual(
          times,
          times.toSorted((a, b) => a - b),
        );
      }
    }),
  );
});

test('the newest millisecond is held until a later one, or for 250 ms; a straggler is not held', async () => {
  const clock = createManualClock(NOW_MS);
  const out: number[] = [];
  const merger = new TickMerger(clock, (some) => out.push(...some.map(({ timeMs }) => timeMs)));
  const take = (timeMs: number): void =>
    merger.take([{ symbol: 'A', timeMs, price: 5, volume: 1 }]);
  take(10);
  assert.deepEqual(out, []);
  take(20);
  take(15);
  assert.deepEqual(out, [10, 15]);
  await clock.advance(249);
  assert.deepEqual(out, [10, 15]);
  await clock.advance(1);
  assert.deepEqual(out, [10, 15, 20]);
  take(30);
  merger.stop();
  await clock.advance(1000);
  assert.equal(out.length, 3);
});
