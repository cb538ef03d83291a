import { DAY_MS } from './resolution.ts';
import { dayNumber, lastWeekday, nthWeekday, weekdayOf } from './zone-offset.ts';

/** How an exchange trades on a weekday: the whole session, until its early close, or not at all. */
export type TradingDay = 'full' | 'short' | 'closed';

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 0;

/**
 * Returns Easter Sunday of a Gregorian year as a day number (the anonymous algorithm of 1876, as in Meeus, Astronomical
 * Algorithms, chapter 8).
 */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayNumber(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** Returns month and day of a day number as one number, 1231 for 31 December. */
function monthDay(day: number): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

function days(...dates: readonly (readonly [number, number, number])[]): ReadonlySet<number> {
  return new Set(dates.map(([year, month, day]) => dayNumber(year, month, day)));
}

// Closings of the American exchanges outside any rule (NYSE, "Special closings"): September 2001,
// the mourning for Presidents Reagan, Ford, Bush and Carter, and hurricane Sandy.
const US_SPECIAL = days(
  [2001, 9, 11],
  [2001, 9, 12],
  [2001, 9, 13],
  [2001, 9, 14],
  [2004, 6, 11],
  [2007, 1, 2],
  [2012, 10, 29],
  [2012, 10, 30],
  [2018, 12, 5],
  [2025, 1, 9],
);

/**
 * Returns whether a fixed holiday falls on `day`, or is observed on it because the holiday is on the weekend beside it.
 */
function isObserved(day: number, year: number, month: number, date: number): boolean {
  const holiday = dayNumber(year, month, date);
  const weekday = weekdayOf(holiday);
  return day === holiday + (weekday === SUNDAY ? 1 : weekday === SATURDAY ? -1 : 0);
}

/**
 * Returns how the American exchanges trade on a day (NYSE rule 7.2 and Nasdaq's calendar), since 1998. New Year's Day
 * on a Saturday has no substitute. Early close at 13:00: the weekday before Independence Day when that is itself a
 * weekday, the day after Thanksgiving, and 24 December.
 * Rule: docs/analysis.md#calendars
 */
export function usTradingDay(day: number): TradingDay {
  const year = yearOf(day);
  const newYear = dayNumber(year, 1, 1);
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4);
  const closed =
    day === newYear + (weekdayOf(newYear) === SUNDAY ? 1 : 0) ||
    day === nthWeekday(year, 1, MONDAY, 3) ||
    day === nthWeekday(year, 2, MONDAY, 3) ||
    day === easterSunday(year) - 2 ||
    day === lastWeekday(year, 5, MONDAY) ||
    (year >= 2022 && isObserved(day, year, 6, 19)) ||
    isObserved(day, year, 7, 4) ||
    day === nthWeekday(year, 9, MONDAY, 1) ||
    day === thanksgiving ||
    isObserved(day, year, 12, 25) ||
    US_SPECIAL.has(day);
  if (closed) return 'closed';
  const date = monthDay(day);
  const independenceIsWeekday = weekdayOf(dayNumber(year, 7, 4)) % 6 !== 0;
  const short =
    (date === 703 && independenceIsWeekday) || day === thanksgiving + 1 || date === 1224;
  return short ? 'short' : 'full';
}

const XETRA_SPECIAL = days([2007, 5, 28], [2017, 10, 31]);

/**
 * Returns how Xetra trades on a day (Deutsche Börse's trading calendars since 2014). Whit Monday was a holiday from
 * 2015 to 2021 and German Unity Day from 2014 to 2021. The last trading day of a year ends at 14:00.
 * Rule: docs/analysis.md#calendars
 */
export function xetraTradingDay(day: number): TradingDay {
  const year = yearOf(day);
  const easter = easterSunday(year);
  const date = monthDay(day);
  const closed =
    date === 101 ||
    day === easter - 2 ||
    day === easter + 1 ||
    date === 501 ||
    (year >= 2015 && year <= 2021 && day === easter + 50) ||
    (year >= 2014 && year <= 2021 && date === 1003) ||
    date === 1224 ||
    date === 1225 ||
    date === 1226 ||
    date === 1231 ||
    XETRA_SPECIAL.has(day);
  if (closed) return 'closed';
  let last = dayNumber(year, 12, 30);
  while (weekdayOf(last) % 6 === 0) last -= 1;
  return day === last ? 'short' : 'full';
}

// First day of the Ramadan feast (three days) and of the feast of sacrifice (four days) in Turkey,
// as the Presidency of Religious Affairs lists them up to 2027, from 2028 on as its rule computes them.
const RAMADAN_FEAST = [
  [2016, 7, 5],
  [2017, 6, 25],
  [2018, 6, 15],
  [2019, 6, 4],
  [2020, 5, 24],
  [2021, 5, 13],
  [2022, 5, 2],
  [2023, 4, 21],
  [2024, 4, 10],
  [2025, 3, 30],
  [2026, 3, 20],
  [2027, 3, 9],
  [2028, 2, 26],
  [2029, 2, 14],
  [2030, 2, 4],
] as const;
const SACRIFICE_FEAST = [
  [2016, 9, 12],
  [2017, 9, 1],
  [2018, 8, 21],
  [2019, 8, 11],
  [2020, 7, 31],
  [2021, 7, 20],
  [2022, 7, 9],
  [2023, 6, 28],
  [2024, 6, 16],
  [2025, 6, 6],
  [2026, 5, 27],
  [2027, 5, 16],
  [2028, 5, 5],
  [2029, 4, 24],
  [2030, 4, 13],
] as const;

// Closed after the earthquakes of 6 February 2023; open on the 8th.
const BIST_SPECIAL = days([2023, 2, 9], [2023, 2, 10], [2023, 2, 13], [2023, 2, 14]);

const FEASTS = [
  ...RAMADAN_FEAST.map(([year, month, day]) => ({ first: dayNumber(year, month, day), length: 3 })),
  ...SACRIFICE_FEAST.map(([year, month, day]) => ({
    first: dayNumber(year, month, day),
    length: 4,
  })),
];
const FEAST_DAYS: ReadonlySet<number> = new Set(
  FEASTS.flatMap(({ first, length }) => Array.from({ length }, (_, i) => first + i)),
);
const FEAST_EVES: ReadonlySet<number> = new Set(FEASTS.map(({ first }) => first - 1));

/**
 * Returns how Borsa İstanbul trades on a day: the public holidays of law 2429, half a day on the eve of both feasts and
 * on 28 October. Religious holidays are known from 2016 to 2030, fixed holidays for every year.
 * Rule: docs/analysis.md#calendars
 */
export function bistTradingDay(day: number): TradingDay {
  const date = monthDay(day);
  const closed =
    date === 101 ||
    date === 423 ||
    date === 501 ||
    date === 519 ||
    (date === 715 && yearOf(day) >= 2017) ||
    date === 830 ||
    date === 1029 ||
    FEAST_DAYS.has(day) ||
    BIST_SPECIAL.has(day);
  if (closed) return 'closed';
  return date === 1028 || FEAST_EVES.has(day) ? 'short' : 'full';
}

/**
 * Returns how spot currencies and metals trade on a day: not on Christmas Day and New Year's Day.
 * Rule: docs/analysis.md#calendars
 */
export function forexTradingDay(day: number): TradingDay {
  const date = monthDay(day);
  return date === 1225 || date === 101 ? 'closed' : 'full';
}
