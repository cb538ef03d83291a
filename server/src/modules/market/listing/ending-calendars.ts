import { type CalendarName, calendarEndsMs, DAY_MS } from '@rasat/engine';
import type { Db } from '../../../platform/db/pool.ts';
import { listCalendars } from '../store/symbol-store.ts';

/** Calendar of listed symbols that ends soon or has ended. */
export interface EndingCalendar {
  readonly calendar: CalendarName;
  /** End of its last known day. */
  readonly endsMs: number;
}

const WARNING_MS = 60 * DAY_MS;

/**
 * Returns the calendars of listed symbols that end within 60 days or have ended, the earliest end first. Replays do not
 * count.
 */
export async function listEndingCalendars(db: Db, nowMs: number): Promise<EndingCalendar[]> {
  const ending = (await listCalendars(db)).flatMap((calendar) => {
    const endsMs = calendarEndsMs(calendar);
    return endsMs !== null && endsMs - nowMs <= WARNING_MS ? [{ calendar, endsMs }] : [];
  });
  return ending.toSorted((a, b) => a.endsMs - b.endsMs);
}
