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
  const column = (): Float64Array => new Float64Array(bars.length);
  const out = {
    openTimeMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let at = -1;
  for (let i = 0; i < bars.length; i++) {
    const time = bars.openTimeMs[i] as number;
    if (i > 0 && !(time > (bars.openTimeMs[i - 1] as number))) {
      throw new RangeError(`bar ${i} opens at ${time}, not after the bar before it`);
    }
    const start = bucketOf(timeframe, time, fx);
    if (endOfBucket(timeframe, start, fx) > closedToMs) break;
    const high = bars.high[i] as number;
    const low = bars.low[i] as number;
    if (at < 0 || start !== out.openTimeMs[at]) {
      at += 1;
      out.openTimeMs[at] = start;
      out.open[at] = bars.open[i] as number;
      out.high[at] = high;
      out.low[at] = low;
      out.volume[at] = bars.volume[i] as number;
    } else {
      if (high > (out.high[at] as number)) out.high[at] = high;
      if (low < (out.low[at] as number)) out.low[at] = low;
      out.volume[at] = (out.volume[at] as number) + (bars.volume[i] as number);
    }
    out.close[at] = bars.close[i] as number;
  }
  const length = at + 1;
  return {
    length,
    openTimeMs: out.openTimeMs.slice(0, length),
    open: out.open.slice(0, length),
    high: out.high.slice(0, length),
    low: out.low.slice(0, length),
    close: out.close.slice(0, length),
    volume: out.volume.slice(0, length),
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
