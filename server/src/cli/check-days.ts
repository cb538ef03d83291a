import { type CalendarName, DAY_MS, type Session, sessionFrom } from '@rasat/engine';
import type { SpecialDay } from '../connectors/connector.ts';

/** Days of the week on which exchanges trade, Monday to Friday. */
const WEEKDAYS = [1, 2, 3, 4, 5];

/**
 * Compares the special days that a vendor tells with our calendars, from `nowMs` to the last of them. Returns a sentence
 * for each difference: neither side is right by itself, so that nothing changes.
 */
export function compareDays(days: readonly SpecialDay[], nowMs: number): string[] {
  const calendars = new Set(days.map(({ calendar }) => calendar));
  return [...calendars].flatMap((calendar) => {
    const told = new Map(
      days.filter((one) => one.calendar === calendar).map((one) => [one.dayMs, one.closeMs]),
    );
    const lastMs = Math.max(...told.keys());
    const differences: string[] = [];
    for (let dayMs = dayOf(nowMs) + DAY_MS; dayMs <= lastMs; dayMs += DAY_MS) {
      if (!WEEKDAYS.includes(new Date(dayMs).getUTCDay())) continue;
      const theirs = told.get(dayMs);
      const ours = sessionOn(calendar, dayMs)?.closeMs ?? null;
      const differs = theirs === undefined ? isSpecial(calendar, dayMs) : theirs !== ours;
      if (differs) {
        const vendor = theirs === undefined ? 'a usual session' : wordsOf(theirs);
        const day = new Date(dayMs).toISOString().slice(0, 10);
        differences.push(`${calendar} on ${day}: ${wordsOf(ours)} here, ${vendor} at the vendor.`);
      }
    }
    return differences;
  });
}

/** Returns the session of a date in our calendar; null without one. */
function sessionOn(calendar: CalendarName, dayMs: number): Session | null {
  const session = sessionFrom(calendar, dayMs);
  return session.openMs < dayMs + DAY_MS ? session : null;
}

const lengthOf = (session: Session | null): number =>
  session === null ? 0 : session.closeMs - session.openMs;

/** Returns whether a date has no session, or one that is shorter than those of the days and weeks beside it. */
function isSpecial(calendar: CalendarName, dayMs: number): boolean {
  const beside = [-7, -1, 1, 7].map((days) => lengthOf(sessionOn(calendar, dayMs + days * DAY_MS)));
  return lengthOf(sessionOn(calendar, dayMs)) < Math.max(...beside);
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

function wordsOf(closeMs: number | null): string {
  if (closeMs === null) return 'closed';
  return `a close at ${new Date(closeMs).toISOString().slice(11, 16)} UTC`;
}
