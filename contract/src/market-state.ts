import { type CalendarName, nextOpenMs } from '@rasat/engine';
import { hasSessions } from './providers.ts';

/** The fields of a symbol that determine the state of its market. */
export interface MarketSymbol {
  readonly calendar: CalendarName;
  readonly source: string;
}

/** The state of the markets of some symbols at an instant. */
export interface MarketState {
  /** Number of the symbols that trade now. */
  readonly open: number;
  /** Number of the symbols that trade at all; a symbol imported from a file never does, nor the daily rate of a bank. */
  readonly total: number;
  /**
   * Next opening of a closed market by its calendar, UTC epoch milliseconds; null while all are open. Every screen
   * counts to this instant, at every resolution.
   */
  readonly opensMs: number | null;
}

/** Returns the state of the markets of symbols at an instant (UTC epoch milliseconds), by their calendars. */
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
