import assert from 'node:assert/strict';
import test from 'node:test';
import { type Bar, DAY_MS } from '@rasat/engine';
import fc from 'fast-check';
import { computeLevelHistory } from './history.ts';

/** Daily bars from `low high close` rows; the level is 100 and the daily ATR 4, so 2 is a reaction. */
const bars = (...rows: readonly (readonly [number, number, number])[]): Bar[] =>
  rows.map(([low, high, close], i) => ({
    openTimeMs: i * DAY_MS,
    open: close,
    high,
    low,
    close,
    volume: 0,
  }));
const history = (...rows: readonly (readonly [number, number, number])[]) =>
  computeLevelHistory(bars(...rows), 100, 4);

test('a bar that reaches the level from above and turns back is a touch with a reaction', () => {
  assert.deepEqual(history([103, 105, 104], [99.5, 104, 101], [101, 103, 102.5]), {
    touches: 1,
    reactions: 1,
    breaks: 0,
  });
});

test('a bar that closes through the level is a touch that ends in a break', () => {
  assert.deepEqual(history([103, 105, 104], [97, 104, 98]), {
    touches: 1,
    reactions: 0,
    breaks: 1,
  });
});

test('bars that hug the level are many touches and one reaction', () => {
  assert.deepEqual(
    history(
      [103, 105, 104],
      [99, 104, 101],
      [99.5, 101, 100.5],
      [99.8, 101, 101],
      [101, 102, 101.5],
    ),
    { touches: 3, reactions: 1, breaks: 0 },
  );
});

test('a return of less than half a daily ATR is no reaction', () => {
  assert.deepEqual(history([103, 105, 104], [99, 104, 101], [100.5, 101.9, 101]), {
    touches: 1,
    reactions: 0,
    breaks: 0,
  });
});

test('after a break the level is met from its other side', () => {
  assert.deepEqual(history([103, 105, 104], [97, 104, 98], [97, 100, 99], [96, 98, 97]), {
    touches: 2,
    reactions: 1,
    breaks: 1,
  });
});

test('a gap over the level touches nothing', () => {
  assert.deepEqual(history([103, 105, 104], [95, 97, 96]), { touches: 0, reactions: 0, breaks: 0 });
});

test('only the sixty days before the last bar count', () => {
  const touch: [number, number, number] = [99.5, 104, 102];
  const rest = Array.from({ length: 61 }, (): [number, number, number] => [103, 105, 104]);
  assert.deepEqual(history([103, 105, 104], touch, ...rest), {
    touches: 0,
    reactions: 0,
    breaks: 0,
  });
});

test('without a daily ATR or with a single bar nothing is computed', () => {
  assert.equal(computeLevelHistory(bars([1, 2, 1.5], [1, 2, 1.5]), 1.5, null), null);
  assert.equal(computeLevelHistory(bars([1, 2, 1.5]), 1.5, 1), null);
  assert.equal(computeLevelHistory([], 1.5, 1), null);
});

test('no more reactions and breaks than touches, and the same below as above', () => {
  const row = fc.tuple(fc.integer({ min: 90, max: 110 }), fc.nat(6), fc.nat(6));
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 50 }), (rows) => {
      const up = bars(...rows.map(([c, a, b]) => [c - a, c + b, c] as const));
      const down = up.map((bar) => ({
        ...bar,
        low: 200 - bar.high,
        high: 200 - bar.low,
        close: 200 - bar.close,
      }));
      const one = computeLevelHistory(up, 100, 4);
      assert.deepEqual(one, computeLevelHistory(down, 100, 4));
      assert.ok(one && one.reactions + one.breaks <= one.touches);
    }),
  );
});

test('a touch, a break and a reaction are met exactly on their bounds', () => {
  const none = { touches: 0, reactions: 0, breaks: 0 };
  const before: readonly [number, number, number] = [103, 105, 104];
  // A low on the level touches it, one just above does not.
  assert.deepEqual(history(before, [100, 104, 101]), { ...none, touches: 1 });
  assert.deepEqual(history(before, [100.001, 104, 101]), none);
  // A close on the level is on neither side: what comes after decides.
  assert.deepEqual(history(before, [99, 104, 100]), { ...none, touches: 1 });
  assert.deepEqual(history(before, [99, 104, 99.999]), { ...none, touches: 1, breaks: 1 });
  // Half of the daily range of 4 back, by a close or by the high of a later bar.
  const touched: readonly [number, number, number] = [99.5, 101.5, 101];
  assert.deepEqual(history(before, [99.5, 104, 102]), { ...none, touches: 1, reactions: 1 });
  assert.deepEqual(history(before, [99.5, 104, 101.999]), { ...none, touches: 1 });
  assert.deepEqual(history(before, touched, [101, 102, 101.5]), {
    ...none,
    touches: 1,
    reactions: 1,
  });
  assert.deepEqual(history(before, touched, [101, 101.999, 101.5]), { ...none, touches: 1 });
});

test('the bar that opens sixty days before the last one counts, the one before it does not', () => {
  const touch: readonly [number, number, number] = [99.5, 104, 102];
  const rest = (count: number): [number, number, number][] =>
    Array.from({ length: count }, () => [103, 105, 104]);
  assert.equal(history([103, 105, 104], touch, ...rest(60))?.touches, 1);
  assert.equal(history([103, 105, 104], touch, ...rest(61))?.touches, 0);
});
