import { bucketStart, DAY_MS, HOUR_MS, isSundayUtc, WEEK_MS } from '../time/resolution.ts';
import type { MarketCategory } from './categories.ts';

/** Lengths of time in which a base counts: its bar, and how many of them a week has. */
export interface WeekSlots {
  readonly lengthMs: number;
  readonly count: number;
}

/** Slots of a week by base. */
export const WEEK_SLOTS = {
  '60': { lengthMs: HOUR_MS, count: 168 },
  '1D': { lengthMs: DAY_MS, count: 7 },
} as const satisfies Readonly<Record<string, WeekSlots>>;

/**
 * Returns the slot of the week of an instant, 0 from Monday 00:00 UTC.
 * Rule: docs/analysis.md#market-time
 */
export function weekSlot({ lengthMs, count }: WeekSlots, timeMs: number): number {
  const sinceMonday = timeMs - bucketStart('1W', timeMs, false);
  return Math.floor(sinceMonday / lengthMs) % count;
}

/**
 * Returns the market weeks between two instants: whole slots, each weighted by its share of a week's movement. Closed
 * hours weigh nothing. 0 without a whole slot.
 * Rule: docs/analysis.md#market-time
 */
export function marketWeeks(
  slots: WeekSlots,
  weights: Float64Array,
  total: number,
  fromMs: number,
  untilMs: number,
): number {
  const { lengthMs, count } = slots;
  const first = Math.ceil(fromMs / lengthMs);
  const length = Math.floor(untilMs / lengthMs) - first;
  if (!(length > 0)) return 0;
  let rest = 0;
  let slot = weekSlot(slots, first * lengthMs);
  for (let left = length % count; left > 0; left--) {
    rest += weights[slot] as number;
    slot = (slot + 1) % count;
  }
  return Math.floor(length / count) + rest / total;
}

/**
 * Returns the end of the first UTC day of the category that ends after an instant: crypto has every day, the others
 * Monday to Friday. From Saturday 00:00 on that is Tuesday 00:00.
 * Rule: docs/analysis.md#market-time
 */
export function dayEndAfter(category: MarketCategory, timeMs: number): number {
  let dayMs = Math.floor(timeMs / DAY_MS) * DAY_MS;
  if (category !== 'crypto') {
    while (isSundayUtc(dayMs) || isSundayUtc(dayMs + DAY_MS)) dayMs += DAY_MS;
  }
  return dayMs + DAY_MS;
}

/**
 * Returns the days between two instants, without Saturdays and Sundays except in crypto.
 * Rule: docs/analysis.md#the-plain-chance
 */
export function tradingDaysBetween(
  category: MarketCategory,
  fromMs: number,
  untilMs: number,
): number {
  if (category === 'crypto') return (untilMs - fromMs) / DAY_MS;
  const weekdays = (timeMs: number): number => {
    const monday = bucketStart('1W', timeMs, false);
    return Math.floor(monday / WEEK_MS) * 5 * DAY_MS + Math.min(timeMs - monday, 5 * DAY_MS);
  };
  return (weekdays(untilMs) - weekdays(fromMs)) / DAY_MS;
}
