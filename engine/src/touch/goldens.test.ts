import assert from 'node:assert/strict';
import test from 'node:test';
import { readGolden } from '../testing/shared.golden.ts';
import { HOUR_MS, resolutionMs } from '../time/resolution.ts';
import type { MarketCategory } from './categories.ts';
import { coneWidths, mixedTouch, touchChance, touchCone, upperTail } from './chance.ts';
import { touchClassOf } from './classes.ts';
import { marketWeeks } from './market-time.ts';
import { createTouchMeasure, touchVariances, updateTouchMeasure } from './measure.ts';

type Row = [number, number, number, number, number];

/** Bars as steps and ticks from `d0`, or without it as times and prices. */
interface BarsGolden {
  digits: number;
  d0?: number;
  resMs: number;
  bars: Row[];
}

/** Returns time, open, high, low and close of each bar. */
function barsOf({ digits, d0, resMs, bars }: BarsGolden): Row[] {
  if (d0 === undefined) return bars;
  const scale = 10 ** digits;
  let timeMs = d0;
  return bars.map(([steps, open, up, down, change]) => {
    timeMs += steps * resMs;
    return [
      timeMs,
      open / scale,
      (open + up) / scale,
      (open - down) / scale,
      (open + change) / scale,
    ];
  });
}

interface TouchGolden {
  bars: string;
  category: MarketCategory;
  base: '60' | '1D';
  fx: boolean;
  rows: {
    i: number;
    clock: number[];
    chance: number[];
    cone: [number, number][];
    vars: number[];
  }[];
}

interface PartsGolden {
  tail: [number, number][];
  mix: [number, number, number][];
  cone: [number, number, number, number][];
}

const DAY_MS = 24 * HOUR_MS;
const TOLERANCE = 1e-6;
const DISTANCES = [-1, -0.4, -0.1, 0.1, 0.4, 1];

function assertNear(actual: number | null | undefined, expected: number, what: string): void {
  const near = actual != null && Math.abs(actual - expected) <= TOLERANCE;
  assert.ok(near, `${what}: ${actual} instead of ${expected}`);
}

for (const name of [
  'touch_eurusd60',
  'touch_eurusd60_crypto',
  'touch_btcusd1d',
  'touch_aapl60',
  'touch_spx1d_index',
  'touch_spx1d_share',
]) {
  test(`${name}: chances and cones equal those of the reference`, (t) => {
    const golden = readGolden(t, name) as TouchGolden | undefined;
    const bars = golden && (readGolden(t, golden.bars.replace('.json', '')) as BarsGolden);
    if (golden === undefined || bars === undefined) return;
    const { category, base, fx } = golden;
    const measure = createTouchMeasure(base, fx);
    const rows = new Map(golden.rows.map((row) => [row.i, row]));
    const lengthMs = resolutionMs[base];
    const horizons = [...(base === '60' ? [4 * HOUR_MS] : []), DAY_MS, 7 * DAY_MS, 28 * DAY_MS];
    let compared = 0;
    for (const [i, bar] of barsOf(bars).entries()) {
      updateTouchMeasure(measure, ...bar);
      const [openTimeMs, , , , close] = bar;
      const row = rows.get(i);
      if (row === undefined) continue;
      const variances = touchVariances(measure, category === 'crypto' ? 7 : 5);
      for (const [at, variance] of variances.entries()) {
        assertNear(variance, row.vars[at]!, `${i}: variance ${at}`);
      }
      const inputs = { touchClass: touchClassOf(category, base), base, price: close, variances };
      const fromMs = openTimeMs + lengthMs;
      for (const [h, horizonMs] of horizons.entries()) {
        const weeks = marketWeeks(
          measure.slots,
          measure.weights,
          measure.scalars.total,
          fromMs,
          fromMs + horizonMs,
        );
        assertNear(weeks, row.clock[h]!, `${i}: market time ${h}`);
        for (const [at, distance] of DISTANCES.entries()) {
          const level = close * Math.exp(distance * Math.sqrt(variances[1]));
          const chance = touchChance(inputs, level, weeks);
          assertNear(chance, row.chance[h * 6 + at]!, `${i}: chance ${h}, ${distance}`);
          compared++;
        }
        for (const [at, edges] of touchCone(inputs, weeks)!.entries()) {
          const expected = row.cone[h * 3 + at]!;
          for (const side of [0, 1] as const) {
            assertNear(edges[side] / close, expected[side], `${i}: cone ${h}, ${at}`);
          }
        }
      }
      rows.delete(i);
    }
    assert.equal(rows.size, 0);
    t.diagnostic(`${compared} chances`);
  });
}

test('touch_parts: tail, mix and the widths of the cone equal those of the reference', (t) => {
  const golden = readGolden(t, 'touch_parts') as PartsGolden | undefined;
  if (golden === undefined) return;
  for (const [z, tail] of golden.tail) assertNear(upperTail(z), tail, `tail ${z}`);
  for (const [u, s, mix] of golden.mix) assertNear(mixedTouch(u, s), mix, `mix ${u}, ${s}`);
  for (const [s, ...widths] of golden.cone) {
    for (const [at, width] of widths.entries()) {
      assertNear(coneWidths(s)[at], width, `cone ${s}, ${at}`);
    }
  }
});
