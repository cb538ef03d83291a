/** Time without news after which a price is stale. */
export const STALE_AFTER_MS = 10_000;
/** Minimum time between two flashes of a cell: at most four a second. */
export const FLASH_GAP_MS = 250;

/** A price as a cell reads it. */
export interface CellPrice {
  readonly price: number;
  /** Time of the price, UTC epoch milliseconds. */
  readonly timeMs: number;
}

/** Returns the price of a quote; null without a quote, and before the first bar. */
export function firstPrice(
  quote: { readonly p: number | null; readonly d: number | null } | null,
): CellPrice | null {
  if (quote === null || quote.p === null || quote.d === null) return null;
  return { price: quote.p, timeMs: quote.d };
}

/** Returns the newer of the live price and the one that was sent with the page; null without either. */
export function newestPrice(live: CellPrice | null, first: CellPrice | null): CellPrice | null {
  if (!live) return first;
  return first && first.timeMs > live.timeMs ? first : live;
}

/**
 * Returns the direction of the flash for a change; null for the first price, an equal one, or one too soon after a
 * flash.
 */
export function findFlash(
  previous: number | null,
  next: number | null,
  sinceFlashMs: number,
): 'up' | 'down' | null {
  if (previous === null || next === null || previous === next) return null;
  if (sinceFlashMs < FLASH_GAP_MS) return null;
  return next > previous ? 'up' : 'down';
}
