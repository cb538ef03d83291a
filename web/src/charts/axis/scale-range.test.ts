import assert from 'node:assert/strict';
import test from 'node:test';
import { makeTagRoom, widenRange } from './scale-range.ts';

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

const room = {
  fixed: 101,
  others: [100.2, 100.4, 100.6, 100.8],
  gapPx: 17,
  heightPx: 300,
  margins: { top: 0.1, bottom: 0.05 },
};

test('tags that crowd between the last price and the foot of the axis get room for all of them', () => {
  const { low, high } = makeTagRoom(bars, room);
  assert.equal(high, bars.high);
  const plotPx = 300 * 0.85;
  const belowPx = ((room.fixed - low) / (high - low)) * plotPx + 300 * 0.05;
  assert.ok(belowPx >= 4 * 17 + 8, `${belowPx} px`);
});

test('tags that fit, or that would take the whole plot, leave the scale as it is', () => {
  assert.deepEqual(makeTagRoom(bars, { ...room, fixed: 105, others: [101, 108] }), bars);
  const many = Array.from({ length: 20 }, (_, i) => 100 + i / 40);
  assert.deepEqual(makeTagRoom(bars, { ...room, others: many }), bars);
});
