import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ALPHA,
  C1,
  C2,
  C3,
  createSinewave,
  updateSinewave,
} from '../cycle/even-better-sinewave.ts';
import { readGolden } from '../testing/shared.golden.ts';
import { createAverageRange, updateAverageRange } from './average-range.ts';
import { createPivotDetector, updatePivots } from './pivots.ts';
import { createSpacing, spacingMs, updateSpacing } from './spacing.ts';

test('the average range of three bars is 0.9 and then 0.8667', () => {
  const state = createAverageRange(3);
  const bars = [
    [10, 9, 9.5],
    [10.2, 9.6, 10],
    [11, 10.4, 10.9],
    [10.8, 10, 10.1],
  ] as const;
  const values = bars.map(([high, low, close]) => updateAverageRange(state, high, low, close));
  assert.deepEqual(values.slice(0, 2), [0, 0]);
  assert.ok(Math.abs(values[2]! - 0.9) < 1e-12);
  assert.ok(Math.abs(values[3]! - 0.8667) < 5e-5);
});

test('pivots of the worked example: support 9, resistance 12.4, support 8.8', () => {
  // n = 16 makes kappa 2; the average range is held at 1.
  const state = createPivotDetector(0, 16);
  const bars = [
    [10, 9, 9.5],
    [11, 9.4, 10.8],
    [12, 10.5, 11.9],
    [12.4, 11.2, 11.4],
    [11.6, 10.2, 10.3],
    [10.6, 9.1, 9.3],
    [9.9, 8.8, 9.6],
    [11.2, 9.5, 11],
  ] as const;
  const found: unknown[] = [];
  for (const [at, [high, low, close]] of bars.entries()) {
    const timeMs = 1_000 * (at + 1);
    if (updatePivots(state, timeMs, high, low, close, 1, timeMs + 1_000)) {
      found.push([at + 1, state.last!.way, state.last!.level, state.last!.openTimeMs]);
    }
  }
  assert.deepEqual(found, [
    [3, 1, 9, 1_000],
    [5, -1, 12.4, 4_000],
    [8, 1, 8.8, 7_000],
  ]);
});

test('of equal extremes the earliest becomes the pivot', () => {
  const state = createPivotDetector(0, 4);
  for (const [at, high] of [10, 12, 12, 11.6].entries()) {
    updatePivots(state, at, high, high - 0.5, high - 0.2, 1, at);
  }
  assert.ok(updatePivots(state, 4, 11, 9, 9.5, 1, 4));
  assert.deepEqual([state.last!.way, state.last!.level, state.last!.openTimeMs], [-1, 12, 1]);
});

test('a close exactly on the line confirms', () => {
  const state = createPivotDetector(0, 16);
  for (const high of [10, 12]) updatePivots(state, high, high, high - 1, high - 0.1, 1, high);
  assert.equal(state.last!.way, 1, 'a close 2 above the low of 9');
  assert.equal(updatePivots(state, 20, 11, 10, 10.01, 1, 20), false);
  assert.ok(updatePivots(state, 30, 11, 10, 10, 1, 30), 'a close 2 below the high of 12');
  assert.equal(updatePivots(state, 40, 11.99, 10, 11.99, 1, 40), false);
  assert.ok(updatePivots(state, 50, 12, 10, 12, 1, 50), 'a close 2 above the low of 10');
});

test('bars without an average range do not change a detector', () => {
  const state = createPivotDetector(0, 33);
  assert.equal(updatePivots(state, 1, 10, 1, 5, 0, 2), false);
  assert.deepEqual(state, createPivotDetector(0, 33));
});

test('spacing is nominal with one bar, then the mean over at most 250', () => {
  const state = createSpacing();
  assert.equal(spacingMs(state, '240'), 14_400_000);
  updateSpacing(state, 5);
  assert.equal(spacingMs(state, '240'), 14_400_000);
  updateSpacing(state, 12);
  assert.equal(spacingMs(state, '240'), 7);
  for (let i = 0; i < 300; i++) updateSpacing(state, 1_000 + 10 * i);
  assert.equal(spacingMs(state, '240'), 10);
});

