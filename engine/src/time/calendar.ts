import type { TradingDay } from './holidays.ts';
import { bistTradingDay, forexTradingDay, usTradingDay, xetraTradingDay } from './holidays.ts';
import {
  bucketEnd,
  bucketStart,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type Resolution,
} from './resolution.ts';
import {
  dayNumber,
  localToUtcMs,
  type MarketZone,
  weekdayOf,
  zoneOffsetMs,
} from './zone-offset.ts';

/**
 * Every calendar that the product knows. A name is one version of the calendar of one market; what it says about a day
 * that has begun never changes.
 *
 * - `always`: without a pause; its sessions are the UTC days
 * - `forex`: Sunday 17:00 to Friday 17:00 New York, sessions of 24 hours from 17:00 to 17:00;
 *   Christmas Day and New Year's Day closed
 * - `bist`: 10:00 to 18:10 Istanbul, half days until 12:40
 * - `bist-2`: the days of `bist`, from 09:55
 * - `nasdaq`: 09:30 to 16:00 New York, early closes at 13:00
 * - `xetra`: 09:00 to 17:30 Berlin, the last trading day of a year until 14:00
 */
export const CALENDARS = ['always', 'forex', 'bist', 'bist-2', 'nasdaq', 'xetra'] as const;
/** When a market trades: a version of its calendar. */
export type CalendarName = (typeof CALENDARS)[number];

/** A market that has a calendar, in one or more versions. */
export type CalendarMarket = 'always' | 'forex' | 'bist' | 'nasdaq' | 'xetra';

/** The version of each market's calendar that a new history gets. */
export const CURRENT_CALENDARS = {
  always: 'always',
  forex: 'forex',
  bist: 'bist-2',
  nasdaq: 'nasdaq',
  xetra: 'xetra',
} as const satisfies Readonly<Record<CalendarMarket, CalendarName>>;

/** One uninterrupted period of trading, `openMs <= t < closeMs`, UTC epoch milliseconds. */
export interface Session {
  readonly openMs: number;
  readonly closeMs: number;
}

interface Rule {
  readonly market: CalendarMarket;
  readonly zone: MarketZone;
  /** Last year of which an official table lists every closing; null where no table is needed. */
  readonly lastYear: number | null;
  /** Local opening and closing after midnight of the session's date; negative: the evening before. */
  readonly openMs: number;
  readonly closeMs: number;
  readonly earlyCloseMs: number;
  readonly tradingDay: (day: number) => TradingDay;
}

const BIST: Rule = {
  market: 'bist',
  zone: 'istanbul',
  lastYear: 2027,
  openMs: 10 * HOUR_MS,
  closeMs: 18 * HOUR_MS + 10 * MINUTE_MS,
  earlyCloseMs: 12 * HOUR_MS + 40 * MINUTE_MS,
  tradingDay: bistTradingDay,
};

const RULES: Readonly<Record<Exclude<CalendarName, 'always'>, Rule>> = {
  forex: {
    market: 'forex',
    zone: 'new-york',
    lastYear: null,
    openMs: -7 * HOUR_MS,
    closeMs: 17 * HOUR_MS,
    earlyCloseMs: 17 * HOUR_MS,
    tradingDay: forexTradingDay,
  },
  bist: BIST,
  // The opening auction trades at 09:55.
  'bist-2': { ...BIST, openMs: 9 * HOUR_MS + 55 * MINUTE_MS },
  nasdaq: {
    market: 'nasdaq',
    zone: 'new-york',
    lastYear: 2027,
    openMs: 9 * HOUR_MS + 30 * MINUTE_MS,
    closeMs: 16 * HOUR_MS,
    earlyCloseMs: 13 * HOUR_MS,
    tradingDay: usTradingDay,
  },
  xetra: {
    market: 'xetra',
    zone: 'berlin',
    lastYear: 2027,
    openMs: 9 * HOUR_MS,
    closeMs: 17 * HOUR_MS + 30 * MINUTE_MS,
    earlyCloseMs: 14 * HOUR_MS,
    tradingDay: xetraTradingDay,
  },
};

/**
 * Returns the market whose calendar a name is a version of.
 * Rule: docs/analysis.md#calendars
 */
export function marketOfCalendar(calendar: CalendarName): CalendarMarket {
  return calendar === 'always' ? 'always' : RULES[calendar].market;
}

/**
 * Returns the end of the last year of which every closing is known from an official table: the local midnight after 31
 * December, UTC epoch milliseconds. Later days follow from rules alone. Null for a market without such tables.
 * Rule: docs/analysis.md#calendars
 */
