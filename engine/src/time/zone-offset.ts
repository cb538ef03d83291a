import { DAY_MS, HOUR_MS } from './resolution.ts';

/** The zones of the exchanges whose calendars the engine knows. */
export type MarketZone = 'new-york' | 'berlin' | 'istanbul';

const SUNDAY = 0;

/** Days since 1 January 1970 of a date of the Gregorian calendar; `month` counts from 1. */
export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Weekday of a day number, 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: number): number {
  // 1 January 1970 was a Thursday.
  return (((day + 4) % 7) + 7) % 7;
}

/** The n-th (from 1) given weekday of a month, as a day number. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = dayNumber(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
}

/** The last given weekday of a month, as a day number. */
export function lastWeekday(year: number, month: number, weekday: number): number {
  const last = dayNumber(year, month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

// Summer time of the European Union since 1981: last Sunday of March to last Sunday of October
// (until 1995 of September), at 01:00 UTC (Directive 2000/84/EC).
function isEuropeanSummer(timeMs: number, year: number): boolean {
  const startMs = lastWeekday(year, 3, SUNDAY) * DAY_MS + HOUR_MS;
  const endMs = lastWeekday(year, year < 1996 ? 9 : 10, SUNDAY) * DAY_MS + HOUR_MS;
  return timeMs >= startMs && timeMs < endMs;
}

// Energy Policy Act of 2005: second Sunday of March to first Sunday of November, 02:00 local time;
// before 2007 first Sunday of April (before 1987 the last one) to last Sunday of October.
function isAmericanSummer(timeMs: number, year: number): boolean {
  const start =
    year >= 2007
      ? nthWeekday(year, 3, SUNDAY, 2)
      : year >= 1987
        ? nthWeekday(year, 4, SUNDAY, 1)
        : lastWeekday(year, 4, SUNDAY);
  const end = year >= 2007 ? nthWeekday(year, 11, SUNDAY, 1) : lastWeekday(year, 10, SUNDAY);
  return timeMs >= start * DAY_MS + 7 * HOUR_MS && timeMs < end * DAY_MS + 6 * HOUR_MS;
}

// Turkey stayed on summer time after March 2016 (decree 2016/9154). Until then it followed the
// European dates, except that it began a day late in 2011 and 2014 and ended two weeks late in 2015.
const ISTANBUL_FOREVER_MS = Date.UTC(2016, 2, 27, 1);
function isIstanbulSummer(timeMs: number, year: number): boolean {
  if (timeMs >= ISTANBUL_FOREVER_MS) return true;
  if (year === 2011) return isEuropeanSummer(timeMs, year) && timeMs >= Date.UTC(2011, 2, 28, 1);
  if (year === 2014) return isEuropeanSummer(timeMs, year) && timeMs >= Date.UTC(2014, 2, 31, 1);
  if (year === 2015) {
    return timeMs >= Date.UTC(2015, 2, 29, 1) && timeMs < Date.UTC(2015, 10, 8, 1);
  }
  return isEuropeanSummer(timeMs, year);
}

/**
 * What a zone's clocks show beyond UTC at an instant, in milliseconds. By rule and not by the
 * machine's tables, so that a browser and a server never differ. Right since 1987 for New York,
 * 1981 for Berlin and 2008 for Istanbul.
 * Rule: docs/analysis.md#calendars
 */
export function zoneOffsetMs(zone: MarketZone, timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  switch (zone) {
    case 'new-york':
      return (isAmericanSummer(timeMs, year) ? -4 : -5) * HOUR_MS;
    case 'berlin':
      return (isEuropeanSummer(timeMs, year) ? 2 : 1) * HOUR_MS;
    case 'istanbul':
      return (isIstanbulSummer(timeMs, year) ? 3 : 2) * HOUR_MS;
  }
}

/**
 * The instant at which a zone's clocks show `localMs` (a wall-clock time written as if it were
 * UTC). Meant for hours that exist once: no exchange opens or closes while the clocks change.
 * Rule: docs/analysis.md#calendars
 */
export function localToUtcMs(zone: MarketZone, localMs: number): number {
  const guessMs = localMs - zoneOffsetMs(zone, localMs);
  return localMs - zoneOffsetMs(zone, guessMs);
}
