import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bistTradingDay,
  forexTradingDay,
  type TradingDay,
  usTradingDay,
  xetraTradingDay,
} from './holidays.ts';
import { dayNumber, weekdayOf } from './zone-offset.ts';

type Exchange = (day: number) => TradingDay;

/** Returns the weekdays of a year on which an exchange has a `kind` of day, as MMDD. */
function listDays(exchange: Exchange, year: number, kind: TradingDay): string {
  const found: string[] = [];
  for (let day = dayNumber(year, 1, 1); day < dayNumber(year + 1, 1, 1); day++) {
    if (weekdayOf(day) % 6 === 0 || exchange(day) !== kind) continue;
    found.push(new Date(day * 86_400_000).toISOString().slice(5, 10).replace('-', ''));
  }
  return found.join(' ');
}

test('Borsa Istanbul keeps both feasts of every year from 2016 to 2030', () => {
  // First days of the feasts by the Presidency of Religious Affairs; the weekdays of the days by the calendar.
  const closed: Readonly<Record<number, string>> = {
    2015: '0101 0423 0501 0519 1029',
    2016: '0101 0519 0705 0706 0707 0830 0912 0913 0914 0915',
    2017: '0501 0519 0626 0627 0830 0901 0904',
    2018: '0101 0423 0501 0615 0821 0822 0823 0824 0830 1029',
    2019: '0101 0423 0501 0604 0605 0606 0715 0812 0813 0814 0830 1029',
    2020: '0101 0423 0501 0519 0525 0526 0715 0731 0803 1029',
    2021: '0101 0423 0513 0514 0519 0715 0720 0721 0722 0723 0830 1029',
    2022: '0502 0503 0504 0519 0711 0712 0715 0830',
    2023: '0209 0210 0213 0214 0421 0501 0519 0628 0629 0630 0830',
    2024: '0101 0410 0411 0412 0423 0501 0617 0618 0619 0715 0830 1029',
    2025: '0101 0331 0401 0423 0501 0519 0606 0609 0715 1029',
    2026: '0101 0320 0423 0501 0519 0527 0528 0529 0715 1029',
    2027: '0101 0309 0310 0311 0423 0517 0518 0519 0715 0830 1029',
    2028: '0228 0501 0505 0508 0519 0830',
    2029: '0101 0214 0215 0216 0423 0424 0425 0426 0427 0501 0830 1029',
    2030: '0101 0204 0205 0206 0415 0416 0423 0501 0715 0830 1029',
    2031: '0101 0423 0501 0519 0715 1029',
  };
  for (const [year, expected] of Object.entries(closed)) {
    assert.equal(listDays(bistTradingDay, Number(year), 'closed'), expected, year);
  }
});

test('Borsa Istanbul trades half a day on the eve of each feast and on 28 October', () => {
  const short: Readonly<Record<number, string>> = {
    2015: '1028',
    2016: '0704 1028',
    2017: '0831',
    2018: '0614 0820',
    2019: '0603 1028',
    2020: '0730 1028',
    2021: '0512 0719 1028',
    2022: '0708 1028',
    2023: '0420 0627',
    2024: '0409 1028',
    2025: '0605 1028',
    2026: '0319 0526 1028',
    2027: '0308 1028',
    2028: '0225 0504',
    // The eve of the second feast is 23 April, a holiday.
    2029: '0213',
    2030: '0412 1028',
  };
  for (const [year, expected] of Object.entries(short)) {
    assert.equal(listDays(bistTradingDay, Number(year), 'short'), expected, year);
  }
});

test('a feast that reaches into the weekend has all its days', () => {
  // 9 July 2022 is a Saturday, 24 May 2020 a Sunday.
  const days: readonly (readonly [number, number, number, TradingDay])[] = [
    [2022, 7, 8, 'short'],
    [2022, 7, 9, 'closed'],
    [2022, 7, 10, 'closed'],
    [2022, 7, 13, 'full'],
    [2020, 5, 23, 'short'],
    [2020, 5, 24, 'closed'],
    [2020, 5, 27, 'full'],
    [2016, 7, 15, 'full'],
  ];
  for (const [year, month, day, expected] of days) {
    assert.equal(bistTradingDay(dayNumber(year, month, day)), expected, `${year}-${month}-${day}`);
  }
});

test('the American exchanges were closed after the attacks, for four presidents and in the storm', () => {
  // NYSE, "Special closings" and "Holidays and trading hours" of each year.
  const closed: Readonly<Record<number, string>> = {
    2001: '0101 0115 0219 0413 0528 0704 0903 0911 0912 0913 0914 1122 1225',
    2004: '0101 0119 0216 0409 0531 0611 0705 0906 1125 1224',
    2007: '0101 0102 0115 0219 0406 0528 0704 0903 1122 1225',
    2012: '0102 0116 0220 0406 0528 0704 0903 1029 1030 1122 1225',
    2018: '0101 0115 0219 0330 0528 0704 0903 1122 1205 1225',
    2023: '0102 0116 0220 0407 0529 0619 0704 0904 1123 1225',
    2025: '0101 0109 0120 0217 0418 0526 0619 0704 0901 1127 1225',
  };
  for (const [year, expected] of Object.entries(closed)) {
    assert.equal(listDays(usTradingDay, Number(year), 'closed'), expected, year);
  }
  const short: Readonly<Record<number, string>> = {
    2012: '0703 1123 1224',
    // When 4 July is a Saturday, 3 July is the holiday; when it is a Sunday, 3 July is a weekend day: no early close.
    2015: '1127 1224',
    2021: '1126',
    2023: '0703 1124',
  };
  for (const [year, expected] of Object.entries(short)) {
    assert.equal(listDays(usTradingDay, Number(year), 'short'), expected, year);
  }
});