export function calendarEndsMs(calendar: CalendarName): number | null {
  if (calendar === 'always') return null;
  const { zone, lastYear } = RULES[calendar];
  return lastYear === null ? null : localToUtcMs(zone, dayNumber(lastYear + 1, 1, 1) * DAY_MS);
}

// The longest pause of any calendar is a feast between two weekends, ten days.
const LONGEST_PAUSE_DAYS = 20;
const MOST_FUTURE_BARS = 100_000;

/** Returns the date, as a day number, of the session that contains an instant or precedes it. */
function sessionDay(rule: Rule, timeMs: number): number {
  const localMs = timeMs + zoneOffsetMs(rule.zone, timeMs);
  // A session that opens the evening before carries the date on which it closes.
  return Math.floor((localMs - Math.min(rule.openMs, 0)) / DAY_MS);
}

function sessionOnDay(rule: Rule, day: number): Session | null {
  if (weekdayOf(day) % 6 === 0) return null;
  const kind = rule.tradingDay(day);
  if (kind === 'closed') return null;
  return {
    openMs: localToUtcMs(rule.zone, day * DAY_MS + rule.openMs),
    closeMs: localToUtcMs(
      rule.zone,
      day * DAY_MS + (kind === 'short' ? rule.earlyCloseMs : rule.closeMs),
    ),
  };
}

/**
 * Returns the session that is open at an instant or, while the market is closed, the next session. Throws RangeError
 * for a time that is not finite.
 * Rule: docs/analysis.md#calendars
 */
export function sessionFrom(calendar: CalendarName, timeMs: number): Session {
  if (!Number.isFinite(timeMs)) throw new RangeError('a time must be finite');
  if (calendar === 'always') {
    const openMs = Math.floor(timeMs / DAY_MS) * DAY_MS;
    return { openMs, closeMs: openMs + DAY_MS };
  }
  const rule = RULES[calendar];
  const first = sessionDay(rule, timeMs);
  for (let day = first; day <= first + LONGEST_PAUSE_DAYS; day++) {
    const session = sessionOnDay(rule, day);
    if (session !== null && session.closeMs > timeMs) return session;
  }
  throw new RangeError(`${calendar} does not open within ${LONGEST_PAUSE_DAYS} days`);
}

/**
 * Returns the session that is open at an instant, or null while the market is closed.
 * Rule: docs/analysis.md#calendars
 */
export function sessionOf(calendar: CalendarName, timeMs: number): Session | null {
  const session = sessionFrom(calendar, timeMs);
  return session.openMs <= timeMs ? session : null;
}

/**
 * Returns whether a market trades at an instant.
 * Rule: docs/analysis.md#calendars
 */
export function isOpen(calendar: CalendarName, timeMs: number): boolean {
  return sessionOf(calendar, timeMs) !== null;
}

/**
 * Returns the first instant at or after `timeMs` at which the market is open.
 * Rule: docs/analysis.md#calendars
 */
export function nextOpenMs(calendar: CalendarName, timeMs: number): number {
  return Math.max(timeMs, sessionFrom(calendar, timeMs).openMs);
}

/** A bar that a calendar has in a resolution. */
export interface CalendarBar {
  readonly openMs: number;
  readonly endMs: number;
  /**
   * Whether the market is open for more than half of the time that it can be open in a bar: of the bar's length, or of
   * the session's where that is shorter. A bar that a session only touches may have no trade.
   */
  readonly isMostlyOpen: boolean;
}

/**
 * Yields the bars of a resolution from `fromMs` on, ascending and without end: every bucket of the engine that a
 * session touches at or after `fromMs`. The first one may open before `fromMs`. A session that opens at half past
 * touches the bucket of the full hour, and a forex Sunday belongs to Monday.
 * Rule: docs/analysis.md#calendars
 */
export function* calendarBars(
  calendar: CalendarName,
  resolution: Resolution,
  fx: boolean,
  fromMs: number,
): Generator<CalendarBar, never> {
  let session = sessionFrom(calendar, fromMs);
  let lastMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    let timeMs = Math.max(session.openMs, fromMs);
    while (timeMs < session.closeMs) {
      const openMs = bucketStart(resolution, timeMs, fx);
      const endMs = bucketEnd(resolution, openMs, fx);
      if (openMs > lastMs) {
        const openForMs = Math.min(endMs, session.closeMs) - Math.max(openMs, session.openMs);
        const atMostMs = Math.min(endMs - openMs, session.closeMs - session.openMs);
        yield { openMs, endMs, isMostlyOpen: 2 * openForMs > atMostMs };
        lastMs = openMs;
      }
      timeMs = endMs;
    }
    session = sessionFrom(calendar, session.closeMs);
  }
}

