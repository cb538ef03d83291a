import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CALENDARS,
  type CalendarName,
  CURRENT_CALENDARS,
  calendarEndsMs,
  futureBarOpens,
  isOpen,
  marketOfCalendar,
  nextOpenMs,
  sessionFrom,
  sessionOf,
} from './calendar.ts';
import { bucketStart, DAY_MS, HOUR_MS, MINUTE_MS, RESOLUTIONS } from './resolution.ts';
import { type MarketZone, zoneOffsetMs } from './zone-offset.ts';

const at = (text: string): number => {
  const timeMs = Date.parse(`${text}Z`);
  assert.ok(Number.isFinite(timeMs), text);
  return timeMs;
};
const text = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);

/** Returns the sessions from one date to another (both included) as `opening/closing`. */
function sessions(calendar: CalendarName, from: string, to: string): string[] {
  const list: string[] = [];
  let session = sessionFrom(calendar, at(`${from}T00:00`));
  while (session.openMs < at(`${to}T00:00`) + DAY_MS) {
    list.push(`${text(session.openMs)}/${text(session.closeMs).slice(11)}`);
    session = sessionFrom(calendar, session.closeMs);
  }
  return list;
}

/** Returns the weekdays of a year on which no session closes, as MMDD. */
function closedWeekdays(calendar: CalendarName, year: number): string {
  const open = new Set<string>();
  let session = sessionFrom(calendar, Date.UTC(year, 0, 1));
  while (session.closeMs < Date.UTC(year + 1, 0, 1, 12)) {
    open.add(text(session.closeMs).slice(0, 10));
    session = sessionFrom(calendar, session.closeMs);
  }
  const closed: string[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
    const name = text(day).slice(0, 10);
    if (new Date(day).getUTCDay() % 6 !== 0 && !open.has(name)) {
      closed.push(name.slice(5).replace('-', ''));
    }
  }
  return closed.join(' ');
}

/** Returns the days of a year with a session shorter than usual, as MMDD. */
function shortDays(calendar: CalendarName, year: number, usualMs: number): string {
  const short: string[] = [];
  let session = sessionFrom(calendar, Date.UTC(year, 0, 1));
  while (session.openMs < Date.UTC(year + 1, 0, 1)) {
    if (session.closeMs - session.openMs < usualMs) {
      short.push(text(session.openMs).slice(5, 10).replace('-', ''));
    }
    session = sessionFrom(calendar, session.closeMs);
  }
  return short.join(' ');
}

test('the clocks of every zone agree with the time-zone database', () => {
  const zones: readonly [MarketZone, string, number][] = [
    ['new-york', 'America/New_York', 1987],
    ['berlin', 'Europe/Berlin', 1981],
    ['istanbul', 'Europe/Istanbul', 1985],
  ];
  for (const [zone, name, firstYear] of zones) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    for (let day = Date.UTC(firstYear, 0, 1); day < Date.UTC(2041, 0, 1); day += DAY_MS) {
      // Clocks change on Sundays (UTC), in Turkey also on Mondays. On these days every hour is compared, else one an
      // hour a day.
      const step = new Date(day).getUTCDay() <= 1 ? HOUR_MS : DAY_MS;
      for (let timeMs = day; timeMs < day + DAY_MS; timeMs += step) {
        const [, sign, hours] = /GMT([+-])(\d\d)/.exec(format.format(timeMs)) ?? [];
        const expected = (sign === '-' ? -1 : 1) * Number(hours ?? 0) * HOUR_MS;
        assert.equal(zoneOffsetMs(zone, timeMs), expected, `${name} ${text(timeMs)}`);
      }
    }
  }
});

test('a market without a pause is always open, by UTC days', () => {
  assert.equal(isOpen('always', at('2026-12-25T03:00')), true);
  assert.equal(nextOpenMs('always', 12_345), 12_345);
  assert.deepEqual(sessionOf('always', at('2026-02-03T10:00')), {
    openMs: at('2026-02-03T00:00'),
    closeMs: at('2026-02-04T00:00'),
  });
});

