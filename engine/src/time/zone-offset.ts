import { DAY_MS, HOUR_MS } from './resolution.ts';

/** The zones of the exchanges whose calendars the engine knows. */
export type MarketZone = 'new-york' | 'berlin' | 'istanbul';

const SUNDAY = 0;

/** Returns the days from 1 January 1970 to a date of the Gregorian calendar; `month` counts from 1. */
export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Returns the weekday of a day number, 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: number): number {
  // 1 January 1970 was a Thursday.
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns the n-th (from 1) given weekday of a month, as a day number. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = dayNumber(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
}

/** Returns the last given weekday of a month, as a day number. */
export function lastWeekday(year: number, month: number, weekday: number): number {
  const last = dayNumber(year, month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

function yearOf(timeMs: number): number {
  return new Date(timeMs).getUTCFullYear();
}

// Summer time of the European Union since 1981: last Sunday of March to last Sunday of October
// (until 1995 of September), at 01:00 UTC (Directive 2000/84/EC).
function isEuropeanSummer(timeMs: number): boolean {
  const year = yearOf(timeMs);
  const startMs = lastWeekday(year, 3, SUNDAY) * DAY_MS + HOUR_MS;
  const endMs = lastWeekday(year, year < 1996 ? 9 : 10, SUNDAY) * DAY_MS + HOUR_MS;
  return timeMs >= startMs && timeMs < endMs;
}

// Energy Policy Act of 2005: second Sunday of March to first Sunday of November, 02:00 local time;
// before 2007 first Sunday of April (before 1987 the last one) to last Sunday of October.
function isAmericanSummer(timeMs: number): boolean {
  const year = yearOf(timeMs);
  const start =
    year >= 2007
      ? nthWeekday(year, 3, SUNDAY, 2)
      : year >= 1987
        ? nthWeekday(year, 4, SUNDAY, 1)
        : lastWeekday(year, 4, SUNDAY);
  const end = year >= 2007 ? nthWeekday(year, 11, SUNDAY, 1) : lastWeekday(year, 10, SUNDAY);
  return timeMs >= start * DAY_MS + 7 * HOUR_MS && timeMs < end * DAY_MS + 6 * HOUR_MS;
}

/**
 * Beginning and end of the summer times of Istanbul that follow no rule of the file `europe` of the
 * IANA time-zone database, with the source that the file names.
 *
 * - 1985: 20 April to 28 September (Shanks and Pottenger)
 * - 1994: a week early, on 20 March (Resmî Gazete 21879, instead of 21531)
 * - 2011: a day late, because of an exam (Karadağ, 10 March 2011)
 * - 2014: a day late, because of an election (Pasin, 14 February 2014)
 * - 2015: to 8 November, two weeks late, because of an election (Fatih, 29 September 2015)
 */
const ISTANBUL_SUMMERS: Readonly<Record<number, readonly [startMs: number, endMs: number]>> = {
  1985: [Date.UTC(1985, 3, 19, 23), Date.UTC(1985, 8, 27, 23)],
  1994: [Date.UTC(1994, 2, 19, 23), Date.UTC(1994, 8, 24, 23)],
  2011: [Date.UTC(2011, 2, 28, 1), Date.UTC(2011, 9, 30, 1)],
  2014: [Date.UTC(2014, 2, 31, 1), Date.UTC(2014, 9, 26, 1)],
  2015: [Date.UTC(2015, 2, 29, 1), Date.UTC(2015, 10, 8, 1)],
};
// Summer time began on 27 March 2016 and became the time of the whole year (decree 2016/9154).
const ISTANBUL_FOREVER_MS = Date.UTC(2016, 2, 27, 1);
// From 2007 the clocks changed at the European instant (Resmî Gazete of 7 March 2007), from 1986 to
// 2006 on the European Sundays at 01:00 local time, two hours before it (Yazan, 25 September 2016).
const ISTANBUL_EUROPEAN_MS = Date.UTC(2007, 0, 1);

function isIstanbulSummer(timeMs: number): boolean {
  if (timeMs >= ISTANBUL_FOREVER_MS) return true;
  const summer = ISTANBUL_SUMMERS[yearOf(timeMs)];
  if (summer) return timeMs >= summer[0] && timeMs < summer[1];
  return isEuropeanSummer(timeMs >= ISTANBUL_EUROPEAN_MS ? timeMs : timeMs + 2 * HOUR_MS);
}

/**
 * Returns a zone's offset from UTC at an instant, in milliseconds. The rules are in this file and not in the machine's
 * tables, so a browser and a server never differ. Correct since 1987 for New York, 1981 for Berlin and 1985 for
 * Istanbul, where it is constant since 27 March 2016.
 * Rule: docs/analysis.md#calendars
 */
export function zoneOffsetMs(zone: MarketZone, timeMs: number): number {
  switch (zone) {
    case 'new-york':
      return (isAmericanSummer(timeMs) ? -4 : -5) * HOUR_MS;
    case 'berlin':
      return (isEuropeanSummer(timeMs) ? 2 : 1) * HOUR_MS;
    case 'istanbul':
      return (isIstanbulSummer(timeMs) ? 3 : 2) * HOUR_MS;
  }
}

/**
 * Returns the instant of a wall-clock time of a zone, `localMs`, which is written as if it were UTC. Of a time that the
 * clocks of Istanbul or Berlin show twice it is the second; a time that they skip becomes the hour after it. No
 * exchange opens or closes in such an hour.
 * Rule: docs/analysis.md#calendars
 */
export function localToUtcMs(zone: MarketZone, localMs: number): number {
  const guessMs = localMs - zoneOffsetMs(zone, localMs);
  return localMs - zoneOffsetMs(zone, guessMs);
}