/**
 * Returns the opening times of the next `count` bars of a resolution after `afterMs`, ascending, as `calendarBars`
 * yields them. Throws RangeError for a count that is negative, not whole, or above 100,000.
 * Rule: docs/analysis.md#calendars
 */
export function futureBarOpens(
  calendar: CalendarName,
  resolution: Resolution,
  afterMs: number,
  count: number,
): number[] {
  if (!Number.isInteger(count) || count < 0 || count > MOST_FUTURE_BARS) {
    throw new RangeError(`cannot list ${count} bars`);
  }
  const opens: number[] = [];
  if (count === 0) return opens;
  for (const { openMs } of calendarBars(calendar, resolution, calendar === 'forex', afterMs)) {
    if (openMs > afterMs) opens.push(openMs);
    if (opens.length === count) break;
  }
  return opens;
}

/** Years whose days {@link describeCalendars} lists, both included. */
const DESCRIBED_YEARS = [1998, 2040] as const;

/** Everything that decides the sessions of a calendar from 1998 to 2040. */
export interface CalendarDescription {
  /** Zone of the local times. */
  readonly zone: MarketZone | 'utc';
  /** Weekdays of sessions, 0 for Sunday. */
  readonly weekdays: readonly number[];
  /** Opening and closing of a session, milliseconds after the local midnight of its date. */
  readonly openMs: number;
  readonly closeMs: number;
  /** Closing on a short day. */
  readonly earlyCloseMs: number;
  /** Dates of these weekdays without a session, and with a short one, `2026-01-01`. */
  readonly closed: readonly string[];
  readonly short: readonly string[];
  /** Offsets of the zone from UTC: the UTC time from which each holds, and the offset, both in milliseconds. */
  readonly clocks: readonly (readonly [fromMs: number, offsetMs: number])[];
}

/**
 * Returns what decides the sessions of every calendar, as data.
 * Rule: docs/analysis.md#calendars
 */
export function describeCalendars(): Readonly<Record<CalendarName, CalendarDescription>> {
  const always: CalendarDescription = {
    zone: 'utc',
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    openMs: 0,
    closeMs: DAY_MS,
    earlyCloseMs: DAY_MS,
    closed: [],
    short: [],
    clocks: [[dayNumber(DESCRIBED_YEARS[0], 1, 1) * DAY_MS, 0]],
  };
  return {
    always,
    forex: describe(RULES.forex),
    bist: describe(RULES.bist),
    'bist-2': describe(RULES['bist-2']),
    nasdaq: describe(RULES.nasdaq),
    xetra: describe(RULES.xetra),
  };
}

function describe({ zone, openMs, closeMs, earlyCloseMs, tradingDay }: Rule): CalendarDescription {
  const first = dayNumber(DESCRIBED_YEARS[0], 1, 1);
  const end = dayNumber(DESCRIBED_YEARS[1] + 1, 1, 1);
  const closed: string[] = [];
  const short: string[] = [];
  const clocks: [number, number][] = [[first * DAY_MS, zoneOffsetMs(zone, first * DAY_MS)]];
  for (let day = first; day < end; day++) {
    const kind = weekdayOf(day) % 6 === 0 ? 'full' : tradingDay(day);
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (kind === 'closed') closed.push(date);
    if (kind === 'short') short.push(date);
    const offsetMs = zoneOffsetMs(zone, (day + 1) * DAY_MS);
    if (offsetMs !== clocks.at(-1)?.[1]) clocks.push([changeAfter(zone, day), offsetMs]);
  }
  const weekdays = [1, 2, 3, 4, 5];
  return { zone, weekdays, openMs, closeMs, earlyCloseMs, closed, short, clocks };
}

/** Returns the minute of a UTC day from which on a zone has the offset that it has at the day's end. */
function changeAfter(zone: MarketZone, day: number): number {
  const offsetMs = zoneOffsetMs(zone, (day + 1) * DAY_MS);
  let timeMs = (day + 1) * DAY_MS;
  while (zoneOffsetMs(zone, timeMs - MINUTE_MS) === offsetMs) timeMs -= MINUTE_MS;
  return timeMs;
}
