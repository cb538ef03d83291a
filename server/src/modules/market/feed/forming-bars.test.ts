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
