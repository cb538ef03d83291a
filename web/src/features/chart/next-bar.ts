import {
  bucketEnd,
  bucketStart,
  type CalendarName,
  DAY_MS,
  nextOpenMs,
  type Resolution,
} from '@rasat/engine';

/**
 * Returns the milliseconds until the next bar of a resolution begins in an open market: at the end of the present bar,
 * or at the next opening when the market is closed then.
 */
export function untilNextBar(
  calendar: CalendarName,
  resolution: Resolution,
  nowMs: number,
): number {
  const fx = calendar === 'forex';
  const overMs = bucketEnd(resolution, bucketStart(resolution, nowMs, fx), fx);
  return nextOpenMs(calendar, overMs) - nowMs;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns a countdown as whole days, and hours, minutes and seconds as a clock. */
export function splitCountdown(lengthMs: number): {
  readonly days: number;
  readonly clock: string;
} {
  const seconds = Math.max(0, Math.ceil((lengthMs % DAY_MS) / 1000));
  const hours = Math.floor(seconds / 3600);
  return {
    days: Math.floor(lengthMs / DAY_MS),
    clock: `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`,
  };
}