test('the forex week opens on Sunday at 17:00 New York, in summer an hour earlier by UTC', () => {
  assert.deepEqual(sessions('forex', '2026-03-02', '2026-03-09'), [
    '2026-03-01T22:00/22:00',
    '2026-03-02T22:00/22:00',
    '2026-03-03T22:00/22:00',
    '2026-03-04T22:00/22:00',
    '2026-03-05T22:00/22:00',
    '2026-03-08T21:00/21:00',
    '2026-03-09T21:00/21:00',
  ]);
  assert.equal(isOpen('forex', at('2026-10-25T20:59')), false);
  assert.equal(isOpen('forex', at('2026-10-25T21:00')), true, 'the last Sunday of summer time');
  assert.equal(isOpen('forex', at('2026-11-01T21:59')), false);
  assert.equal(isOpen('forex', at('2026-11-01T22:00')), true, 'the first Sunday of winter time');
  assert.equal(isOpen('forex', at('2026-11-06T21:59')), true);
  assert.equal(isOpen('forex', at('2026-11-06T22:00')), false, 'Friday 17:00 New York');
  assert.equal(nextOpenMs('forex', at('2026-11-07T12:00')), at('2026-11-08T22:00'));
});

test('forex is closed on Christmas Day and New Year, each from 17:00 to 17:00', () => {
  assert.equal(isOpen('forex', at('2025-12-24T21:59')), true);
  assert.equal(isOpen('forex', at('2025-12-24T22:00')), false);
  assert.equal(nextOpenMs('forex', at('2025-12-25T05:00')), at('2025-12-25T22:00'));
  assert.equal(nextOpenMs('forex', at('2026-01-01T05:00')), at('2026-01-01T22:00'));
  assert.equal(
    isOpen('forex', at('2022-12-25T22:00')),
    true,
    'a Christmas Sunday costs no session',
  );
  assert.equal(nextOpenMs('forex', at('2027-01-01T00:00')), at('2027-01-03T22:00'));
});

test('Borsa Istanbul opens at 10:00 by its own clock, before and after summer time ended', () => {
  assert.deepEqual(sessions('bist', '2016-01-04', '2016-01-04'), ['2016-01-04T08:00/16:10']);
  assert.deepEqual(sessions('bist', '2016-03-25', '2016-03-28'), [
    '2016-03-25T08:00/16:10',
    '2016-03-28T07:00/15:10',
  ]);
  assert.deepEqual(sessions('bist', '2026-11-20', '2026-11-23'), [
    '2026-11-20T07:00/15:10',
    '2026-11-23T07:00/15:10',
  ]);
});

test('Borsa Istanbul keeps its national and religious holidays', () => {
  // Borsa İstanbul, "Resmi tatil günleri" of each year.
  assert.equal(closedWeekdays('bist', 2016), '0101 0519 0705 0706 0707 0830 0912 0913 0914 0915');
  assert.equal(
    closedWeekdays('bist', 2019),
    '0101 0423 0501 0604 0605 0606 0715 0812 0813 0814 0830 1029',
  );
  assert.equal(
    closedWeekdays('bist', 2023),
    '0209 0210 0213 0214 0421 0501 0519 0628 0629 0630 0830',
  );
  assert.equal(
    closedWeekdays('bist', 2024),
    '0101 0410 0411 0412 0423 0501 0617 0618 0619 0715 0830 1029',
  );
  assert.equal(closedWeekdays('bist', 2025), '0101 0331 0401 0423 0501 0519 0606 0609 0715 1029');
});

test('Borsa Istanbul trades half a day before a feast and on 28 October', () => {
  const usual = 8 * HOUR_MS + 10 * MINUTE_MS;
  assert.equal(shortDays('bist', 2016, usual), '0704 1028');
  assert.equal(shortDays('bist', 2021, usual), '0512 0719 1028');
  assert.equal(shortDays('bist', 2023, usual), '0420 0627');
  assert.equal(shortDays('bist', 2024, usual), '0409 1028');
  assert.deepEqual(sessions('bist', '2026-03-19', '2026-03-19'), ['2026-03-19T07:00/09:40']);
});

test('the second version of Borsa Istanbul opens at 09:55 and ends as the first', () => {
  // Borsa İstanbul, order of the trading day: the opening auction trades at 09:55, trades at the closing price end at
  // 18:10. Half day of 19 March 2026, the eve of the Ramadan feast.
  assert.deepEqual(sessions('bist-2', '2026-03-18', '2026-03-19'), [
    '2026-03-18T06:55/15:10',
    '2026-03-19T06:55/09:40',
  ]);
  assert.equal(isOpen('bist-2', at('2026-11-23T06:54:59.999')), false);
  assert.equal(isOpen('bist-2', at('2026-11-23T06:55')), true);
  assert.equal(isOpen('bist', at('2026-11-23T06:59:59.999')), false);
  // The opening trade has a bar of its own in the hour before 10:00.
  const opens = (calendar: CalendarName) =>
    futureBarOpens(calendar, '60', at('2026-11-20T15:00'), 2).map(text);
  assert.deepEqual(opens('bist'), ['2026-11-23T07:00', '2026-11-23T08:00']);
  assert.deepEqual(opens('bist-2'), ['2026-11-23T06:00', '2026-11-23T07:00']);
});

