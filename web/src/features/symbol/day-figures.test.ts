import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeDay, getPriceState } from './day-figures.ts';

const quote = { previousClose: 100, dayHigh: 104, dayLow: 99 };

test('the change is computed from the close of the day before', () => {
  assert.deepEqual(computeDay(quote, 102), {
    change: 2,
    changePercent: 2,
    high: 104,
    low: 99,
  });
});

test('a new extreme since the quote updates high and low', () => {
  assert.equal(computeDay(quote, 105).high, 105);
  assert.equal(computeDay(quote, 98).low, 98);
});

test('without a price or a day before there is no change', () => {
  assert.equal(computeDay(quote, null).change, null);
  assert.equal(computeDay({ ...quote, previousClose: null }, 102).changePercent, null);
  assert.equal(computeDay({ ...quote, dayHigh: null }, 102).high, null);
});

type Market = Parameters<typeof getPriceState>[0];
const states: readonly [Market, boolean, boolean, string][] = [
  [{ open: true, stale: false }, false, true, 'waiting'],
  [{ open: false, stale: true }, true, false, 'closed'],
  [{ open: true, stale: false }, true, false, 'reconnecting'],
  [{ open: true, stale: true }, true, true, 'stale'],
  [{ open: true, stale: false }, true, true, 'live'],
];
for (const [given, known, connected, state] of states) {
  test(`a price is ${state} with ${JSON.stringify({ given, known, connected })}`, () => {
    assert.equal(getPriceState(given, known, connected), state);
  });
}
