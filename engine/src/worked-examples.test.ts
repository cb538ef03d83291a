import assert from 'node:assert/strict';
import test from 'node:test';
import { boxTimes, squareBox } from './boxes/geometry.ts';
import { openPosition, riskMultiple, touchPosition } from './boxes/position.ts';
import { chooseSquareScale, squareLadder } from './gann/square-of-nine.ts';
import { createSpacing, spacingMs, updateSpacing } from './indicators/spacing.ts';
import { roundTo } from './price/rounding.ts';
import { DAY_MS, HOUR_MS } from './time/resolution.ts';

// Examples of docs/analysis.md that no other test checks. The page has the arithmetic.

test('days around a weekend are a day and a half apart', () => {
  const spacing = createSpacing();
  for (const day of [13, 14, 15, 18, 19]) updateSpacing(spacing, Date.UTC(2024, 2, day));
  assert.equal(spacingMs(spacing, '1D'), 129_600_000);
});

test('the weekly levels of an anchor of 100', () => {
  // A quarter of a weekly range of 40.
  const scale = chooseSquareScale(100, 10);
  assert.deepEqual(scale, { m: 0, beta: 90 });
  assert.deepEqual(squareLadder(100, scale!, 1, 6, 2, 1), [110.25, 121, 132.25, 144, 156.25, 169]);
  assert.deepEqual(squareLadder(100, scale!, -1, 6, 2, 1), [90.25, 81, 72.25, 64, 56.25, 49]);
});

test('the ladder after a split keeps its steps', () => {
  assert.deepEqual(squareLadder(100, { m: 0, beta: 90 }, 1, 1, 2, 0.25), [27.56]);
});

test('the edges of a box of each kind', () => {
  const edgesOf = (way: 1 | -1, level: number, atr: number, n: number): number[] => {
    const { bottom, top } = squareBox(way, level, 0, atr, n, HOUR_MS, 9, 0)!;
    return [roundTo(bottom, 6), roundTo(top, 6)];
  };
  assert.deepEqual(edgesOf(1, 100, 2, 33), [100, 111.489125]);
  assert.deepEqual(edgesOf(-1, 100, 2, 52), [85.577795, 100]);
  assert.deepEqual(edgesOf(1, 1.32936, 0.0031466667, 144), [1.32936, 1.36712]);
  assert.deepEqual(edgesOf(1, 100, 4, 36), [100, 124]);
  const yearly = squareBox(-1, 100, 0, 2, 52, 1.5 * DAY_MS, 9, 0)!;
  assert.equal(yearly.end, 78 * DAY_MS);
});

test('the time lines of 36 hours and of 33 bars of four hours', () => {
  const start = Date.UTC(2024, 0, 1);
  const hoursOf = (kind: '36' | 'hayyam', hours: number): number[] => {
    const times = boxTimes({ bottom: 1, top: 2, start, end: start + hours * HOUR_MS }, kind);
    return Object.values(times).map((time) => (time - start) / HOUR_MS);
  };
  assert.deepEqual(hoursOf('36', 36), [0, 9, 13.5, 18, 22.5, 27, 36]);
  assert.deepEqual(hoursOf('hayyam', 132), [0, 32, 48, 64, 80, 96, 132]);
});

test('a result counts from the unrounded entry to the rounded line', () => {
  const position = openPosition(1, 1.00004, 0.000333, 0, 9, 4);
  assert.equal(touchPosition(position, 1, 1.0005, 1, 1, 1), 1);
  const { way, price, risk, exit1 } = position;
  assert.equal(roundTo(riskMultiple(way, price, risk, exit1), 6), 1.081081);
});
