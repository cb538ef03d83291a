import { type CalendarName, DAY_MS, sessionFrom, WEEK_MS } from '@rasat/engine';

/** A trading week. */
export interface Week {
  /** Number of the week in its ISO year, 1 to 53. */
  readonly number: number;
  /** Its Monday, 00:00 UTC. */
  readonly mondayMs: number;
  /** First and last day, UTC midnight. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** When its first session opens, and when its last one closes. */
  readonly openMs: number;
  readonly closeMs: number;
}

/** Returns the week number of ISO 8601: the week with the year's first Thursday is number 1. */
function isoWeekNumber(mondayMs: number): number {
  const thursday = mondayMs + 3 * DAY_MS;
  const yearStart = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - yearStart) / WEEK_MS) + 1;
}

/** Returns the week of a Monday (00:00 UTC). It ends on Sunday when the market never closes, else on Friday. */
export function describeWeek(mondayMs: number, calendar: CalendarName): Week {
  const days = calendar === 'always' ? 6 : 4;
  const next = sessionFrom(calendar, mondayMs + WEEK_MS).openMs;
  const { openMs } = sessionFrom(calendar, mondayMs);
  let { closeMs } = sessionFrom(calendar, mondayMs);
  for (;;) {
    const session = sessionFrom(calendar, closeMs);
    if (session.openMs >= next) break;
    closeMs = session.closeMs;
  }
  return {
    number: isoWeekNumber(mondayMs),
    mondayMs,
    firstMs: mondayMs,
    lastMs: mondayMs + days * DAY_MS,
    openMs,
    closeMs,
  };
}

/** Returns whether a moment is before the week's first session, within the week, or after its last session. */
export function phaseOf({ openMs, closeMs }: Week, nowMs: number): 'before' | 'within' | 'after' {
  if (nowMs < openMs) return 'before';
  return nowMs < closeMs ? 'within' : 'after';
}