test('the filter constants are those of docs/analysis.md', () => {
  assert.ok(Math.abs(ALPHA - 0.854080685) < 5e-10);
  assert.ok(Math.abs(C2 - 1.1580459) < 5e-10);
  assert.ok(Math.abs(C3 + 0.411240701) < 5e-10);
  assert.ok(Math.abs(C1 - 0.253194802) < 5e-10);
});

test('the cycle of the worked example', () => {
  const state = createSinewave();
  const values = [100, 101, 103, 102, 104, 107, 106].map((close, at) =>
    updateSinewave(state, close, at, at),
  );
  const expected = [0, 0.57735, 0.679667, 0.828032, 0.935612, 0.954935, 0.963978];
  for (const [at, value] of values.entries()) {
    assert.ok(Math.abs(value - expected[at]!) < 5e-7, `day ${at}`);
  }
});

test('the cycle of a flat market is 0', () => {
  const state = createSinewave();
  for (let day = 0; day < 300; day++) assert.equal(updateSinewave(state, 42, day, day), 0);
});

interface Components {
  bars: [number, number, number, number, number][];
  atr: number[];
  ebsw: number[];
  pivots: { way: boolean; level: number; d: number; c: number }[];
}

test('average range, cycle and pivots of 400 real days equal the reference', (t) => {
  const golden = readGolden(t, 'components_spx1d') as Components | undefined;
  if (golden === undefined) return;
  const range = createAverageRange();
  const wave = createSinewave();
  const detector = createPivotDetector(0, 52);
  const pivots: unknown[] = [];
  const dayMs = 86_400_000;
  for (const [at, [timeMs, , high, low, close]] of golden.bars.entries()) {
    const atr = updateAverageRange(range, high, low, close);
    assert.equal(atr, golden.atr[at], `average range of day ${at}`);
    const value = updateSinewave(wave, close, timeMs, timeMs + dayMs);
    assert.ok(Math.abs(value - golden.ebsw[at]!) <= 1e-9, `cycle of day ${at}`);
    if (updatePivots(detector, timeMs, high, low, close, atr, timeMs + dayMs)) {
      const { way, level, openTimeMs, confirmedMs } = detector.last!;
      pivots.push({ way: way > 0, level, d: openTimeMs, c: confirmedMs });
    }
  }
  assert.deepEqual(pivots, golden.pivots);
  t.diagnostic(`${golden.bars.length} days, ${pivots.length} pivots`);
});

test('the spacing counts 250 bars, and fewer while there are fewer', () => {
  const state = createSpacing();
  updateSpacing(state, 0);
  // 249 bars a thousand later, one millisecond apart: the first gap is in the mean of 250 bars only.
  for (let at = 0; at < 249; at++) updateSpacing(state, 1_000 + at);
  assert.equal(spacingMs(state, '60'), 1_248 / 249);
  updateSpacing(state, 1_249);
  assert.equal(spacingMs(state, '60'), 1);
});

test('the average range counts 20 bars', () => {
  const state = createAverageRange();
  for (let at = 0; at < 19; at++) assert.equal(updateAverageRange(state, 11, 10, 10.5), 0);
  // 19 ranges of 1 and one of 21, then the 21 is the newest of twenty, then the oldest, then gone.
  assert.equal(updateAverageRange(state, 21, 0, 10.5), 2);
  for (let at = 0; at < 19; at++) assert.equal(updateAverageRange(state, 11, 10, 10.5), 2);
  assert.equal(updateAverageRange(state, 11, 10, 10.5), 1);
});

test('a market counts as flat up to a mean power of 1e-30', () => {
  // Without a change of price the filter continues from its last two outputs, here both s: the next output is (c2 + c3)
  // s = 0.746805199 s, and the mean of the three squares 0.852572668 s^2.
  const waveOf = (power: number): number => {
    const s = Math.sqrt(power / 0.852572668);
    const state = { ...createSinewave(), count: 9, close: 5, filtered: s, filtered1: s };
    return updateSinewave(state, 5, 0, 0);
  };
  assert.equal(waveOf(0.99999e-30), 0);
  // 2.746805199 s / 3 over the root of that mean: 0.915601733 / 0.923348616.
  assert.ok(Math.abs(waveOf(1.00001e-30) - 0.99161) < 1e-5, `${waveOf(1.00001e-30)}`);
});
