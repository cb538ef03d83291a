import {
  bucketEnd,
  bucketStart,
  createAverageRange,
  DAY_MS,
  type EngineOptions,
  type Position,
  resolutionMs,
  riskMultiple,
  touchPosition,
  updateAverageRange,
} from '@rasat/engine';

/** Closed base bars as columns, ascending; row i of every column is one bar. */
export interface BarSeries {
  readonly length: number;
  /** Opening times, epoch milliseconds. */
  readonly openTimeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** A symbol's base bars, prepared for following entries. */
export interface MarketHistory {
  readonly bars: BarSeries;
  readonly options: EngineOptions;
  /** Length of a base bar: a bar is known at its opening time plus this. */
  readonly barMs: number;
  /** ATR_1D(20) that is known at the close of each bar, from the days that had ended by then; 0 before 20 days. */
  readonly dailyRange: Float64Array;
  /** Positions, ascending, of the bars that open at one time of the UTC day; the key is that time in milliseconds. */
  readonly byTimeOfDay: ReadonlyMap<number, Int32Array>;
}

/** The outcome of a matched or tracked entry. */
export interface ResolvedEntry {
  /** First target: -1 stop, 1 target, 0 expired. */
  readonly status1: -1 | 0 | 1;
  /** Second target, with the same stop and expiry. */
  readonly status2: -1 | 0 | 1;
  /** Multiples of the risk at the exit of each leg, before costs, floored at {@link R_FLOOR}. */
  readonly r1: number;
  readonly r2: number;
  /** True when the bars end before both legs are decided; an open leg is valued at the last close. */
  readonly open: boolean;
}

/**
 * Largest loss that an entry counts with, on either side of a comparison, so that one bad tick of a vendor does not
 * outweigh years.
 */
export const R_FLOOR = -5;

/**
 * Prepares base bars: computes the daily average range at each bar by the engine's buckets and average. A day is known
 * when its bucket has ended, by a bar or by time.
 * Rule: docs/analysis.md#following-an-entry
 */
export function createHistory(bars: BarSeries, options: EngineOptions): MarketHistory {
  const barMs = resolutionMs[options.base];
  const dailyRange = new Float64Array(bars.length);
  const range = createAverageRange();
  let endMs = Number.POSITIVE_INFINITY;
  let high = 0;
  let low = 0;
  let close = 0;
  const closeDay = (): void => {
    updateAverageRange(range, high, low, close);
    endMs = Number.POSITIVE_INFINITY;
  };
  for (let at = 0; at < bars.length; at++) {
    const openTimeMs = bars.openTimeMs[at] as number;
    if (endMs <= openTimeMs) closeDay();
    if (endMs === Number.POSITIVE_INFINITY) {
      endMs = bucketEnd('1D', bucketStart('1D', openTimeMs, options.fx), options.fx);
      high = bars.high[at] as number;
      low = bars.low[at] as number;
    } else {
      high = Math.max(high, bars.high[at] as number);
      low = Math.min(low, bars.low[at] as number);
    }
    close = bars.close[at] as number;
    if (endMs <= openTimeMs + barMs) closeDay();
    dailyRange[at] = range.value;
  }
  return { bars, options, barMs, dailyRange, byTimeOfDay: groupByTimeOfDay(bars) };
}

function groupByTimeOfDay({ openTimeMs, length }: BarSeries): Map<number, Int32Array> {
  const groups = new Map<number, number[]>();
  for (let at = 0; at < length; at++) {
    const timeOfDay = (openTimeMs[at] as number) % DAY_MS;
    const group = groups.get(timeOfDay);
    if (group === undefined) groups.set(timeOfDay, [at]);
    else group.push(at);
  }
  return new Map([...groups].map(([timeOfDay, group]) => [timeOfDay, Int32Array.from(group)]));
}

/**
 * Returns the number of bars that close at or before an instant.
 * Rule: docs/analysis.md#following-an-entry
 */
export function countKnown({ bars, barMs }: MarketHistory, timeMs: number): number {
  let from = 0;
  let to = bars.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((bars.openTimeMs[middle] as number) + barMs <= timeMs) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Follows a position from the bar after `entry` until both legs are decided or the bars end, with the rules of the
 * engine's trades ({@link touchPosition}); bars that reach none of its prices are skipped.
 * Rule: docs/analysis.md#following-an-entry
 */
export function followPosition(history: MarketHistory, position: Position, entry: number): void {
  const { bars, barMs } = history;
  const { open, high, low, close, openTimeMs } = bars;
  const buys = position.way > 0;
  const last = lastBar(history, position, entry);
  let target = position.tp1;
  for (let at = entry + 1; at <= last; at++) {
    const top = high[at] as number;
    const bottom = low[at] as number;
    const reaches = buys
      ? bottom <= position.sl || top >= target
      : top >= position.sl || bottom <= target;
    if (!reaches && at < last) continue;
    const endMs = (openTimeMs[at] as number) + barMs;
    touchPosition(position, open[at] as number, top, bottom, close[at] as number, endMs);
    if (position.closed1 === 1) {
      if (position.closed2 === 1) return;
      target = position.tp2;
    }
  }
}

/** Returns the position of the first bar that closes at or after the expiry, else of the last bar. */
function lastBar({ bars, barMs }: MarketHistory, { expiryMs }: Position, entry: number): number {
  const end = bars.length - 1;
  const within = (at: number): boolean => (bars.openTimeMs[at] as number) + barMs < expiryMs;
  // Doubling steps: the expiry is days ahead, but the last bar may be decades ahead.
  let step = 32;
  let from = entry;
  while (from + step < end && within(from + step)) {
    from += step;
    step *= 2;
  }
  let to = Math.min(end, from + step);
  while (from + 1 < to) {
    const middle = (from + to) >>> 1;
    if (within(middle)) from = middle;
    else to = middle;
  }
  return to;
}

/**
 * Returns the outcome of a followed position. An open leg is valued at the last close of the history.
 * Rule: docs/analysis.md#following-an-entry
 */
export function resolvePosition({ bars }: MarketHistory, position: Position): ResolvedEntry {
  const lastClose = bars.close[bars.length - 1] as number;
  const multiple = (closed: number, exit: number): number => {
    const { way, price, risk } = position;
    return Math.max(R_FLOOR, riskMultiple(way, price, risk, closed === 1 ? exit : lastClose));
  };
  return {
    status1: position.status1 as -1 | 0 | 1,
    status2: position.status2 as -1 | 0 | 1,
    r1: multiple(position.closed1, position.exit1),
    r2: multiple(position.closed2, position.exit2),
    open: position.closed1 === 0 || position.closed2 === 0,
  };
}
