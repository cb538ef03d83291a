import assert from 'node:assert/strict';
import test from 'node:test';
import { drawCurve, listCurve, listMonthTicks, nearestPoint } from './cumulative-geometry.ts';

const JANUARY = 2024 * 12;
const HISTORY = [
  { month: JANUARY, r: 4, cost: 1, low: -6, middle: -1, high: 5, baselineCost: 1 },
  { month: JANUARY + 1, r: -2, cost: 2, low: -9, middle: -2, high: 7, baselineCost: 1 },
  { month: JANUARY + 4, r: 3, cost: 3, low: -12, middle: -3, high: 8, baselineCost: 2 },
];
const FRAME = { left: 40, right: 440, top: 10, bottom: 210 };

test('net deducts the costs of the signals from the result, those of the matched entries from the band', () => {
  assert.deepEqual(listCurve(HISTORY, false)[3], {
    month: JANUARY + 4,
    r: 3,
    low: -12,
    middle: -3,
    high: 8,
  });
  assert.deepEqual(listCurve(HISTORY, true)[3], {
    month: JANUARY + 4,
    r: 0,
    low: -14,
    middle: -5,
    high: 6,
  });
  assert.deepEqual(listCurve(HISTORY, true)[0], {
    month: JANUARY - 1,
    r: 0,
    low: 0,
    middle: 0,
    high: 0,
  });
  assert.deepEqual(listCurve([], true), []);
});

test('a curve is drawn from edge to edge, by the calendar, and within its frame', () => {
  const points = listCurve(HISTORY, true);
  const drawing = drawCurve(points, FRAME);
  assert.equal(drawing.x(JANUARY - 1), 40);
  assert.equal(drawing.x(JANUARY + 4), 440);
  assert.equal(drawing.x(JANUARY + 1), 200);
  for (const { r, low, high } of points) {
    for (const value of [r, low, high]) {
      assert.ok(drawing.y(value) >= FRAME.top && drawing.y(value) <= FRAME.bottom);
    }
  }
  assert.ok(drawing.y(5) < drawing.y(-5), 'more is higher');
  assert.ok(drawing.ticks.some(({ value }) => value === 0));
  assert.match(drawing.band, /^M.*Z$/);
  assert.equal(drawing.line.split('L').length, 4);
  assert.doesNotMatch(drawing.line + drawing.middle + drawing.band, /NaN|Infinity/);
});

test('months are named as far as there is room, every January included', () => {
  assert.deepEqual(listMonthTicks(JANUARY, JANUARY + 11, 600).length, 12);
  const years = listMonthTicks(JANUARY, JANUARY + 46, 300);
  assert.ok(years.every((month) => month % 12 === 0));
  assert.deepEqual(years, [JANUARY, JANUARY + 12, JANUARY + 24, JANUARY + 36]);
  assert.deepEqual(listMonthTicks(JANUARY + 3, JANUARY + 20, 300)[0], JANUARY + 3);
});

test('the pointer reads the nearest month', () => {
  const points = listCurve(HISTORY, true);
  const { x } = drawCurve(points, FRAME);
  assert.equal(nearestPoint(points, x, -50), 0);
  assert.equal(nearestPoint(points, x, x(JANUARY + 1) + 5), 2);
  assert.equal(nearestPoint(points, x, 9999), 3);
});

test('a curve, its band and its baseline pass through their values', () => {
  // 100 wide a month, 10 high an R: −4 to 6 R, in steps of 2.
  const points = listCurve(
    [
      { month: JANUARY, r: 2, cost: 0, low: -2, middle: 0, high: 4, baselineCost: 0 },
      { month: JANUARY + 1, r: -1, cost: 0, low: -4, middle: 1, high: 6, baselineCost: 0 },
    ],
    true,
  );
  const drawing = drawCurve(points, { left: 0, right: 200, top: 0, bottom: 100 });
  assert.equal(drawing.line, 'M0.0 60.0L100.0 40.0L200.0 70.0');
  assert.equal(drawing.middle, 'M0.0 60.0L100.0 60.0L200.0 50.0');
  assert.equal(drawing.band, 'M0.0 60.0L100.0 20.0L200.0 0.0L200.0 100.0L100.0 80.0L0.0 60.0Z');
  assert.deepEqual(
    drawing.ticks.map(({ value, y }) => [value, y]),
    [
      [-4, 100],
      [-2, 80],
      [0, 60],
      [2, 40],
      [4, 20],
      [6, 0],
    ],
  );
  assert.equal(drawing.digits, 0);
  assert.deepEqual(drawing.months, [
    { month: JANUARY, x: 100 },
    { month: JANUARY + 1, x: 200 },
  ]);
});

test('zero is always on the axis, and an empty curve has a height', () => {
  const flat = (r: number) =>
    drawCurve(
      [1, 2].map((month) => ({ month, r, low: r, middle: r, high: r })),
      { left: 0, right: 100, top: 0, bottom: 100 },
    );
  assert.deepEqual([flat(10).y(0), flat(10).y(10)], [100, 0]);
  assert.deepEqual([flat(-10).y(0), flat(-10).y(-10)], [0, 100]);
  assert.deepEqual([flat(0).y(0), flat(0).y(1)], [100, 0]);
});

test('months are named every 1, 2, 3, 6, 12 or 24 months, at least 44 pixels apart', () => {
  const step = (width: number) => {
    const [first = 0, second = 0] = listMonthTicks(JANUARY, JANUARY + 48, width);
    return second - first;
  };
  // 48 months, with the given pixels a month.
  const widths = [44, 43.9, 22, 15, 8, 4, 2, 1].map((month) => step(month * 48));
  assert.deepEqual(widths, [1, 2, 2, 3, 6, 12, 24, 24]);
  assert.deepEqual(listMonthTicks(JANUARY + 1, JANUARY + 1, 100), [JANUARY + 1]);
});

test('between two months the pointer reads the earlier one', () => {
  const points = listCurve(HISTORY, false).slice(0, 3);
  const x = (month: number) => (month - JANUARY + 1) * 100;
  assert.deepEqual(
    [50, 51, 150, 151].map((at) => nearestPoint(points, x, at)),
    [0, 1, 1, 2],
  );
});
