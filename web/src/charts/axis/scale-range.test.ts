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
) => ({ prices: [low, high], fromMs, toMs });

test('the scale makes room for the drawings', () => {
  assert.deepEqual(widenRange(bars, [extent(95, 112)], visible), { low: 95, high: 112 });
});

test('levels that would squeeze the candles stay outside, nearer ones are included', () => {
  assert.deepEqual(widenRange(bars, [extent(98, 180)], visible), { low: 98, high: 110 });
});

test('of the prices of one drawing those that squeeze the candles stay outside', () => {
  // The bars are 10 high, so that the scale may be 30 high.
  const cone = { prices: [104, 106, 97, 113, 88, 122, 70, 140], fromMs: null, toMs: null };
  assert.deepEqual(widenRange(bars, [cone], visible), { low: 88, high: 113 });
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

test('a drawing counts from the moment that the view touches it, and its borders up to three times the bars', () => {
  assert.deepEqual(widenRange(bars, [extent(95, 115, 2000, 3000)], visible), {
    low: 95,
    high: 115,
  });
  assert.deepEqual(widenRange(bars, [extent(95, 115, 2001, 3000)], visible), bars);
  assert.deepEqual(widenRange(bars, [extent(95, 115, 0, 1000)], visible), { low: 95, high: 115 });
  assert.deepEqual(widenRange(bars, [extent(95, 115, 0, 999)], visible), bars);
  assert.deepEqual(widenRange(bars, [extent(100, 130)], visible), { low: 100, high: 130 });
  assert.deepEqual(widenRange(bars, [extent(100, 130.1)], visible), bars);
  assert.deepEqual(widenRange(bars, [extent(92, 115)], visible), { low: 92, high: 115 });
  // The nearest border first: 116 and 90 fill the room, 85 does not fit any more.
  assert.deepEqual(widenRange(bars, [extent(85, 116), extent(90, 105)], visible), {
    low: 90,
    high: 116,
  });
  assert.deepEqual(widenRange({ low: 1, high: 2 }, [extent(0, 2.5)], visible), {
    low: 1,
    high: 2.5,
  });
});

test('tags above the last price get room in the same way', () => {
  const { low, high } = makeTagRoom(bars, {
    ...room,
    fixed: 109,
    others: [109.2, 109.4, 109.6, 109.8],
  });
  // The four tags and half a gap are 76.5 pixels, of which 30 lie in the margin: 46.5 of 255 pixels stand above 109.
  assert.equal(low, 100);
  assert.ok(Math.abs((high - 109) / (high - low) - 46.5 / 255) < 1e-9);
});

test('tags on both sides make room on both, and doubles, far prices and the price itself need none', () => {
  const others = [100.9, 100.9, 101, 101.1, 90, 120];
  const narrow = { low: 100.95, high: 101.05 };
  assert.deepEqual(makeTagRoom(narrow, { ...room, others }), narrow);
  const close = { low: 100.5, high: 101.5 };
  assert.deepEqual(
    makeTagRoom(close, { ...room, others }),
    close,
    'one tag and a half need 25.5 pixels of half the plot',
  );
  const crowded = [
    ...[1, 2, 3, 4, 5, 6].map((n) => 101 - n / 100),
    ...[1, 2, 3, 4, 5, 6].map((n) => 101 + n / 100),
  ];
  const { low, high } = makeTagRoom({ low: 100.9, high: 101.1 }, { ...room, others: crowded });
  // Six and a half gaps are 110.5 pixels: 95.5 of 255 below beside the margin of 15, 80.5 above beside 30.
  assert.ok(Math.abs(low - 100.9) < 1e-9 && Math.abs(high - 101.1) < 1e-9, `${low} ${high}`);
  const lopsided = makeTagRoom({ low: 100.9, high: 104 }, { ...room, others: crowded });
  assert.ok((101 - lopsided.low) / (lopsided.high - lopsided.low) >= 95.5 / 255 - 0.01);
  assert.equal(lopsided.high, 104);
});

test('a scale without height, or a plot without pixels, is left alone; no scale reaches zero', () => {
  const flat = { low: 5, high: 5 };
  assert.equal(makeTagRoom(flat, { ...room, fixed: 5, others: [5] }), flat);
  assert.equal(makeTagRoom(bars, { ...room, heightPx: 0 }), bars);
  const low = { low: 0.5, high: 100 };
  assert.deepEqual(makeTagRoom(low, { ...room, fixed: 1, others: [0.6, 0.7, 0.8, 0.9] }), low);
});
