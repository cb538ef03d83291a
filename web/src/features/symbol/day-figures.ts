import type { Quote } from '../../api/calls/market.ts';

/** What the head of the page says about the day. */
export interface DayFigures {
  /** Against the previous day's close; null without one. */
  readonly change: number | null;
  readonly changePercent: number | null;
  readonly high: number | null;
  readonly low: number | null;
}

/** The day's figures at a price: the quote's, carried on by what was traded since. */
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

/** How a price is to be taken. */
export type PriceState = 'waiting' | 'reconnecting' | 'closed' | 'stale' | 'live';

/** The word beside a price: what keeps it from being live comes first. */
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
