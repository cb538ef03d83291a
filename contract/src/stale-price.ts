import { isOpen } from '@rasat/engine';
import type { MarketSymbol } from './market-state.ts';
import { type DelayClass, hasSessions } from './providers.ts';
import type { Category } from './symbols.ts';

/** The fields of a symbol that determine when its price is stale. */
export interface PricedSymbol extends MarketSymbol {
  readonly type: Category;
  /** Age of its prices by the licence of the source; null without one. */
  readonly delay: { readonly class: DelayClass; readonly ms: number } | null;
}

/** Age at which a price of an open market is stale, beyond the delay of its source. */
const STALE_MS: Readonly<Record<Category, number>> = {
  crypto: 15_000,
  forex: 60_000,
  bist: 60_000,
  nasdaq: 60_000,
  index: 60_000,
};
const DELAYED_STALE_MS = 60_000;
/** Age below which no price is stale, of any symbol. */
export const SHORTEST_STALE_MS = Math.min(DELAYED_STALE_MS, ...Object.values(STALE_MS));

/**
 * Returns the age beyond which a price of a symbol is stale while its market is open, the delay of its source included,
 * in milliseconds; null for prices that do not follow the clock or come once a day.
 */
export function staleAgeMs({ source, type, delay }: Omit<PricedSymbol, 'calendar'>): number | null {
  if (!hasSessions(source) || delay?.class === 'end-of-day' || delay?.class === 'reference') {
    return null;
  }
  return (delay?.ms ?? 0) + (delay?.class === 'delayed' ? DELAYED_STALE_MS : STALE_MS[type]);
}

/**
 * Returns whether the newest price of a symbol, null without one, is older than its source allows at an instant: its
 * market has been open for that long. False for prices that do not follow the clock or come once a day. All times are
 * UTC epoch milliseconds.
 */
export function isStale(symbol: PricedSymbol, newestMs: number | null, nowMs: number): boolean {
  const ageMs = staleAgeMs(symbol);
  if (ageMs === null) return false;
  const sinceMs = nowMs - ageMs;
  if (newestMs !== null && newestMs >= sinceMs) return false;
  const { calendar, delay } = symbol;
  return isOpen(calendar, nowMs - (delay?.ms ?? 0)) && isOpen(calendar, sinceMs);
}
