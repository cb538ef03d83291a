import { DAY_MS } from '@rasat/engine';

/** A trading week as the page names it. */
export interface Week {
  /** Number of the week in its ISO year, 1 to 53. */
  readonly number: number;
  /** First and last day, UTC midnight. */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** ISO 8601: the week with the year's first Thursday is number 1. */
function isoWeekNumber(mondayMs: number): number {
  const thursday = mondayMs + 3 * DAY_MS;
  const yearStart = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - yearStart) / (7 * DAY_MS)) + 1;
}

/** The week that begins on a Monday (00:00 UTC); to Sunday where the market never closes, else to Friday. */
export function describeWeek(mondayMs: number, calendar: string): Week {
  const days = calendar === 'always' ? 6 : 4;
  return {
    number: isoWeekNumber(mondayMs),
    firstMs: mondayMs,
    lastMs: mondayMs + days * DAY_MS,
  };
}