test('Xetra kept Whit Monday from 2015 to 2021 and German Unity Day from 2014 to 2021', () => {
  // Deutsche Börse, trading calendars; in 2007 Whit Monday, in 2017 the day of the Reformation.
  const closed: Readonly<Record<number, string>> = {
    2007: '0101 0406 0409 0501 0528 1224 1225 1226 1231',
    2013: '0101 0329 0401 0501 1224 1225 1226 1231',
    2014: '0101 0418 0421 0501 1003 1224 1225 1226 1231',
    2015: '0101 0403 0406 0501 0525 1224 1225 1231',
    2017: '0414 0417 0501 0605 1003 1031 1225 1226',
    2019: '0101 0419 0422 0501 0610 1003 1224 1225 1226 1231',
    2021: '0101 0402 0405 0524 1224 1231',
    2022: '0415 0418 1226',
  };
  for (const [year, expected] of Object.entries(closed)) {
    assert.equal(listDays(xetraTradingDay, Number(year), 'closed'), expected, year);
  }
  // The last weekday up to 30 December.
  const last: Readonly<Record<number, string>> = {
    2019: '1230',
    2021: '1230',
    2023: '1229',
    2028: '1229',
    2029: '1228',
  };
  for (const [year, expected] of Object.entries(last)) {
    assert.equal(listDays(xetraTradingDay, Number(year), 'short'), expected, year);
  }
});

test('German Unity Day and Whit Monday are no holidays of Xetra outside their years', () => {
  assert.equal(xetraTradingDay(dayNumber(2013, 10, 3)), 'full');
  assert.equal(xetraTradingDay(dayNumber(2014, 6, 9)), 'full', 'Whit Monday of 2014');
  assert.equal(xetraTradingDay(dayNumber(2021, 10, 3)), 'closed');
  assert.equal(xetraTradingDay(dayNumber(2022, 10, 3)), 'full');
  assert.equal(xetraTradingDay(dayNumber(2022, 6, 6)), 'full', 'Whit Monday of 2022');
});

test('Good Friday and Easter Monday lie beside Easter Sunday, in every century', () => {
  // Easter Sundays, from the tables of the United States Naval Observatory and of Meeus, Astronomical Algorithms.
  const march: Readonly<Record<number, number>> = {
    1818: 22,
    1856: 23,
    1913: 23,
    1991: 31,
    2002: 31,
    2005: 27,
    2008: 23,
    2013: 31,
    2016: 27,
    2024: 31,
    2027: 28,
    2032: 28,
    2035: 25,
    2043: 29,
    2046: 25,
    2100: 28,
  };
  const april: Readonly<Record<number, number>> = {
    1886: 25,
    1943: 25,
    1954: 18,
    1981: 19,
    1992: 19,
    1998: 12,
    1999: 4,
    2000: 23,
    2001: 15,
    2003: 20,
    2009: 12,
    2011: 24,
    2018: 1,
    2022: 17,
    2028: 16,
    2034: 9,
    2038: 25,
    2039: 10,
    2047: 14,
    2049: 18,
    2076: 19,
    2200: 6,
    2300: 8,
  };
  const sundays = [
    ...Object.entries(march).map(([year, day]) => [year, dayNumber(Number(year), 3, day)] as const),
    ...Object.entries(april).map(([year, day]) => [year, dayNumber(Number(year), 4, day)] as const),
  ];
  for (const [year, sunday] of sundays) {
    assert.equal(weekdayOf(sunday), 0, year);
    assert.equal(xetraTradingDay(sunday - 2), 'closed', `Good Friday of ${year}`);
    assert.equal(xetraTradingDay(sunday + 1), 'closed', `Easter Monday of ${year}`);
    assert.equal(usTradingDay(sunday - 2), 'closed', `Good Friday of ${year} in New York`);
    assert.equal(usTradingDay(sunday + 1), 'full', `Easter Monday of ${year} in New York`);
    for (const other of [-9, -6, -3, 2, 5]) {
      assert.equal(xetraTradingDay(sunday + other), 'full', `${other} days from Easter ${year}`);
    }
  }
});

test('currencies are closed on Christmas Day and New Year alone', () => {
  for (const [month, day, expected] of [
    [12, 24, 'full'],
    [12, 25, 'closed'],
    [12, 26, 'full'],
    [12, 31, 'full'],
    [1, 1, 'closed'],
    [1, 2, 'full'],
    [7, 4, 'full'],
  ] as const) {
    assert.equal(forexTradingDay(dayNumber(2026, month, day)), expected, `${month}-${day}`);
  }
});
