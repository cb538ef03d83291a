import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../time/resolution.ts';
import {
  dayEndAfter,
  marketWeeks,
  tradingDaysBetween,
  WEEK_SLOTS,
  weekSlot,
} from './market-time.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const at = (day: number, hour = 0, minute = 0): number =>
  MONDAY + day * DAY_MS + hour * HOUR_MS + minute * 60_000;

/** Weights of the days from Monday; their sum, 40, is not that of a week. */
const DAYS = Float64Array.of(8, 8, 4, 10, 10, 0, 0);
const days = (fromMs: number, untilMs: number): number =>
  marketWeeks(WEEK_SLOTS['1D'], DAYS, 40, fromMs, untilMs);

test('a slot of the week counts from Monday 00:00 UTC, before 1970 too', () => {
  const [hourly, daily] = [WEEK_SLOTS['60'], WEEK_SLOTS['1D']];
  assert.equal(weekSlot(hourly, at(0)), 0);
  assert.equal(weekSlot(hourly, at(0, 0, 59)), 0);
  assert.equal(weekSlot(hourly, at(6, 21)), 165);
  assert.equal(weekSlot(daily, at(6, 23)), 6);
  // 1970-01-01 was a Thursday.
  assert.equal(weekSlot(hourly, 0), 72);
  assert.equal(weekSlot(hourly, -HOUR_MS), 71);
  assert.equal(weekSlot(daily, -4 * DAY_MS), 6);
});

test('market time is the share of the whole slots, and a whole week is 1 with every weighting', () => {
  assert.equal(days(at(0), at(1)), 0.2);
  assert.equal(days(at(1), at(4)), 22 / 40);
  assert.equal(days(at(4), at(8)), 18 / 40, 'over the weekend');
  assert.equal(days(at(5), at(7)), 0, 'closed days weigh nothing');
  assert.equal(days(at(2), at(9)), 1);
  assert.equal(days(at(2), at(2) + 8 * WEEK_MS), 8);
  assert.equal(days(at(2), at(3) + 2 * WEEK_MS), 2.1);
  const even = new Float64Array(168).fill(1 / 168);
  const hours = marketWeeks(WEEK_SLOTS['60'], even, 1, at(3, 5), at(3, 5) + 100 * HOUR_MS);
  assert.ok(Math.abs(hours - 100 / 168) < 1e-15);
});

test('a slot counts only when it lies between both instants as a whole', () => {
  assert.equal(days(at(0), at(1, 23, 59)), 0.2, 'the end inside of Tuesday');
  assert.equal(days(at(0, 0, 1), at(2)), 0.2, 'the start inside of Monday');
  assert.equal(days(at(0, 1), at(1, 23)), 0, 'two parts of days');
  assert.equal(days(at(0, 1), at(0, 2)), 0, 'an hour of one day');
  assert.equal(days(at(2), at(2)), 0);
  assert.equal(days(at(4), at(2)), 0, 'the end before the start');
  assert.equal(days(at(0) - 3_000 * WEEK_MS, at(1, 12) - 3_000 * WEEK_MS), 0.2, 'before 1970');
});

test('a day of the market ends at midnight UTC, on weekdays alone except in crypto', () => {
  for (const category of ['forex', 'bist', 'nasdaq', 'index'] as const) {
    assert.equal(dayEndAfter(category, at(0)), at(1), 'Monday 00:00');
    assert.equal(dayEndAfter(category, at(3, 21)), at(4), 'Thursday evening');
    assert.equal(dayEndAfter(category, at(4)), at(5), 'Thursday is closed, Friday comes');
    assert.equal(dayEndAfter(category, at(4, 23, 59)), at(5), 'Friday evening');
    assert.equal(dayEndAfter(category, at(5)), at(8), 'Friday is closed, Tuesday 00:00');
    assert.equal(dayEndAfter(category, at(6, 22)), at(8), 'Sunday evening');
    assert.equal(dayEndAfter(category, at(5) - 3_000 * WEEK_MS), at(8) - 3_000 * WEEK_MS);
  }
  for (let day = 0; day < 7; day++) {
    assert.equal(dayEndAfter('crypto', at(day)), at(day + 1));
    assert.equal(dayEndAfter('crypto', at(day, 23, 59)), at(day + 1));
  }
});

test('trading days leave Saturdays and Sundays out except in crypto', () => {
  for (const [fromMs, untilMs, weekdays, all] of [
    [at(0), at(7), 5, 7],
    [at(4), at(8), 2, 4],
    [at(5), at(7), 0, 2],
    [at(-1), at(6), 5, 7],
    [at(4, 12), at(7, 6), 0.75, 2.75],
    [at(5, 7), at(9), 2, 3 + 17 / 24],
    [at(2), at(30), 20, 28],
    [Date.UTC(2018, 8, 29), Date.UTC(2018, 9, 27), 20, 28],
    [at(2) - 3_000 * WEEK_MS, at(3) - 2_999 * WEEK_MS, 6, 8],
  ] as const) {
    assert.equal(tradingDaysBetween('crypto', fromMs, untilMs), all);
    for (const category of ['forex', 'bist', 'nasdaq', 'index'] as const) {
      assert.equal(tradingDaysBetween(category, fromMs, untilMs), weekdays);
    }
  }
});
