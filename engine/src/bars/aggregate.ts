import { bucketEnd, bucketStart, type Resolution, resolutionMs } from '../time/resolution.ts';
import type { Bar } from './bar.ts';

/** Builds higher bars from lower bars, one at a time, on the engine's buckets. */
export interface Aggregator {
  /**
   * Adds the next bar of the series (ascending). Returns the higher bar that it completes, or null. The first bar of a
   * later bucket completes a higher bar.
   */
  push(bar: Bar): Bar | null;
  /** Returns the forming higher bar, or null before the first bar. */
  current(): Bar | null;
  /** Returns the end of the forming bar in epoch milliseconds, or null before the first bar. */
  currentEndMs(): number | null;
}

/**
 * Returns an empty {@link Aggregator}. Throws RangeError when `to` is finer than `from`. Equal resolutions merge the
 * forex Sunday rows of a daily series into Monday's.
 * Rule: docs/analysis.md#aggregation
 */
export function createAggregator(from: Resolution, to: Resolution, fx: boolean): Aggregator {
  if (resolutionMs[from] > resolutionMs[to]) {
    throw new RangeError(`cannot build ${to} bars from ${from} bars`);
  }
  let current: Bar | null = null;
  return {
    push(bar) {
      const openTimeMs = bucketStart(to, bar.openTimeMs, fx);
      if (current !== null && current.openTimeMs === openTimeMs) {
        current = {
          openTimeMs,
          open: current.open,
          high: Math.max(current.high, bar.high),
          low: Math.min(current.low, bar.low),
          close: bar.close,
          volume: current.volume + bar.volume,
        };
        return null;
      }
      if (current !== null && openTimeMs < current.openTimeMs) {
        throw new RangeError('bars must be in ascending order');
      }
      const finished = current;
      current = { ...bar, openTimeMs };
      return finished;
    },
    current: () => current,
    currentEndMs: () => (current === null ? null : bucketEnd(to, current.openTimeMs, fx)),
  };
}

/**
 * Returns the higher bars of an ascending series, ascending. The last one may still be forming: compare its end with
 * the clock. Missing lower bars are not filled in, and a bucket without a lower bar makes no higher bar. An empty
 * series gives an empty list.
 * Rule: docs/analysis.md#aggregation
 */
export function aggregate(
  bars: readonly Bar[],
  from: Resolution,
  to: Resolution,
  fx: boolean,
): Bar[] {
  const aggregator = createAggregator(from, to, fx);
  const result: Bar[] = [];
  for (const bar of bars) {
    const finished = aggregator.push(bar);
    if (finished !== null) result.push(finished);
  }
  const last = aggregator.current();
  if (last !== null) result.push(last);
  return result;
}
