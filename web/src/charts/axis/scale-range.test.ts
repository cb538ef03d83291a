import assert from 'node:assert/strict';
import test from 'node:test';
import { widenRange } from './scale-range.ts';

const bars = { low: 100, high: 110 };
const visible = { fromMs: 1000, toMs: 2000 };
const extent = (
  low: number,
  high: number,
  fromMs: number | null = null,
  toMs: number | null = null,
) => ({
  low,
  high,
  fromMs,
  toMs,
});

test('the scale makes room for what is drawn', () => {
  assert.deepEqual(widenRange(bars, [extent(95, 112)], visible), { low: 95, high: 112 });
});

test('levels that would squeeze the candles are left outside, the nearer ones are taken in', () => {
  assert.deepEqual(widenRange(bars, [extent(98, 180)], visible), { low: 98, high: 110 });
});

test('a box counts while the view touches its time', () => {
  assert.deepEqual(widenRange(bars, [extent(95, 115, 2500, 3000)], visible), bars);
  assert.deepEqual(widenRange(bars, [extent(95, 115, 1500, 3000)], visible), {
    low: 95,
    high: 115,
  });
});

test('a market that stands still keeps its scale', () => {
  assert.deepEqual(widenRange({ low: 5, high: 5 }, [extent(1, 9)], visible), { low: 5, high: 5 });
});
