import { type CalendarName, type Session, sessionFrom } from '@rasat/engine';
import { TICK_WEIGHT, tickWeight } from './tick-weight.ts';

/** A session with the properties that the axis uses. */
interface SessionDay {
  readonly session: Session;
  /** The earliest requested instant that belongs to it. */
  readonly fromMs: number;
  /** Whether it is as long as the calendar's usual session. */
  readonly full: boolean;
  /** Whether its hours may have marks: it and the next session have the usual length. */
  readonly hours: boolean;
}

/** Days of a time axis with bars shorter than a day: one for each session of a calendar. */
export interface SessionDays {
  /** Returns the weight of a bar after the bar before it (null for the first). `endMs` is the axis's last place. */
  weight(previousMs: number | null, timeMs: number, endMs: number): number;
  /** Returns the instant whose date names the day of a bar. */
  dateMs(timeMs: number): number;
}

const lengthOf = ({ openMs, closeMs }: Session): number => closeMs - openMs;

/**
 * Returns the days of a calendar's sessions, each with its date at its first bar: a forex Monday has its own date
 * although Friday ended after midnight in Istanbul. The chart library shows the marks that fit, heavier ones first,
 * from left to right. A day shorter than usual has less weight than the others. Hours have no marks in such a day, in
 * the day before it, and in the last day while its end is not on the axis; otherwise an hour could appear where a date
 * has no room.
 */
export function createSessionDays(calendar: CalendarName): SessionDays {
  // A week of January without a holiday on any calendar.
  const usualMs = lengthOf(sessionFrom(calendar, Date.UTC(2023, 0, 11)));
  let known: SessionDay | null = null;
  const dayOf = (timeMs: number): SessionDay => {
    if (known && timeMs >= known.fromMs && timeMs < known.session.closeMs) return known;
    const session = sessionFrom(calendar, timeMs);
    const full = lengthOf(session) === usualMs;
    const hours = full && lengthOf(sessionFrom(calendar, session.closeMs)) === usualMs;
    known = { session, fromMs: timeMs, full, hours };
    return known;
  };
  return {
    weight(previousMs, timeMs, endMs) {
      if (previousMs !== null) {
        const before = dayOf(previousMs);
        const day = dayOf(timeMs);
        if (before.session.openMs === day.session.openMs) {
          if (!day.hours || day.session.closeMs > endMs) return TICK_WEIGHT.none;
          return Math.min(tickWeight(previousMs, timeMs), TICK_WEIGHT.noon);
        }
        return day.full ? TICK_WEIGHT.day : TICK_WEIGHT.shortDay;
      }
      // The known bars may begin in the middle of a session.
      const { session, full } = dayOf(timeMs);
      return full && timeMs <= session.openMs ? TICK_WEIGHT.day : TICK_WEIGHT.shortDay;
    },
    dateMs: (timeMs) => dayOf(timeMs).session.openMs,
  };
}

/** Days of a market without sessions: they begin at midnight in Istanbul. */
export const MIDNIGHT_DAYS: SessionDays = {
  weight(previousMs, timeMs, endMs) {
    if (previousMs === null) return TICK_WEIGHT.shortDay;
    const weight = tickWeight(previousMs, timeMs);
    if (weight >= TICK_WEIGHT.day) return TICK_WEIGHT.day;
    return tickWeight(timeMs, endMs) >= TICK_WEIGHT.day ? weight : TICK_WEIGHT.none;
  },
  dateMs: (timeMs) => timeMs,
};
