import { hasSessions, isReference, LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import { type Bar, barEnd, isOpen, type Resolution } from '@rasat/engine';
import { isStale, type MarketSymbol, type Series } from '../symbol.ts';

/** Quote of a symbol as it is sent. */
export type Quote = Reply<(typeof ROUTES)['quotes']>['quotes'][number];

/** Price with its time. */
export interface LastPrice {
  readonly p: number;
  readonly d: number;
}

/** State of a quoted symbol. */
export interface QuotedSymbol {
  readonly symbol: MarketSymbol;
  last: LastPrice | null;
  /** Newest closed 1D bars, oldest first. */
  days: readonly Bar[];
  /** Newest closed 1W bar. */
  week: Bar | null;
  open: Readonly<Partial<Record<Resolution, readonly Bar[]>>>;
  /** Whether `open` comes from the feed. */
  isFed: boolean;
}

const WITHHELD = {
  p: null,
  d: null,
  previousClose: null,
  dayOpen: null,
  dayHigh: null,
  dayLow: null,
  weekOpen: null,
  closes: [],
  stale: false,
} satisfies Partial<Quote>;

/**
 * Returns the price of a closed base bar with its time: the end of the bar. A daily rate is of the date of its bar, which
 * has passed everywhere at the bar's end.
 */
export function closedPrice(
  { base, fx, delay }: Pick<Series, 'base' | 'fx' | 'delay'>,
  { close, openTimeMs }: Pick<Bar, 'close' | 'openTimeMs'>,
): LastPrice {
  return { p: close, d: isReference(delay) ? openTimeMs : barEnd(base, openTimeMs, fx) };
}

/** Builds the quote of a symbol. */
export function quoteOf({ symbol, last, days, week, open }: QuotedSymbol, nowMs: number): Quote {
  const { symbol: s, series } = symbol;
  const forming = open['1D']?.at(-1);
  const closed = forming ? days : days.slice(0, -1);
  const today = forming ?? days.at(-1);
  const p = last?.p ?? today?.close ?? null;
  const inSession = hasSessions(series.source) && isOpen(series.calendar, nowMs);
  const closes = closed.slice(1 - LIMITS.quoteCloses).map((bar) => bar.close);
  if (p !== null) closes.push(p);
  return {
    s,
    p,
    d: last?.d ?? null,
    previousClose: closed.at(-1)?.close ?? null,
    dayOpen: today?.open ?? null,
    dayHigh: today && p !== null ? Math.max(today.high, p) : null,
    dayLow: today && p !== null ? Math.min(today.low, p) : null,
    weekOpen: open['1W']?.at(-1)?.open ?? week?.open ?? null,
    closes,
    open: inSession,
    stale: isStale(series, last?.d ?? null, nowMs),
  };
}

/** Returns a quote for a reader who may not see its prices. */
export function withoutPrices(quote: Quote): Quote {
  return { ...quote, ...WITHHELD };
}