test('both versions of Borsa Istanbul keep the closings and half days of 2026 and 2027', () => {
  // Closed weekdays by law 2429; first days of the feasts from the table of religious days of the Presidency of
  // Religious Affairs: 20 March and 27 May 2026, 9 March and 16 May 2027. Half days of 2026 as Borsa İstanbul lists
  // them under "Resmi tatil günleri" (Sabah, 1 January 2026).
  const usual = { bist: 8 * HOUR_MS + 10 * MINUTE_MS, 'bist-2': 8 * HOUR_MS + 15 * MINUTE_MS };
  for (const calendar of ['bist', 'bist-2'] as const) {
    const short = (year: number): string => shortDays(calendar, year, usual[calendar]);
    const closed2026 = '0101 0320 0423 0501 0519 0527 0528 0529 0715 1029';
    assert.equal(closedWeekdays(calendar, 2026), closed2026, calendar);
    assert.equal(short(2026), '0319 0526 1028', calendar);
    const closed2027 = '0101 0309 0310 0311 0423 0517 0518 0519 0715 0830 1029';
    assert.equal(closedWeekdays(calendar, 2027), closed2027, calendar);
    // The eve of the second feast, 15 May 2027, is a Saturday.
    assert.equal(short(2027), '0308 1028', calendar);
  }
});

test('a calendar ends with the last year of its table, by the clock of its market', () => {
  const ends = CALENDARS.map((calendar) => {
    const endsMs = calendarEndsMs(calendar);
    return `${calendar} ${endsMs === null ? 'never' : text(endsMs)}`;
  });
  // 31 December 2027, 24:00: Istanbul is three hours ahead of UTC, New York five behind, Berlin one ahead.
  assert.deepEqual(ends, [
    'always never',
    'forex never',
    'bist 2027-12-31T21:00',
    'bist-2 2027-12-31T21:00',
    'nasdaq 2028-01-01T05:00',
    'xetra 2027-12-31T23:00',
  ]);
});

test('a new history gets the newest version of the calendar of its market', () => {
  assert.equal(CURRENT_CALENDARS.bist, 'bist-2');
  for (const [market, current] of Object.entries(CURRENT_CALENDARS)) {
    assert.equal(marketOfCalendar(current), market);
    const versions = CALENDARS.filter((calendar) => marketOfCalendar(calendar) === market);
    assert.equal(current, versions.at(-1), market);
  }
});

test('the American session follows New York through both changes of the clock', () => {
  assert.deepEqual(sessions('nasdaq', '2026-03-06', '2026-03-09'), [
    '2026-03-06T14:30/21:00',
    '2026-03-09T13:30/20:00',
  ]);
  assert.deepEqual(sessions('nasdaq', '2026-10-30', '2026-11-02'), [
    '2026-10-30T13:30/20:00',
    '2026-11-02T14:30/21:00',
  ]);
  assert.equal(isOpen('nasdaq', at('2026-11-02T14:29:59.999')), false);
  assert.equal(isOpen('nasdaq', at('2026-11-02T14:30')), true);
  assert.equal(isOpen('nasdaq', at('2026-11-02T21:00')), false);
});

