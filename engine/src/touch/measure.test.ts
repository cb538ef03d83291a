import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../time/resolution.ts';
import {
  createTouchMeasure,
  isTouchReady,
  type TouchMeasure,
  touchVariances,
  updateTouchMeasure,
} from './measure.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const FLAT = 100;
/** A square of a bar whose range is ln e = 1. */
const SQUARE = 1 / (4 * Math.LN2);

/** Adds a bar that rises to 100 times `e` to the power of `range` and comes back; without a range it is flat. */
function add(measure: TouchMeasure, openTimeMs: number, range = 0): void {
  updateTouchMeasure(measure, openTimeMs, FLAT, FLAT * Math.exp(range), FLAT, FLAT);
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

/** Sum of the mean squares of {@link learnt}: nine Mondays, of which the last counts four, and eight Thursdays. */
const TYPICAL = (12 / 9 + 1) * SQUARE;

/** Returns a measure of days at the end of its learning. Mondays and Thursdays moved, the last Monday twice as much. */
function learnt(startMs = MONDAY): TouchMeasure {
  const measure = createTouchMeasure('1D', false);
  for (let day = 0; day <= 56; day++) {
    const moved = day % 7 === 0 || day % 7 === 3 ? 1 : 0;
    add(measure, startMs + day * DAY_MS, day === 56 ? 2 : moved);
  }
  return measure;
}

test('learning ends with a bar that counts once, as a mean over the visits of its slot', () => {
  for (const startMs of [MONDAY, Date.UTC(1969, 10, 17), Date.UTC(1969, 11, 29)]) {
    const { scalars, weights, visits } = learnt(startMs);
    assert.equal(scalars.learned, 1);
    assert.deepEqual([...visits], [9, 8, 8, 8, 8, 8, 8]);
    for (const [slot, weight] of weights.entries()) {
      assertNear(weight, slot === 0 ? 4 / 7 : slot === 3 ? 3 / 7 : 0);
    }
    assert.equal(scalars.total, 1);
    assertNear(scalars.a1, 0.1 * TYPICAL);
    assert.equal(scalars.b1, 0.1);
    assertNear(scalars.a2, 4 * TYPICAL);
    assert.equal(scalars.b2, 4);
  }
  const shorter = createTouchMeasure('1D', false);
  for (let day = 0; day < 56; day++) add(shorter, MONDAY + day * DAY_MS, 1);
  assert.equal(shorter.scalars.learned, 0);
});

test('a first bar at the time 0 is a first bar and no other is', () => {
  const measure = createTouchMeasure('1D', false);
  add(measure, 0, 1);
  assert.equal(measure.scalars.begun, 1);
  assert.deepEqual([...measure.visits], [0, 0, 0, 1, 0, 0, 0]);
  // Its close stands before the second bar: from 100 up to 200, though the bar itself is flat.
  updateTouchMeasure(measure, 3 * DAY_MS, 200, 200, 200, 200);
  assert.deepEqual([...measure.visits], [0, 0, 0, 1, 1, 1, 1]);
  assertNear(measure.weights[6]!, Math.LN2 ** 2 * SQUARE);
  assertNear(measure.scalars.a5, Math.exp(-1 / 5) + Math.LN2);
});

test('a bar uses the share and the typical week that were known before it', () => {
  const measure = learnt();
  const { scalars, weights, visits } = measure;
  for (const day of [57, 58]) add(measure, MONDAY + day * DAY_MS);
  assert.equal(scalars.b1, 0.1, 'days that never moved take no market time');
  add(measure, MONDAY + 59 * DAY_MS, 2);
  const share = 3 / 7;
  assertNear(scalars.b1, 0.1 * Math.exp(-share / 0.1) + share);
  assertNear(scalars.a1, 0.1 * TYPICAL * Math.exp(-share / 0.1) + 4 * SQUARE);
  assertNear(scalars.b2, 4 * Math.exp(-share / 4) + share);
  assertNear(scalars.a2, 4 * TYPICAL * Math.exp(-share / 4) + 4 * SQUARE);
  // The square is 12/7 of a typical week, on the ninth visit: 3/7 + (12/7 - 3/7) / 9.
  assertNear(weights[3]!, 4 / 7);
  assertNear(scalars.total, 8 / 7);
  assert.equal(visits[3], 9);
});

test('a visit after a year of visits weighs as much as the 52nd', () => {
  const measure = learnt();
  measure.visits.fill(300);
  add(measure, MONDAY + 57 * DAY_MS);
  add(measure, MONDAY + 63 * DAY_MS);
  assertNear(measure.weights[0]!, (4 / 7) * (51 / 52));
});

test('a gap of a week lets every slot decay, a longer one none', () => {
  const learning = createTouchMeasure('1D', false);
  add(learning, MONDAY);
  add(learning, MONDAY + 8 * DAY_MS);
  assert.deepEqual([...learning.visits], [2, 2, 1, 1, 1, 1, 1]);
  add(learning, MONDAY + 17 * DAY_MS);
  assert.deepEqual([...learning.visits], [2, 2, 1, 2, 1, 1, 1]);

  // The last bar was on a Monday: seven days are missing before Tuesday of the week after.
  const week = learnt();
  add(week, MONDAY + 64 * DAY_MS);
  assertNear(week.weights[0]!, (4 / 7) * (9 / 10));
  assertNear(week.weights[3]!, (3 / 7) * (8 / 9));
  assertNear(week.scalars.total, week.weights[0]! + week.weights[3]!);
  assert.deepEqual([...week.visits], [10, 10, 9, 9, 9, 9, 9]);

  const longer = learnt();
  add(longer, MONDAY + 65 * DAY_MS);
  assertNear(longer.weights[0]!, 4 / 7);
  assertNear(longer.scalars.total, 1);
  assert.deepEqual([...longer.visits], [9, 8, 9, 8, 8, 8, 8]);
});

test('missing hours decay in their own slots', () => {
  const measure = createTouchMeasure('60', false);
  for (let hour = 0; hour <= 8 * 168; hour++) add(measure, MONDAY + hour * HOUR_MS, 1);
  const before = [...measure.weights];
  add(measure, MONDAY + (8 * 168 + 4) * HOUR_MS, 1);
  for (const [slot, weight] of measure.weights.entries()) {
    // Eight visits before, and the ninth without a bar.
    const expected = slot >= 1 && slot <= 3 ? before[slot]! * (8 / 9) : before[slot]!;
    if (slot !== 4) assertNear(weight, expected);
  }
});

test('a flat series is never ready', () => {
  const measure = createTouchMeasure('1D', false);
  for (let day = 0; day < 700; day++) {
    add(measure, MONDAY + day * DAY_MS);
    assert.ok(!isTouchReady(measure));
  }
});

test('learning starts again after eight flat weeks, and readiness still counts from the first bar', () => {
  const measure = createTouchMeasure('1D', false);
  const { scalars, visits } = measure;
  const isReady = (day: number, range: number): boolean => {
    add(measure, MONDAY + day * DAY_MS, range);
    return isTouchReady(measure);
  };
  for (let day = 0; day <= 56; day++) assert.ok(!isReady(day, 0));
  assert.equal(scalars.learningMs, MONDAY + 8 * WEEK_MS);
  assert.equal(scalars.firstMs, MONDAY);
  assert.deepEqual([...visits], [0, 0, 0, 0, 0, 0, 0]);
  for (let day = 57; day < 112; day++) assert.ok(!isReady(day, 1));
  assert.equal(scalars.learned, 0);
  isReady(112, 1);
  assert.equal(scalars.learned, 1);
  assert.deepEqual([...visits], [8, 8, 8, 8, 8, 8, 8]);
  for (let day = 113; day < 182; day++) assert.ok(!isReady(day, 1));
  assert.ok(isReady(182, 1));
});

test('a measure is ready after 182 days with a hundred days counted, not before', () => {
  const daily = createTouchMeasure('1D', false);
  for (let day = 0; day < 182; day++) {
    add(daily, MONDAY + day * DAY_MS, 1);
    assert.ok(!isTouchReady(daily), `day ${day}`);
  }
  add(daily, MONDAY + 182 * DAY_MS, 1);
  assert.ok(isTouchReady(daily));

  // A bar on every second day: the sum of weights passes 90 with the hundredth.
  const sparse = createTouchMeasure('1D', false);
  for (let bar = 0; bar < 99; bar++) {
    add(sparse, MONDAY + 2 * bar * DAY_MS, 1);
    assert.ok(!isTouchReady(sparse), `bar ${bar}`);
  }
  add(sparse, MONDAY + 198 * DAY_MS, 1);
  assert.ok(isTouchReady(sparse));
});

test('a day of hours counts when the first hour of a later one arrives', () => {
  const measure = createTouchMeasure('60', false);
  const { scalars } = measure;
  const bar = (day: number, hour: number, high: number, low: number, close: number): void =>
    updateTouchMeasure(measure, MONDAY + day * DAY_MS + hour * HOUR_MS, low, high, low, close);
  bar(0, 10, 110, 105, 108);
  bar(0, 11, 108, 100, 104);
  bar(0, 23, 106, 103, 105);
  assert.equal(scalars.b500, 0, 'the first day is running');
  bar(1, 0, 300, 120, 130);
  assertNear(scalars.a500, Math.log(1.1));
  assert.equal(scalars.b500, 1);
  bar(1, 5, 130, 125, 125);
  assert.equal(scalars.b500, 1, 'the second day is running');
  // Days without bars count nothing.
  bar(6, 0, 125, 125, 125);
  const second = Math.log(300 / 105);
  for (const [tau, a, b] of [
    [5, scalars.a5, scalars.b5],
    [50, scalars.a50, scalars.b50],
    [500, scalars.a500, scalars.b500],
  ] as const) {
    const kept = Math.exp(-1 / tau);
    assertNear(a, kept * Math.log(1.1) + second);
    assertNear(b, kept + 1);
  }
  const [, days5, , days500] = touchVariances(measure, 5);
  assertNear(days5, (scalars.a5 / scalars.b5) ** 2 * (Math.PI / 8) * 5);
  assertNear(days500 * 1.4, touchVariances(measure, 7)[3]);
});

test('a Sunday of forex belongs to Monday as a day, never as a slot', () => {
  for (const fx of [true, false]) {
    const measure = createTouchMeasure('60', fx);
    for (let hour = 20; hour <= 28; hour++) add(measure, MONDAY + (6 * 24 + hour) * HOUR_MS, 1);
    assert.equal(measure.scalars.b500, fx ? 0 : 1);
    assert.equal(measure.visits[6 * 24 + 20], 1);
    assert.equal(measure.visits[4], 1);
    assert.equal(measure.visits[5], 0);
    add(measure, MONDAY + 8 * DAY_MS, 1);
    assertNear(measure.scalars.b500, fx ? 1 : 1 + Math.exp(-1 / 500));
  }
});

test('a variance never falls below its floor', () => {
  const measure = createTouchMeasure('1D', false);
  for (let day = 0; day < 10; day++) add(measure, MONDAY + day * DAY_MS);
  assert.deepEqual(touchVariances(measure, 5), [1e-14, 1e-14, 1e-14, 1e-14]);
});
