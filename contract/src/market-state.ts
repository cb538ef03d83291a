import { type CalendarName, nextOpenMs } from '@rasat/engine';
import { hasSessions } from './providers.ts';

/** What the state of a symbol's market follows from. */
export interface MarketSymbol {
  readonly calendar: CalendarName;
  readonly source: string;
}

/** How the markets of some symbols stand at an instant. */
export interface MarketState {
  /** How many of the symbols trade now. */
  readonly open: number;
  /** How many of them trade at all: a symbol that was imported from a file never does. */
  readonly total: number;
  /**
   * When the next session of one that is closed opens by its calendar, UTC epoch milliseconds; null while every one is
   * open. Of a single symbol this is the one instant to which every screen counts, whatever the length of its bars.
   */
  readonly opensMs: number | null;
}

/** How the markets of symbols stand at an instant (UTC epoch milliseconds), by their calendars. */
export function marketState(symbols: readonly MarketSymbol[], nowMs: number): MarketState {
  let open = 0;
  let total = 0;
  let opensMs: number | null = null;
  for (const { calendar, source } of symbols) {
    if (!hasSessions(source)) continue;
    total += 1;
    const next = nextOpenMs(calendar, nowMs);
    if (next === nowMs) open += 1;
    else opensMs = Math.min(next, opensMs ?? next);
  }
  return { open, total, opensMs };
}
