import { type CalendarName, DAY_MS, HOUR_MS, MINUTE_MS, sessionFrom } from '@rasat/engine';
import { createZone, type Zone } from './time-zone.ts';

/** Bars and the market whose hours they are compared with. */
export interface ZoneQuestion {
  /** Opening times of intraday bars as they were read, ascending. */
  readonly openTimeMs: ArrayLike<number>;
  readonly lengthMs: number;
  readonly calendar: CalendarName;
  /** Zone in which the file's times were read. */
  readonly zone: string;
  readonly symbol: string;
}

/** Usual zones of files of the product's markets, the most common first. */
const ZONES = [
  'UTC',
  'Europe/Athens',
  'America/New_York',
  '-05:00',
  'Europe/Istanbul',
  'Europe/Berlin',
  'Europe/London',
  'America/Chicago',
  'Asia/Baku',
  'Asia/Tokyo',
  'Asia/Kolkata',
] as const;
/** Pause after which a bar opens a week of currencies. */
const WEEKEND_MS = 30 * HOUR_MS;
const LEAST_WEEKS = 3;
const LEAST_BARS = 50;
const MOST_BARS = 4000;
/** Bars may open a little before the session: an early quote, or a bucket that begins before it. */
const EARLIEST_MS = -16 * MINUTE_MS;
/** The first quotes of a session may be missing. */
const LATEST_MS = 46 * MINUTE_MS;
/** Holidays and half days that the calendar does not know leave less than one bar in twenty outside. */
const ENOUGH = { weeks: 0.7, bars: 0.95 } as const;

/**
 * Returns a sentence on why bars cannot have been read in the right zone: weeks of currencies that do not open with New
 * York's Sunday evening, shares whose bars lie outside the session. Names the zone that would fit, if one does. Null
 * when the zone fits, for markets without hours, and when the file is too short to judge.
 */
export function findZoneMisfit(question: ZoneQuestion): string | null {
  const { calendar } = question;
  if (calendar === 'always') return null;
  const times = calendar === 'forex' ? listWeekOpens(question) : sampleBars(question);
  if (times.length < (calendar === 'forex' ? LEAST_WEEKS : LEAST_BARS)) return null;
  const enough = calendar === 'forex' ? ENOUGH.weeks : ENOUGH.bars;
  const share = shareInHours(times, question);
  if (share >= enough) return null;
  const fitting = findFitting(times, question, enough);
  const seen =
    calendar === 'forex'
      ? `its weeks do not open on Sunday at 17:00 New York (21:00 or 22:00 UTC): most open on ${usualOf(times)} UTC`
      : `${Math.round((1 - share) * 100)} % of its bars lie outside the hours of the calendar "${calendar}"`;
  const fits =
    fitting === null
      ? 'no usual time zone would fit'
      : `the time zone ${fitting} would fit (--time-zone ${fitting})`;
  return `The times of the file were read in ${question.zone}, and ${seen}; ${fits}. If ${question.zone} is right, say --time-zone ${question.zone}.`;
}

/** Returns the most common weekday and time of day of some instants. */
function usualOf(times: readonly number[]): string {
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
  const counts = new Map<string, number>();
  for (const timeMs of times) {
    const text = `${format.format(timeMs)} ${new Date(timeMs).toISOString().slice(11, 16)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0])[0];
}

function listWeekOpens({ openTimeMs }: ZoneQuestion): number[] {
  const opens: number[] = [];
  for (let i = 1; i < openTimeMs.length; i++) {
    const timeMs = openTimeMs[i] ?? 0;
    const pauseMs = timeMs - (openTimeMs[i - 1] ?? 0);
    // A longer pause is a hole in the data; the next bar need not open a week.
    if (pauseMs >= WEEKEND_MS && pauseMs < 4 * DAY_MS) opens.push(timeMs);
  }
  return opens;
}

function sampleBars({ openTimeMs }: ZoneQuestion): number[] {
  const step = Math.max(1, openTimeMs.length / MOST_BARS);
  const count = Math.min(openTimeMs.length, MOST_BARS);
  return Array.from({ length: count }, (_, i) => openTimeMs[Math.floor(i * step)] ?? 0);
}

function shareInHours(times: readonly number[], question: ZoneQuestion): number {
  let inHours = 0;
  for (const timeMs of times) if (isInHours(timeMs, question)) inHours += 1;
  return inHours / times.length;
}

function isInHours(timeMs: number, { calendar, lengthMs, symbol }: ZoneQuestion): boolean {
  if (calendar !== 'forex') return sessionFrom(calendar, timeMs).openMs < timeMs + lengthMs;
  const lateMs = timeMs - sessionFrom('forex', timeMs - 3 * HOUR_MS).openMs;
  // Metals begin an hour after currencies, at some brokers two.
  const latestMs = /^XA[UG]/.test(symbol) ? LATEST_MS + 2 * HOUR_MS : LATEST_MS;
  return lateMs >= EARLIEST_MS && lateMs <= latestMs;
}

/**
 * Returns the zone in which the times fit best and well enough, if they had been written in it; null when none fits.
 */
function findFitting(
  times: readonly number[],
  question: ZoneQuestion,
  enough: number,
): string | null {
  const readIn = createZone(question.zone);
  const local = times.map((timeMs) => readIn.toLocalMs(timeMs));
  let best: { name: string; share: number } | null = null;
  for (const name of ZONES) {
    const share = shareInHours(readAgain(local, createZone(name)), question);
    if (share >= enough && share > (best?.share ?? 0) + 0.01) best = { name, share };
  }
  return best?.name ?? null;
}

function readAgain(local: readonly number[], zone: Zone): number[] {
  return local
    .map((localMs) => zone.toUtcMs(localMs, Number.NEGATIVE_INFINITY))
    .filter((timeMs) => !Number.isNaN(timeMs));
}
