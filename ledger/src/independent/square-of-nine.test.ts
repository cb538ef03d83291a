import assert from 'node:assert/strict';
import test from 'node:test';
import { weeklyLinesOf } from './square-of-nine.ts';

const rulesOf = (digits: number) => ({
  tick: 1 / 10 ** digits,
  round: (price: number) => Math.round(price * 10 ** digits) / 10 ** digits,
});

test('weekly levels of an anchor of 100', () => {
  // docs/analysis.md, Weekly levels.
  assert.deepEqual(weeklyLinesOf(rulesOf(2), 100, 40), {
    buy: [110.25, 121, 132.25, 144, 156.25, 169],
    sell: [90.25, 81, 72.25, 64, 56.25, 49],
  });
});

test('the scale of 1.14439 with a target of 0.0049 is the fourth power and 45 degrees', () => {
  // docs/analysis.md, Scale of the square: the first level upward is 1.149745.
  assert.equal(weeklyLinesOf(rulesOf(6), 1.14439, 4 * 0.0049)?.buy[0], 1.149745);
});

test('levels below a tick apart are a tick apart, and a side ends above zero', () => {
  // docs/analysis.md, Ladder.
  const lines = weeklyLinesOf(rulesOf(2), 1.5, 1e-11);
  assert.deepEqual(lines?.buy.slice(0, 4), [1.51, 1.52, 1.53, 1.54]);
  const short = weeklyLinesOf(rulesOf(2), 4, 40);
  assert.ok(short && short.sell.length < 6 && short.sell.every((line) => line > 0));
  assert.equal(weeklyLinesOf(rulesOf(2), 1e-12, 1), null);
});
