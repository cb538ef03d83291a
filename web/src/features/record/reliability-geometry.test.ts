import assert from 'node:assert/strict';
import test from 'node:test';
import { countMissed, drawReliability, listBins, nearestBin } from './reliability-geometry.ts';
import { BINS } from './testing/made-calibration.ts';

test('bins have the ends of their range, and bins without levels are left out', () => {
  assert.deepEqual(
    listBins(BINS).map(({ from, to, n }) => [from, to, n]),
    [
      [0, 10, 240],
      [10, 20, 380],
      [20, 30, 310],
      [30, 40, 1234],
      [40, 50, 260],
      [50, 60, 190],
      [60, 70, 120],
      [70, 80, 88],
      [80, 90, 41],
    ],
  );
});

const bin = (n: number, forecast: number, value: number, halfWidth: number | null) => ({
  from: 0,
  to: 10,
  n,
  forecast,
  seen: { value, halfWidth },
});

test('the diagram is a square whose diagonal joins equal shares', () => {
  // 364 less 44 for the labels and 20 at the right: 300 pixels from 0 to 100 %.
  const { left, right, top, bottom, height, x, y } = drawReliability([], 364);
  assert.deepEqual([left, right, top, bottom, height], [44, 344, 26, 326, 368]);
  assert.deepEqual([x(0), x(0.5), x(1)], [44, 194, 344]);
  assert.deepEqual([y(0), y(0.5), y(1)], [326, 176, 26]);
});

test('on a wide panel the square keeps its largest size and stands in the middle', () => {
  // 1000 less 64 of margins less 440 leaves 496, half of it before the square.
  const { left, right, top, bottom } = drawReliability([], 1000);
  assert.deepEqual([left, right, top, bottom], [292, 732, 26, 466]);
});

test('a point is at its mean chance and its share, with its interval cut at 0 and 100 %', () => {
  const { points } = drawReliability(
    [bin(100, 0.1, 0.05, 0.1), bin(400, 0.5, 0.6, 0.1), bin(25, 0.9, 0.95, null)],
    364,
  );
  assert.deepEqual(
    points.map(({ x, y, bar }) => [Math.round(x), Math.round(y), bar && Math.round(bar.bottom)]),
    [
      // 0.05 - 0.1 is below 0, so its bar ends at the axis.
      [74, 311, 326],
      [194, 146, 176],
      [314, 41, null],
    ],
  );
  assert.equal(Math.round(points[1]?.bar?.top ?? 0), 116);
});

test('the area of a point is that of its levels, down to a size that can be seen', () => {
  const { points } = drawReliability(
    [bin(400, 0.5, 0.5, 0.1), bin(100, 0.6, 0.6, 0.1), bin(1, 0.9, 0.9, null)],
    364,
  );
  assert.deepEqual(
    points.map(({ radius }) => radius),
    [8, 4, 3],
  );
});

test('the cursor takes the point that is nearest on the horizontal axis', () => {
  const points = [{ x: 50 }, { x: 100 }, { x: 300 }];
  assert.deepEqual(
    [0, 74, 76, 199, 201, 999].map((x) => nearestBin(points, x)),
    [0, 0, 1, 1, 2, 2],
  );
  assert.equal(nearestBin([], 10), 0);
});

test('an interval that does not contain the chance of its bin is counted, one that ends on it is not', () => {
  const bins = [
    bin(400, 0.5, 0.75, 0.25),
    bin(400, 0.5, 0.75, 0.2),
    bin(400, 0.5, 0.25, 0.2),
    bin(1, 0.9, 0, null),
  ];
  assert.deepEqual(countMissed(bins), { n: 2, of: 3 });
  assert.deepEqual(countMissed([]), { n: 0, of: 0 });
});
