import type { BarColumns } from '../bars/bars-codec.ts';

// Written from docs/analysis.md and docs/formats/bars.md alone. The engine aggregates in code of its own.

/** An hour in milliseconds. */
export const HOUR = 3_600_000;
/** A day in milliseconds. */
export const DAY = 24 * HOUR;

/** Length of each timeframe's bars in milliseconds. */
export const LENGTH_OF = {
  '15': HOUR / 4,
  '60': HOUR,
  '240': 4 * HOUR,
  '1D': DAY,
  '1W': 7 * DAY,
} as const;

/** A timeframe of bars. */
export type Timeframe = keyof typeof LENGTH_OF;

/**
 * Returns the opening time of the bucket of a time, epoch milliseconds. With `fx` a Sunday (UTC) belongs to the Monday
 * after it. Source: docs/analysis.md, Buckets.
 */
export function bucketOf(timeframe: Timeframe, timeMs: number, fx: boolean): number {
  if (timeframe !== '1D' && timeframe !== '1W') {
    const length = LENGTH_OF[timeframe];
    return Math.floor(timeMs / length) * length;
  }
  let day = Math.floor(timeMs / DAY);
  // Day 0 was a Thursday, so day 4 was a Monday.
  let sinceMonday = (((day - 4) % 7) + 7) % 7;
  if (fx && sinceMonday === 6) {
    day += 1;
    sinceMonday = 0;
  }
  return (timeframe === '1W' ? day - sinceMonday : day) * DAY;
}

/** Returns the end of the bucket that starts at a time, epoch milliseconds. A week of `fx` ends after six days. */
export function endOfBucket(timeframe: Timeframe, startMs: number, fx: boolean): number {
  return startMs + (fx && timeframe === '1W' ? 6 * DAY : LENGTH_OF[timeframe]);
}

/**
 * Returns the bars of a timeframe that bars of a shorter one, or of the same, make: those whose bucket ends at or
 * before `closedToMs`. Opening times ascend; a bucket without bars makes none. Volumes are added from the first to the
 * last. Throws RangeError when the opening times do not ascend.
 */
export function aggregateBars(
  bars: BarColumns,
  timeframe: Timeframe,
  fx: boolean,
  closedToMs = Number.POSITIVE_INFINITY,
): BarColumns {
  const { length: count, openTimeMs, open, high, low, close, volume } = bars;
  const column = (): Float64Array => new Float64Array(count);
  const [times, opens, highs, lows] = [column(), column(), column(), column()];
  const [closes, volumes] = [column(), column()];
  let at = -1;
  let endMs = Number.NEGATIVE_INFINITY;
  let before = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const time = openTimeMs[i] as number;
    if (!(time > before)) throw new RangeError(`bar ${i} opens at ${time}, not after ${before}`);
    before = time;
    if (time >= endMs) {
      const start = bucketOf(timeframe, time, fx);
      endMs = endOfBucket(timeframe, start, fx);
      if (endMs > closedToMs) break;
      at += 1;
      times[at] = start;
      opens[at] = open[i] as number;
      highs[at] = high[i] as number;
      lows[at] = low[i] as number;
      volumes[at] = volume[i] as number;
    } else {
      highs[at] = Math.max(highs[at] as number, high[i] as number);
      lows[at] = Math.min(lows[at] as number, low[i] as number);
      volumes[at] = (volumes[at] as number) + (volume[i] as number);
    }
    closes[at] = close[i] as number;
  }
  const length = at + 1;
  return {
    length,
    openTimeMs: times.slice(0, length),
    open: opens.slice(0, length),
    high: highs.slice(0, length),
    low: lows.slice(0, length),
    close: closes.slice(0, length),
    volume: volumes.slice(0, length),
  };
}

/** The first value in which stored bars differ from the computed ones. */
export interface BarDifference {
  /** Opening time of the bar, epoch milliseconds. */
  readonly openTimeMs: number;
  /** The value that differs; `openTimeMs` when only one side has the bar. */
  readonly value: keyof BarColumns;
  /** Null when the stored bars do not have the bar. */
  readonly stored: number | null;
  /** Null when the computed bars do not have the bar. */
  readonly computed: number | null;
}

/** Returns the first value in which stored bars differ from computed ones, bit for bit; null when they are equal. */
export function findBarDifference(stored: BarColumns, computed: BarColumns): BarDifference | null {
  const shared = Math.min(stored.length, computed.length);
  for (let i = 0; i < shared; i++) {
    const time = stored.openTimeMs[i] as number;
    const other = computed.openTimeMs[i] as number;
    if (time < other) {
      return { openTimeMs: time, value: 'openTimeMs', stored: time, computed: null };
    }
    if (other < time) {
      return { openTimeMs: other, value: 'openTimeMs', stored: null, computed: other };
    }
    for (const value of VALUES) {
      const [one, two] = [stored[value][i] as number, computed[value][i] as number];
      if (one !== two) return { openTimeMs: time, value, stored: one, computed: two };
    }
  }
  const extra = stored.openTimeMs[shared];
  if (extra !== undefined && shared < stored.length) {
    return { openTimeMs: extra, value: 'openTimeMs', stored: extra, computed: null };
  }
  const missing = computed.openTimeMs[shared];
  if (missing !== undefined && shared < computed.length) {
    return { openTimeMs: missing, value: 'openTimeMs', stored: null, computed: missing };
  }
  return null;
}

const VALUES = ['open', 'high', 'low', 'close', 'volume'] as const;
