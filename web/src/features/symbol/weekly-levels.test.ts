import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWeeks, findLevel, levelPart, listWeeklyLevels, toBar } from './weekly-levels.ts';

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

test('a level is found again by its name on the chart', () => {
  assert.deepEqual(listWeeklyLevels(levels, 'both').map(levelPart), [
    'buy-0',
    'buy-1',
    'sell-0',
    'sell-1',
  ]);
  for (const level of listWeeklyLevels(levels, 'both')) {
    assert.deepEqual(findLevel(levels, levelPart(level)), level);
  }
  assert.equal(findLevel(levels, 'buy-7'), null);
});

test('a bar keeps its letters in their places', () => {
  assert.deepEqual(toBar({ d: 1, o: 2, h: 5, l: 1, c: 3, v: 9 }), {
    openTimeMs: 1,
    open: 2,
    high: 5,
    low: 1,
    close: 3,
    volume: 9,
  });
});

const weeks = (count: number, high: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => ({
    openTimeMs: i,
    open: 1,
    high: high(i),
    low: 1,
    close: 1,
    volume: 0,
  }));

test('a quiet market shows a year and a half of weeks', () => {
  assert.equal(
    countWeeks(
      weeks(200, () => 1.2),
      levels,
    ),
    78,
  );
  assert.equal(
    countWeeks(
      weeks(200, () => 9),
      { buy: [], sell: [] },
    ),
    78,
  );
});

test('a young symbol is not spread over the whole chart', () => {
  assert.equal(countWeeks([], levels), 26);
  assert.equal(
    countWeeks(
      weeks(40, () => 1.2),
      levels,
    ),
    40,
  );
});

test('weeks that would press the levels together are left out, down to half a year', () => {
  assert.equal(
    countWeeks(
      weeks(200, (i) => (i < 160 ? 9 : 1.2)),
      levels,
    ),
    40,
  );
  assert.equal(
    countWeeks(
      weeks(200, () => 9),
      levels,
    ),
    26,
  );
});
