/**
 * Returns the number of an instant's UTC calendar month, counted from year 0.
 * Rule: docs/analysis.md#months
 */
export function monthNumberUtc(timeMs: number): number {
  const date = new Date(timeMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * Returns the same UTC day and time `months` calendar months later. A day that the target month does not have becomes
 * its last day (31 August + 6 months is 28 or 29 February).
 * Rule: docs/analysis.md#months
 */
export function addMonthsUtc(timeMs: number, months: number): number {
  const date = new Date(timeMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(date.getTime());
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return date.getTime();
}
