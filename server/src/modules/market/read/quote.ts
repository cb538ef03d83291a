import { hasSessions, LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import { type Bar, isOpen, type Resolution } from '@rasat/engine';
import { type MarketSymbol, STALE_MS } from '../symbol.ts';

/** A symbol's quote as it travels. */
export type Quote = Reply<(typeof ROUTES)['quotes']>['quotes'][number];

/** A price and its time. */
export interface LastPrice {
  readonly p: number;
  readonly d: number;
}

/** What is known of a symbol that is quoted. */
export interface QuotedSymbol {
  readonly symbol: MarketSymbol;
  last: LastPrice | null;
  /** The newest closed 1D bars, oldest first. */
  days: readonly Bar[];
  /** The newest closed 1W bar. */
  week: Bar | null;
  open: Readonly<Partial<Record<Resolution, readonly Bar[]>>>;
  /** Whether the feed has said which bars are open. */
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

/** Makes the quote of a symbol. */
export function quoteOf({ symbol, last, days, week, open }: QuotedSymbol, nowMs: number): Quote {
  const { symbol: s, calendar, series } = symbol;
  const forming = open['1D']?.at(-1);
  const closed = forming ? days : days.slice(0, -1);
  const today = forming ?? days.at(-1);
  const p = last?.p ?? today?.close ?? null;
  const inSession = hasSessions(series.source) && isOpen(calendar, nowMs);
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
    stale: inSession && (last === null || nowMs - last.d > STALE_MS[series.category]),
  };
}

/** Returns a quote as a reader gets it who may not have its prices. */
export function withoutPrices(quote: Quote): Quote {
  return { ...quote, ...WITHHELD };
}