test('the American exchanges keep their holidays and early closes', () => {
  // NYSE, "Holidays and trading hours" of each year. 2026 and 2027: NYSE Group, "Announces 2025, 2026 and 2027 Holiday
  // and Early Closings Calendar", 8 November 2024.
  assert.equal(closedWeekdays('nasdaq', 2018), '0101 0115 0219 0330 0528 0704 0903 1122 1205 1225');
  assert.equal(closedWeekdays('nasdaq', 2021), '0101 0118 0215 0402 0531 0705 0906 1125 1224');
  assert.equal(closedWeekdays('nasdaq', 2022), '0117 0221 0415 0530 0620 0704 0905 1124 1226');
  assert.equal(closedWeekdays('nasdaq', 2024), '0101 0115 0219 0329 0527 0619 0704 0902 1128 1225');
  assert.equal(
    closedWeekdays('nasdaq', 2025),
    '0101 0109 0120 0217 0418 0526 0619 0704 0901 1127 1225',
  );
  assert.equal(closedWeekdays('nasdaq', 2026), '0101 0119 0216 0403 0525 0619 0703 0907 1126 1225');
  assert.equal(closedWeekdays('nasdaq', 2027), '0101 0118 0215 0326 0531 0618 0705 0906 1125 1224');
  const usual = 6.5 * HOUR_MS;
  assert.equal(shortDays('nasdaq', 2020, usual), '1127 1224');
  assert.equal(shortDays('nasdaq', 2024, usual), '0703 1129 1224');
  assert.equal(shortDays('nasdaq', 2025, usual), '0703 1128 1224');
  assert.equal(shortDays('nasdaq', 2026, usual), '1127 1224');
  assert.equal(shortDays('nasdaq', 2027, usual), '1126');
  assert.deepEqual(sessions('nasdaq', '2026-11-27', '2026-11-27'), ['2026-11-27T14:30/18:00']);
});

test('Xetra keeps its holidays and ends its year at 14:00', () => {
  // Deutsche Börse, trading calendars.
  assert.equal(closedWeekdays('xetra', 2017), '0414 0417 0501 0605 1003 1031 1225 1226');
  assert.equal(closedWeekdays('xetra', 2022), '0415 0418 1226');
  assert.equal(closedWeekdays('xetra', 2024), '0101 0329 0401 0501 1224 1225 1226 1231');
  assert.equal(closedWeekdays('xetra', 2026), '0101 0403 0406 0501 1224 1225 1231');
  // Deutsche Börse Digital Exchange, "Handelskalender": days without trading in 2024 to 2029.
  assert.equal(closedWeekdays('xetra', 2027), '0101 0326 0329 1224 1231');
  assert.equal(shortDays('xetra', 2026, 8.5 * HOUR_MS), '1230');
  assert.equal(shortDays('xetra', 2028, 8.5 * HOUR_MS), '1229', '30 December is a Saturday');
  assert.deepEqual(sessions('xetra', '2026-03-27', '2026-03-30'), [
    '2026-03-27T08:00/16:30',
    '2026-03-30T07:00/15:30',
  ]);
});

test('future bars of a market without a pause follow each other', () => {
  assert.deepEqual(futureBarOpens('always', '240', at('2026-11-20T21:00'), 2).map(text), [
    '2026-11-21T00:00',
    '2026-11-21T04:00',
  ]);
  assert.deepEqual(futureBarOpens('always', '1W', at('2026-11-16T00:00'), 2).map(text), [
    '2026-11-23T00:00',
    '2026-11-30T00:00',
  ]);
});

test('future hours of a session that opens at half past are floored to the full hour', () => {
  const opens = futureBarOpens('nasdaq', '60', at('2026-11-25T20:00'), 6).map(text);
  assert.deepEqual(opens, [
    '2026-11-27T14:00',
    '2026-11-27T15:00',
    '2026-11-27T16:00',
    '2026-11-27T17:00',
    '2026-11-30T14:00',
    '2026-11-30T15:00',
  ]);
  assert.deepEqual(futureBarOpens('nasdaq', '15', at('2026-11-25T20:45'), 2).map(text), [
    '2026-11-27T14:30',
    '2026-11-27T14:45',
  ]);
});

test('future forex bars give Sunday evening to Monday and skip the weekend', () => {
  assert.deepEqual(futureBarOpens('forex', '60', at('2026-11-20T20:00'), 3).map(text), [
    '2026-11-20T21:00',
    '2026-11-22T22:00',
    '2026-11-22T23:00',
  ]);
  assert.deepEqual(futureBarOpens('forex', '240', at('2026-11-20T20:00'), 2).map(text), [
    '2026-11-22T20:00',
    '2026-11-23T00:00',
  ]);
  assert.deepEqual(futureBarOpens('forex', '1D', at('2026-11-20T00:00'), 2).map(text), [
    '2026-11-23T00:00',
    '2026-11-24T00:00',
  ]);
  assert.deepEqual(futureBarOpens('forex', '1W', at('2026-11-16T00:00'), 2).map(text), [
    '2026-11-23T00:00',
    '2026-11-30T00:00',
  ]);
});

