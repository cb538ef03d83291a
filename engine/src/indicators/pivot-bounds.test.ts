import assert from 'node:assert/strict';
import test from 'node:test';
import { type BatchBar, batchPivots } from '../testing/batch-reference.ts';
import { justAbove, justBelow } from '../testing/neighbours.ts';
import { createAverageRange, updateAverageRange } from './average-range.ts';
import { createPivotDetector, updatePivots } from './pivots.ts';

type Row = readonly [high: number, low: number, close: number];

// A box of 16 bars: half its root is 2, so that with a range of 1 a pivot lies 2 from its line.
const N = 16;

/** Nineteen bars before the first average range; detectors ignore them. */
const WARM_UP: readonly Row[] = Array.from({ length: 19 }, () => [10, 9, 9.5] as const);

/** Each bar's true range is 1, so the average stays 1 and the line of 11 is exactly 9. */
const PATH: readonly Row[] = [
  [10, 9, 9.5], // 19: the first bar of the detector
  [10, 9, 9.75], // 20: the same high and low once more
  [10.75, 9.75, 10.75],
  [11, 10, 11], // 22: closes on 9 + 2, a support of bar 19
  [11, 10, 10], // 23: the same high
  [10, 9, 9.5], // 24: the lowest price after the top
  [10, 9, 9.5], // 25: the same low
  [10, 9, 9], // 26: closes on 11 - 2, a resistance of bar 22
  [10, 9, 10], // 27: the same low again
  [11, 10, 10.5], // 28: the highest price after the bottom
  [11, 10, 10.5], // 29: the same high
  [11, 10, 11], // 30: closes on 9 + 2, a support of bar 24
  [11, 10, 10], // 31: the same high again
  [10, 9, 9], // 32: closes on 11 - 2, a resistance of bar 28
];

const EXPECTED = [
  ['up', 9, 19, 22],
  ['down', 11, 22, 26],
  ['up', 9, 24, 30],
  ['down', 11, 28, 32],
];

const mirror = ([high, low, close]: Row): Row => [20 - low, 20 - high, 20 - close];

/** Returns the pivots of both implementations as way, level, bar of the extreme, confirming bar. */
function pivotsOf(path: readonly Row[], warmUp: readonly Row[]): unknown[][][] {
  const rows = [...warmUp, ...path];
  const range = createAverageRange();
  const detector = createPivotDetector(0, N);
  const streamed: unknown[][] = [];
  for (const [at, [high, low, close]] of rows.entries()) {
    const atr = updateAverageRange(range, high, low, close);
    assert.equal(atr, at < 19 ? 0 : 1);
    if (!updatePivots(detector, at, high, low, close, atr, at)) continue;
    const { way, level, openTimeMs, confirmedMs } = detector.last!;
    streamed.push([way > 0 ? 'up' : 'down', level, openTimeMs, confirmedMs]);
  }
  const bars = rows.map(
    ([high, low, close], at): BatchBar => ({
      openTimeMs: at,
      endMs: at,
      open: close,
      high,
      low,
      close,
      volume: 0,
    }),
  );
  const batched = batchPivots(bars, N).map(({ way, level, openTimeMs, confirmedMs }) => [
    way,
    level,
    openTimeMs,
    confirmedMs,
  ]);
  return [streamed, batched];
}

test('a close on the line confirms the earliest of equal extremes, as stream and as batch', () => {
  for (const found of pivotsOf(PATH, WARM_UP)) assert.deepEqual(found, EXPECTED);
  const turned = EXPECTED.map(([way, level, ...bars]) => [
    way === 'up' ? 'down' : 'up',
    20 - Number(level),
    ...bars,
  ]);
  for (const found of pivotsOf(PATH.map(mirror), WARM_UP.map(mirror))) {
    assert.deepEqual(found, turned);
  }
});

test('a close that misses the line by the last bit confirms nothing, as stream and as batch', () => {
  for (const [confirming, close] of [
    [3, justBelow(11)],
    [7, justAbove(9)],
    [11, justBelow(11)],
    [13, justAbove(9)],
  ] as const) {
    const [high, low] = PATH[confirming]!;
    const path: Row[] = [...PATH.slice(0, confirming), [high, low, close]];
    const before = EXPECTED.filter(([, , , at]) => Number(at) < 19 + confirming);
    for (const found of pivotsOf(path, WARM_UP)) assert.deepEqual(found, before);
    for (const found of pivotsOf(path.map(mirror), WARM_UP.map(mirror))) {
      assert.equal(found.length, before.length);
    }
  }
});
