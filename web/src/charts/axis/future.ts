import { type CalendarName, futureBarOpens, type Resolution } from '@rasat/engine';

/** The most places that a drawing can reach into: a box of 52 days on bars of 15 minutes. */
const MAX_PLACES = 6000;
const FIRST_TRY = 300;

/**
 * Opening times of the bars to come on a symbol's calendar, ascending: all after `afterMs`, through the bar that will
 * contain `untilMs`, and at least `count` of them; never more than 6,000.
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
