import { type CalendarName, futureBarOpens, type Resolution } from '@rasat/engine';

/** Most places that a drawing can reach into: those of a box of 52 days on bars of 15 minutes. */
const MAX_PLACES = 6000;
const FIRST_TRY = 300;

/**
 * Returns the opening times of future bars on a symbol's calendar, ascending: all after `afterMs`, through the bar that
 * contains `untilMs`, and at least `count` of them; at most 6,000.
 */
export function listFutureOpens(
  calendar: CalendarName,
  resolution: Resolution,
  afterMs: number,
  untilMs: number,
  count: number,
): number[] {
  for (let tried = Math.max(count, FIRST_TRY); ; tried = Math.min(tried * 4, MAX_PLACES)) {
    const opens = futureBarOpens(calendar, resolution, afterMs, tried);
    const beyond = opens.findIndex((openMs) => openMs > untilMs);
    if (beyond >= 0) return opens.slice(0, Math.max(beyond, count));
    if (tried === MAX_PLACES) return opens;
  }
}
