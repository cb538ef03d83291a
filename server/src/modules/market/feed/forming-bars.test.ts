import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkDisorder,
  type DisorderlyTick,
  HOUR,
  T,
  ticks,
  venueTickOf,
} from '../testing/disorder.ts';
import { FormingBars } from './forming-bars.ts';

test('F7 duplicates and disorder within the grace change no bar', () => checkDisorder(500));

test('the volume of a bar does not depend on the order of its ticks', () => {
  fc.assert(
    fc.property(ticks, (list) => {
      const sum = (ordered: readonly DisorderlyTick[]) => {
        const forming = new FormingBars('1D', false, 0);
        for (const tick of ordered)
          forming.add({ ...venueTickOf(tick), volume: tick.volume * 1.1 });
        return forming.close(T + 99 * HOUR)[0]?.volume;
      };
      const sorted = list.toSorted((a, b) => a.volume - b.volume);
      assert.equal(sum(list), sum(sorted));
      assert.equal(sum(list), sum(sorted.toReversed()));
    }),
  );
});

/** Adds up volumes as a bar does. */
function volumeOf(volumes: readonly number[]): number | undefined {
  const forming = new FormingBars('60', false, 0);
  for (const [i, volume] of volumes.entries())
    forming.add({ symbol: 'X', timeMs: T + i, price: 5, volume });
  return forming.close(T + HOUR)[0]?.volume;
}

test('the volume of a bar is the decimal sum of its ticks, which a sum of doubles is not', () => {
  // 0.1 + 0.2 is 0.30000000000000004 in doubles; 100 times 0.00077 adds up to 0.07699999999999994.
  assert.equal(volumeOf([0.1, 0.2]), 0.3);
  assert.equal(volumeOf(Array.from({ length: 100 }, () => 0.000_77)), 0.077);
  // Whole numbers stay exact beyond fifteen digits: 2^53 - 1.
  assert.equal(volumeOf([2 ** 53 - 2, 1]), 9_007_199_254_740_991);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 400 }),
      (decimals, units) => {
        const total = units.reduce((sum, one) => sum + one, 0);
        const decimal = (n: number): number => Number(`${n}e-${decimals}`);
        assert.equal(volumeOf(units.map(decimal)), decimal(total));
      },
    ),
  );
});

test('a tick of a closed bar is told apart and changes nothing', () => {
  const forming = new FormingBars('60', false, T);
  assert.equal(forming.add({ symbol: 'X', timeMs: T - 1, price: 5, volume: 1 }), false);
  assert.equal(forming.add({ symbol: 'X', timeMs: T, price: 5, volume: 1 }), true);
  assert.equal(forming.close(T + HOUR - 1).length, 0);
  assert.equal(forming.close(T + HOUR).length, 1);
  assert.equal(forming.add({ symbol: 'X', timeMs: T + 1, price: 6, volume: 1 }), false);
  assert.deepEqual(forming.open(), []);
});

test('a bar that has ended stays open beside the new one until it is closed', () => {
  const forming = new FormingBars('60', false, T);
  for (const [timeMs, price] of [
    [T, 5],
    [T + HOUR, 7],
    [T + HOUR - 1, 6],
  ] as const) {
    forming.add({ symbol: 'X', timeMs, price, volume: 1 });
  }
  assert.deepEqual(
    forming.open().map((bar) => [bar.openTimeMs - T, bar.open, bar.close, bar.volume]),
    [
      [0, 5, 6, 2],
      [HOUR, 7, 7, 1],
    ],
  );
});
