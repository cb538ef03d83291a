import { bucketEnd, type CalendarName, calendarBars, type Resolution } from '@rasat/engine';

/** Most places of one gap; a longer one is as wide as this. */
const MOST_PLACES = 60;

/**
 * Returns the opening times of the bars that are missing between two bars, ascending, at most 60: those in which the
 * market is mostly open. A bar that a session only touches often has no trade, and would be no gap.
 */
export function listMissingOpens(
  calendar: CalendarName,
  resolution: Resolution,
  afterMs: number,
  beforeMs: number,
): number[] {
  const fx = calendar === 'forex';
  const opens: number[] = [];
  const fromMs = bucketEnd(resolution, afterMs, fx);
  for (const { openMs, isMostlyOpen } of calendarBars(calendar, resolution, fx, fromMs)) {
    if (openMs >= beforeMs || opens.length === MOST_PLACES) break;
    if (isMostlyOpen && openMs > afterMs) opens.push(openMs);
  }
  return opens;
}

/** Places of the known bars on the axis, with those of missing bars between them. */
export interface PastPlaces {
  /** Opening time of each place, ascending. */
  readonly opens: readonly number[];
  /** Returns the number of the bar at a place of the axis; -1 for a missing one. */
  barAt(place: number): number;
  /** Returns the missing places within two places, both included, as first and last ones without a bar between. */
  gapsWithin(from: number, to: number): readonly (readonly [first: number, last: number])[];
}

/** Returns the places of bars and of missing bars, both ascending by opening time. */
export function createPastPlaces(bars: readonly number[], missing: readonly number[]): PastPlaces {
  const opens: number[] = [];
  const empty: number[] = [];
  let next = 0;
  for (const openMs of bars) {
    for (let gap = missing[next]; gap !== undefined && gap < openMs; gap = missing[next]) {
      empty.push(opens.length);
      opens.push(gap);
      next += 1;
    }
    opens.push(openMs);
  }
  /** Number of missing places before a place. */
  const emptyBefore = (place: number): number => {
    let low = 0;
    let high = empty.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((empty[middle] ?? Infinity) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    opens,
    barAt(place) {
      const before = emptyBefore(place);
      return empty[before] === place ? -1 : place - before;
    },
    gapsWithin(from, to) {
      const gaps: [number, number][] = [];
      for (let i = emptyBefore(from); i < empty.length; i += 1) {
        const place = empty[i] ?? Infinity;
        if (place > to) break;
        const last = gaps.at(-1);
        if (last?.[1] === place - 1) last[1] = place;
        else gaps.push([place, place]);
      }
      return gaps;
    },
  };
}
