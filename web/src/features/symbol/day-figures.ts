import type { Quote } from '../../api/calls/market.ts';

/** The day's figures in the head of the page. */
export interface DayFigures {
  /** Change since the previous day's close; null without that close. */
  readonly change: number | null;
  readonly changePercent: number | null;
  readonly high: number | null;
  readonly low: number | null;
}

/** Returns the day's figures at the last price: high and low of the quote, widened by that price. */
export function computeDay(
  quote: Pick<Quote, 'previousClose' | 'dayHigh' | 'dayLow'>,
  last: number | null,
): DayFigures {
  const { previousClose, dayHigh, dayLow } = quote;
  const change = last === null || previousClose === null ? null : last - previousClose;
  return {
    change,
    changePercent: change === null || !previousClose ? null : (change / previousClose) * 100,
    high: last === null || dayHigh === null ? dayHigh : Math.max(dayHigh, last),
    low: last === null || dayLow === null ? dayLow : Math.min(dayLow, last),
  };
}

/** State of the shown price. */
export type PriceState = 'waiting' | 'reconnecting' | 'closed' | 'stale' | 'live';

/** Returns the state of a price: the first that applies of waiting, closed, reconnecting, stale and live. */
export function getPriceState(
  market: Pick<Quote, 'open' | 'stale'>,
  known: boolean,
  connected: boolean,
): PriceState {
  if (!known) return 'waiting';
  if (!market.open) return 'closed';
  if (!connected) return 'reconnecting';
  return market.stale ? 'stale' : 'live';
}
