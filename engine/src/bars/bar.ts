import { bucketStart, type Resolution } from '../time/resolution.ts';

/** One bar of a price series. `openTimeMs` is the opening of its bucket, epoch milliseconds UTC. */
export interface Bar {
  readonly openTimeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** One traded or quoted price. */
export interface Tick {
  readonly timeMs: number;
  readonly price: number;
  readonly volume?: number;
}

/**
 * Why a bar was refused.
 *
 * - `not-finite`: a field is NaN or infinite
 * - `not-positive`: the low is zero or negative
 * - `range`: high or low does not contain open and close, or the volume is negative
 * - `misaligned`: the opening time is not the start of a bucket (for forex also a daily bar dated on a Sunday: merge it
 *   into Monday's first)
 * - `duplicate`: same opening time as the last accepted bar
 * - `out-of-order`: opens before the last accepted bar
 * - `late`: belongs to a 4-hour, daily or weekly bucket that is already closed
 */
export type BarRefusal =
  | 'not-finite'
  | 'not-positive'
  | 'range'
  | 'misaligned'
  | 'out-of-order'
  | 'duplicate'
  | 'late';

/** Why a tick was refused. */
export type TickRefusal = 'not-finite' | 'not-positive' | 'range';

/**
 * Checks the numbers of a bar like {@link checkBar}, for callers without a bar object.
 * Rule: docs/analysis.md#sound-bars
 */
export function checkBarValues(
  openTimeMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  resolution: Resolution,
  fx: boolean,
): BarRefusal | null {
  // One sum is NaN or infinite as soon as one of its terms is.
  if (!Number.isFinite(openTimeMs + open + high + low + close + volume)) return 'not-finite';
  if (low <= 0) return 'not-positive';
  if (low > open || low > close || high < open || high < close || volume < 0) return 'range';
  if (bucketStart(resolution, openTimeMs, fx) !== openTimeMs) return 'misaligned';
  return null;
}

/**
 * Checks a bar without its neighbours. Returns the first reason to refuse it, or null when it is sound.
 * Rule: docs/analysis.md#sound-bars
 */
export function checkBar(bar: Bar, resolution: Resolution, fx: boolean): BarRefusal | null {
  return checkBarValues(
    bar.openTimeMs,
    bar.open,
    bar.high,
    bar.low,
    bar.close,
    bar.volume,
    resolution,
    fx,
  );
}

/**
 * Checks one tick. Returns the first reason to refuse it, or null when it is sound.
 * Rule: docs/analysis.md#sound-bars
 */
export function checkTick(tick: Tick): TickRefusal | null {
  const volume = tick.volume ?? 0;
  if (!Number.isFinite(tick.timeMs + tick.price + volume)) return 'not-finite';
  if (tick.price <= 0) return 'not-positive';
  return volume < 0 ? 'range' : null;
}
