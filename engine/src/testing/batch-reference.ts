import cos from '@stdlib/math-base-special-cos';
import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import sin from '@stdlib/math-base-special-sin';
import type { Bar } from '../bars/bar.ts';
import { bucketEnd, bucketStart, type Resolution } from '../time/resolution.ts';

/**
 * A bar of the array implementation. This file implements the engine's building blocks again over whole arrays, without
 * code of the streaming ones, so that tests compare the two.
 */
export interface BatchBar extends Bar {
  /** End of the bar. */
  readonly endMs: number;
}

/** A pivot of the array implementation. */
export interface BatchPivot {
  readonly way: 'up' | 'down';
  readonly level: number;
  readonly openTimeMs: number;
  readonly confirmedMs: number;
}

/** Returns higher bars by grouping. The last group is dropped unless it is complete at `nowMs`. */
export function batchBars(
  bars: readonly Bar[],
  resolution: Resolution,
  fx: boolean,
  nowMs: number,
): BatchBar[] {
  const groups = Map.groupBy(bars, (bar) => bucketStart(resolution, bar.openTimeMs, fx));
  return [...groups]
    .map(([openTimeMs, group]) => ({
      openTimeMs,
      endMs: bucketEnd(resolution, openTimeMs, fx),
      open: group[0]?.open ?? 0,
      high: Math.max(...group.map((bar) => bar.high)),
      low: Math.min(...group.map((bar) => bar.low)),
      close: group.at(-1)?.close ?? 0,
      volume: group.reduce((sum, bar) => sum + bar.volume, 0),
    }))
    .filter((bar) => bar.endMs <= nowMs);
}

/** Returns the average of the last 20 true ranges after each bar, 0 before 20 bars. */
export function batchAverageRange(bars: readonly Bar[]): number[] {
  const ranges = bars.map((bar, at) => {
    const before = bars[at - 1];
    if (before === undefined) return bar.high - bar.low;
    return Math.max(bar.high, before.close) - Math.min(bar.low, before.close);
  });
  return ranges.map((_, at) =>
    at < 19 ? 0 : ranges.slice(at - 19, at + 1).reduce((sum, range) => sum + range, 0) / 20,
  );
}

/** A bar as a leg sees it: upside down while prices fall, so that every leg rises. */
interface LegBar {
  readonly bar: BatchBar;
  readonly outer: number;
  readonly inner: number;
  readonly close: number;
  readonly reversal: number;
}

function seen(bars: readonly BatchBar[], reversals: readonly number[], up: boolean): LegBar[] {
  return bars.map((bar, at) => ({
    bar,
    outer: up ? bar.high : -bar.low,
    inner: up ? bar.low : -bar.high,
    close: up ? bar.close : -bar.close,
    reversal: reversals[at] ?? 0,
  }));
}

/** Returns the first position of the highest value. */
function argMax(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/**
 * Returns pivots leg by leg: a leg's extreme is the highest of its start and all bars since; it ends at the first close
 * kappa ranges below, and the next leg starts from the lowest price after the extreme.
 */
export function batchPivots(all: readonly BatchBar[], n: number): BatchPivot[] {
  const kappa = Math.sqrt(n) / 2;
  const ranges = batchAverageRange(all);
  const bars = all.filter((_, at) => (ranges[at] ?? 0) > 0);
  const reversals = ranges.filter((range) => range > 0).map((range) => kappa * range);
  const pivots: BatchPivot[] = [];
  const push = (up: boolean, level: number, openTimeMs: number, by: BatchBar | undefined): void => {
    pivots.push({ way: up ? 'up' : 'down', level, openTimeMs, confirmedMs: by?.endMs ?? 0 });
  };
  const first = bars.findIndex((bar, at) => {
    const past = bars.slice(0, at + 1);
    const top = Math.max(...past.map((each) => each.high));
    const bottom = Math.min(...past.map((each) => each.low));
    const reversal = reversals[at] ?? 0;
    return bar.close <= top - reversal || bar.close >= bottom + reversal;
  });
  if (first < 0) return pivots;
  const past = seen(bars.slice(0, first + 1), reversals, true);
  const peak = past[argMax(past.map((each) => each.outer))];
  const trough = past[argMax(past.map((each) => -each.inner))];
  const turned = past[first];
  if (peak === undefined || trough === undefined || turned === undefined) return pivots;
  let up = !(turned.close <= peak.outer - turned.reversal);
  const origin = up ? trough : peak;
  push(up, up ? origin.inner : origin.outer, origin.bar.openTimeMs, turned.bar);
  let start = first;
  let extreme = up ? turned.bar.high : -turned.bar.low;
  let extremeMs = turned.bar.openTimeMs;
  for (;;) {
    const leg = seen(bars, reversals, up);
    let highest = extreme;
    const tops = leg.map((each, at) => {
      if (at > start) highest = Math.max(highest, each.outer);
      return highest;
    });
    const end = leg.findIndex(
      (each, at) => at > start && each.close <= (tops[at] ?? 0) - each.reversal,
    );
    if (end < 0) return pivots;
    const level = tops[end] ?? 0;
    const made = leg.findIndex((each, at) => at > start && each.outer === level);
    const isNew = level > extreme;
    push(
      !up,
      up ? level : -level,
      isNew ? (leg[made]?.bar.openTimeMs ?? 0) : extremeMs,
      leg[end]?.bar,
    );
    const turn = isNew ? made : start;
    const after = leg.slice(turn, end + 1).map((each, at) => (at === 0 ? each.close : each.inner));
    const lowest = argMax(after.map((price) => -price));
    extreme = -(after[lowest] ?? 0);
    extremeMs = leg[turn + lowest]?.bar.openTimeMs ?? 0;
    up = !up;
    start = end;
  }
}

/** Computes the Even Better Sinewave over an array of closes, each filter in its own pass. */
export function batchSinewave(closes: readonly number[]): number[] {
  const angle = (2 * Math.PI) / 40;
  const alpha = (1 - sin(angle)) / cos(angle);
  const decay = exp((-Math.SQRT2 * Math.PI) / 10);
  const c2 = 2 * decay * cos((Math.SQRT2 * Math.PI) / 10);
  const c3 = -(decay ** 2);
  const logs = closes.map((close) => ln(close));
  const high: number[] = [];
  for (const [at, log] of logs.entries()) {
    const before = at === 0 ? log : (logs[at - 1] ?? 0);
    high.push(((1 + alpha) / 2) * (log - before) + alpha * (high[at - 1] ?? 0));
  }
  const smooth: number[] = [];
  for (const [at, value] of high.entries()) {
    const mean = (value + (high[at - 1] ?? 0)) / 2;
    smooth.push((1 - c2 - c3) * mean + c2 * (smooth[at - 1] ?? 0) + c3 * (smooth[at - 2] ?? 0));
  }
  return smooth.map((value, at) => {
    const three = [value, smooth[at - 1] ?? 0, smooth[at - 2] ?? 0];
    const power = three.reduce((sum, each) => sum + each ** 2, 0) / 3;
    const wave = three.reduce((sum, each) => sum + each, 0) / 3;
    return power > 1e-30 ? Math.max(-1, Math.min(1, wave / Math.sqrt(power))) : 0;
  });
}
