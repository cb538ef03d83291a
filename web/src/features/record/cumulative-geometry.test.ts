import assert from 'node:assert/strict';
import test from 'node:test';
import { drawCurve, listCurve, listMonthTicks, nearestPoint } from './cumulative-geometry.ts';

const JANUARY = 2024 * 12;
const HISTORY = [
  { month: JANUARY, r: 4, cost: 1, low: -6, middle: -1, high: 5 },
  { month: JANUARY + 1, r: -2, cost: 2, low: -9, middle: -2, high: 7 },
  { month: JANUARY + 4, r: 3, cost: 3, low: -12, middle: -3, high: 8 },
];
const FRAME = { left: 40, right: 440, top: 10, bottom: 210 };

test('net takes the same costs off the result and off the random entries, from a common zero', () => {
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
    low: -15,
    middle: -6,
    high: 5,
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

test('months are named as far as there is room, each January among them', () => {
  assert.deepEqual(listMonthTicks(JANUARY, JANUARY + 11, 600).length, 12);
  const years = listMonthTicks(JANUARY, JANUARY + 46, 300);
  assert.ok(years.every((month) => month % 12 === 0));
  assert.deepEqual(years, [JANUARY, JANUARY + 12, JANUARY + 24, JANUARY + 36]);
  assert.deepEqual(listMonthTicks(JANUARY + 3, JANUARY + 20, 300)[0], JANUARY + 3);
});

test('the pointer reads the month that lies nearest', () => {
  const points = listCurve(HISTORY, true);
  const { x } = drawCurve(points, FRAME);
  assert.equal(nearestPoint(points, x, -50), 0);
  assert.equal(nearestPoint(points, x, x(JANUARY + 1) + 5), 2);
  assert.equal(nearestPoint(points, x, 9999), 3);
});