test('future bars skip the days of a feast', () => {
  assert.deepEqual(futureBarOpens('bist', '1D', at('2026-05-25T00:00'), 3).map(text), [
    '2026-05-26T00:00',
    '2026-06-01T00:00',
    '2026-06-02T00:00',
  ]);
  assert.deepEqual(futureBarOpens('bist', '60', at('2026-05-26T08:00'), 2).map(text), [
    '2026-05-26T09:00',
    '2026-06-01T07:00',
  ]);
});

test('invalid arguments are refused', () => {
  assert.throws(() => futureBarOpens('bist', '60', 0, -1), RangeError);
  assert.throws(() => futureBarOpens('bist', '60', 0, 1.5), RangeError);
  assert.throws(() => futureBarOpens('bist', '60', 0, 100_001), RangeError);
  assert.throws(() => isOpen('forex', Number.NaN), RangeError);
  assert.throws(() => sessionFrom('always', Number.POSITIVE_INFINITY), RangeError);
  assert.deepEqual(futureBarOpens('bist', '60', 0, 0), []);
});

const anyCalendar = fc.constantFrom(...CALENDARS);
const anyTime = fc.integer({ min: Date.UTC(2016, 0, 1), max: Date.UTC(2030, 11, 1) });

test('sessions follow each other without overlap, and being open means being inside one', () => {
  fc.assert(
    fc.property(anyCalendar, anyTime, (calendar, timeMs) => {
      const session = sessionFrom(calendar, timeMs);
      const next = sessionFrom(calendar, session.closeMs);
      assert.ok(session.openMs < session.closeMs && session.closeMs > timeMs);
      assert.ok(next.openMs >= session.closeMs);
      assert.equal(isOpen(calendar, timeMs), session.openMs <= timeMs);
      assert.equal(isOpen(calendar, nextOpenMs(calendar, timeMs)), true);
      assert.deepEqual(sessionFrom(calendar, session.openMs), session);
      assert.deepEqual(sessionFrom(calendar, session.closeMs - 1), session);
    }),
    { numRuns: 2000 },
  );
});

test('future bars are exactly the buckets in which the market is open', () => {
  fc.assert(
    fc.property(
      anyCalendar,
      fc.constantFrom(...RESOLUTIONS),
      anyTime,
      (calendar, resolution, timeMs) => {
        const fx = calendar === 'forex';
        const count = 12;
        const opens = futureBarOpens(calendar, resolution, timeMs, count);
        assert.equal(opens.length, count);
        // Walking minute by minute finds the same buckets.
        const walked: number[] = [];
        let t = timeMs - (timeMs % MINUTE_MS);
        while (walked.length < count) {
          t = nextOpenMs(calendar, t);
          const start = bucketStart(resolution, t, fx);
          if (start > (walked.at(-1) ?? timeMs)) walked.push(start);
          t += 10 * MINUTE_MS;
        }
        assert.deepEqual(opens, walked);
      },
    ),
    { numRuns: 300 },
  );
});

test('the calendars fit the days on which the real markets traded', (t) => {
  const root = new URL('../../../../shared/data/market/', import.meta.url);
  // Days on which this source has no bar although the exchange traded.
  const files: readonly [string, CalendarName, string, readonly string[]][] = [
    ['bist/THYAO/1D.csv', 'bist', '2016-01-01', ['2016-01-22', '2020-03-11', '2024-04-09']],
    ['index/XU100/1D.csv', 'bist', '2016-01-01', []],
    ['nasdaq/MSFT/1D.csv', 'nasdaq', '2016-01-01', []],
    ['nasdaq/AAPL/1D.csv', 'nasdaq', '1998-01-01', []],
    ['index/DAX/1D.csv', 'xetra', '2014-01-01', []],
  ];
  let read = 0;
  for (const [path, calendar, from, absent] of files) {
    const url = new URL(path, root);
    if (!existsSync(url)) continue;
    read += 1;
    const dates = readFileSync(url, 'utf8').trim().split('\n').slice(1);
    const traded = dates
      .map((row) => Number(row.split(',')[0]))
      .filter((d) => d >= Date.parse(from));
    const expected: string[] = [];
    let session = sessionFrom(calendar, Date.parse(from));
    while (session.openMs < (traded.at(-1) ?? 0) + DAY_MS) {
      const day = text(session.openMs).slice(0, 10);
      if (!absent.includes(day)) expected.push(day);
      session = sessionFrom(calendar, session.closeMs);
    }
    assert.deepEqual(
      traded.map((d) => text(d).slice(0, 10)),
      expected,
      path,
    );
  }
  t.diagnostic(`${read} of ${files.length} real markets compared`);
});
