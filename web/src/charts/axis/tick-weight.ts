import { HOUR_MS, istanbulWallMs, MINUTE_MS } from '@rasat/engine';

/** Weights of the places of the time axis; of neighbours the heavier one gets its mark. */
export const TICK_WEIGHT = {
  /** A place without a mark. */
  none: 1,
  minute: 20,
  half: 22,
  hour: 30,
  noon: 33,
  /** A day shorter than the usual one. */
  shortDay: 45,
  day: 50,
  month: 60,
  year: 70,
} as const;

const WITHIN_DAY: readonly (readonly [lengthMs: number, weight: number])[] = [
  [12 * HOUR_MS, TICK_WEIGHT.noon],
  [6 * HOUR_MS, 32],
  [3 * HOUR_MS, 31],
  [HOUR_MS, TICK_WEIGHT.hour],
  [30 * MINUTE_MS, TICK_WEIGHT.half],
  [5 * MINUTE_MS, 21],
];

/**
 * Returns the weight of a bar on the time axis, by the change on Istanbul's clock since the bar before it: of year,
 * month, day, or a division of the day.
 */
export function tickWeight(previousMs: number, timeMs: number): number {
  const before = istanbulWallMs(previousMs);
  const now = istanbulWallMs(timeMs);
  const dayBefore = new Date(before);
  const day = new Date(now);
  if (day.getUTCFullYear() !== dayBefore.getUTCFullYear()) return TICK_WEIGHT.year;
  if (day.getUTCMonth() !== dayBefore.getUTCMonth()) return TICK_WEIGHT.month;
  if (day.getUTCDate() !== dayBefore.getUTCDate()) return TICK_WEIGHT.day;
  for (const [lengthMs, weight] of WITHIN_DAY) {
    if (Math.floor(now / lengthMs) !== Math.floor(before / lengthMs)) return weight;
  }
  return TICK_WEIGHT.minute;
}
