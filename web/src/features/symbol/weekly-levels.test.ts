import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOfWeek, carryOn, findReached, listWeeklyLevels, toBar } from './weekly-levels.ts';

const levels = { buy: [1.2, 1.3], sell: [1.1, 1] };

test('both lists, or the chosen one, from the entry outward', () => {
  assert.deepEqual(
    listWeeklyLevels(levels, 'both').map((l) => [l.side, l.index, l.price]),
    [
      ['buy', 0, 1.2],
      ['buy', 1, 1.3],
      ['sell', 0, 1.1],
      ['sell', 1, 1],
    ],
  );
  assert.equal(listWeeklyLevels(levels, 'sell').length, 2);
  assert.deepEqual(listWeeklyLevels({ buy: [], sell: [] }, 'both'), []);
});

test('the letters of a bar are in the right columns', () => {
  assert.deepEqual(toBar({ d: 1, o: 2, h: 5, l: 1, c: 3, v: 9 }), {
    openTimeMs: 1,
    open: 2,
    high: 5,
    low: 1,
    close: 3,
    volume: 9,
  });
});

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 10, 16);
const bar = (day: number, high: number, low: number) => ({
  openTimeMs: MONDAY + day * DAY,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
});

test('the days of a week run from its Monday to its Sunday', () => {
  const bars = [-1, 0, 4, 6, 7].map((day) => bar(day, 2, 1));
  assert.deepEqual(
    barsOfWeek(bars, MONDAY).map((one) => (one.openTimeMs - MONDAY) / DAY),
    [0, 4, 6],
  );
});

const reached: readonly [string, number, number, number | null, number | null][] = [
  ['nothing', 1.19, 1.11, null, null],
  ['the buy entry, touched exactly', 1.2, 1.11, 0, null],
  ['the first buy target', 1.35, 1.11, 1, null],
  ['the sell entry', 1.19, 1.05, null, 0],
  ['both sides', 1.3, 1, 1, 1],
];
for (const [name, high, low, buy, sell] of reached) {
  test(`a week that reached ${name} says so`, () => {
    assert.deepEqual(findReached(levels, [bar(0, 1.15, 1.12), bar(1, high, low)]), { buy, sell });
  });
}

test('only a price of the last day updates the last day', () => {
  const bars = [bar(0, 2, 1), bar(1, 2, 1)];
  const at = (day: number, price: number) =>
    carryOn(bars, { price, timeMs: MONDAY + day * DAY + 5 }).at(-1);
  assert.deepEqual([at(1, 3)?.close, at(1, 3)?.high, at(1, 3)?.low], [3, 3, 1]);
  assert.deepEqual([at(1, 0.5)?.close, at(1, 0.5)?.high, at(1, 0.5)?.low], [0.5, 2, 0.5]);
  assert.equal(carryOn(bars, { price: 3, timeMs: MONDAY + 2 * DAY }), bars);
  assert.equal(carryOn(bars, null), bars);
});
