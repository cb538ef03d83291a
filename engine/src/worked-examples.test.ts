import assert from 'node:assert/strict';
import test from 'node:test';
import { boxTimes, squareBox } from './boxes/geometry.ts';
import { openPosition, riskMultiple, touchPosition } from './boxes/position.ts';
import { chooseSquareScale, squareLadder } from './gann/square-of-nine.ts';
import { createSpacing, spacingMs, updateSpacing } from './indicators/spacing.ts';
import { roundTo } from './price/rounding.ts';
import { DAY_MS, HOUR_MS } from './time/resolution.ts';
import {
  plainChance,
  type TouchInputs,
  touchChance,
  touchCone,
  touchScale,
} from './touch/chance.ts';
import { dayEndAfter, marketWeeks, tradingDaysBetween, WEEK_SLOTS } from './touch/market-time.ts';
import { createTouchMeasure, touchVariances, updateTouchMeasure } from './touch/measure.ts';

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

const sixDigits = (numbers: readonly number[]): number[] =>
  numbers.map((one) => Number(one.toPrecision(6)));

test('a day after eight weeks of equal days moves the variances and the weight of its slot', () => {
  const measure = createTouchMeasure('1D', false);
  const monday = Date.UTC(2024, 0, 1);
  for (let day = 0; day < 57; day++) {
    updateTouchMeasure(measure, monday + day * DAY_MS, 100, 101, 99, 100);
    assert.equal(measure.scalars.learned, day === 56 ? 1 : 0);
  }
  const [hours, days5, days50, days500] = touchVariances(measure, 7);
  assert.deepEqual(
    sixDigits([hours, days5, days50, days500]),
    [0.00100995, 0.00109963, 0.00109963, 0.00109963],
  );
  assert.ok(measure.weights.every((weight) => Math.abs(weight - 1 / 7) < 1e-15));
  updateTouchMeasure(measure, monday + 57 * DAY_MS, 100, 102, 98, 100);
  const { a1, b1, total } = measure.scalars;
  assert.deepEqual(sixDigits([a1, b1, a1 / b1]), [0.000601436, 0.166822, 0.00360525]);
  assert.deepEqual(sixDigits([measure.weights[1]!, total]), [0.190489, 1.04763]);
});

test('market time counts whole slots by their weight', () => {
  const weights = Float64Array.of(0.2, 0.2, 0.2, 0.2, 0.2, 0, 0);
  const weeks = (from: number, until: number): number =>
    marketWeeks(WEEK_SLOTS['1D'], weights, 1, from, until);
  const [saturday, tuesday] = [Date.UTC(2024, 2, 16), Date.UTC(2024, 2, 19)];
  assert.equal(weeks(saturday, tuesday), 0.2);
  assert.equal(weeks(Date.UTC(2024, 2, 13, 10, 30), Date.UTC(2024, 2, 21, 9)), 1);
  assert.equal(weeks(tuesday, tuesday + DAY_MS - 1), 0);
  assert.equal(dayEndAfter('index', saturday), tuesday);
  assert.equal(dayEndAfter('crypto', saturday), Date.UTC(2024, 2, 17));
});

const CURRENCY: TouchInputs = {
  touchClass: 'fx',
  base: '60',
  price: 1.1,
  variances: [0.0001, 0.0002, 0.00015, 0.00012],
};
/** Variances of a daily base; the first one has no weight. */
const SHARE: TouchInputs = {
  touchClass: 'share',
  base: '1D',
  price: 100,
  variances: [1e-14, 0.0009, 0.0008, 0.0007],
};

test('the scale of half a market week lies between two nodes', () => {
  const { sigma, day } = touchScale(CURRENCY, 'up', 0.5);
  assert.deepEqual(sixDigits([sigma, day]), [0.0085107, 0.0053049]);
  const logOf = (weeks: number): number =>
    roundTo(2 * Math.log(touchScale(CURRENCY, 'down', weeks).sigma), 6);
  assert.deepEqual([0.03, 0.2, 1, 0.5].map(logOf), [-12.608709, -10.478249, -8.817705, -9.532862]);
});

test('a level is reached with twice the tail, averaged over the size of movement', () => {
  assert.equal(roundTo(touchChance(CURRENCY, 1.11, 0.5)!, 6), 0.291721);
  const { sigma, day } = touchScale(SHARE, 'up', 1);
  assert.deepEqual(sixDigits([sigma, day]), [0.0310008, 0.0144708]);
  assert.equal(roundTo(touchChance(SHARE, 103, 1)!, 4), 0.3153);
});

test('a cone has a width of its own on either side', () => {
  const edges = (inputs: TouchInputs, weeks: number, digits: number): number[] =>
    touchCone(inputs, weeks)![1]!.map((edge) => roundTo(edge, digits));
  assert.deepEqual(edges(CURRENCY, 0.5, 5), [1.08353, 1.11672]);
  assert.deepEqual(edges({ ...SHARE, touchClass: 'index' }, 1, 2), [94.37, 105.75]);
});

test('the plain chance knows the average range and the weekdays alone', () => {
  assert.equal(roundTo(plainChance(100, 104, 2, 100, 5)!, 4), 0.1617);
  const [friday, tuesday] = [Date.UTC(2024, 2, 15, 18), Date.UTC(2024, 2, 19, 6)];
  assert.equal(tradingDaysBetween('forex', friday, tuesday), 1.5);
  assert.equal(tradingDaysBetween('crypto', friday, tuesday), 3.5);
  const [saturday, monday] = [Date.UTC(2024, 2, 16, 12), Date.UTC(2024, 2, 18, 12)];
  assert.equal(tradingDaysBetween('forex', saturday, monday), 0.5);
});
