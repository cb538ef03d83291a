/** How long a price may stand without news before it counts as old. */
export const STALE_AFTER_MS = 10_000;
/** At most four flashes a second in one cell. */
export const FLASH_GAP_MS = 250;

/** A price as a cell takes it. */
export interface CellPrice {
  readonly price: number;
  /** When it happened, UTC epoch milliseconds. */
  readonly timeMs: number;
}

/** The price of a quote; null without a quote, and before the first bar. */
export function firstPrice(
  quote: { readonly p: number | null; readonly d: number | null } | null,
): CellPrice | null {
  if (quote === null || quote.p === null || quote.d === null) return null;
  return { price: quote.p, timeMs: quote.d };
}

/** The newer of the live price and the one that came with the page; null without either. */
export function newestPrice(live: CellPrice | null, first: CellPrice | null): CellPrice | null {
  if (!live) return first;
  return first && first.timeMs > live.timeMs ? first : live;
}

/** Whether a change flashes now: up or down, and none for the first price, an equal one, or one too soon. */
export function findFlash(
  previous: number | null,
  next: number | null,
  sinceFlashMs: number,
): 'up' | 'down' | null {
  if (previous === null || next === null || previous === next) return null;
  if (sinceFlashMs < FLASH_GAP_MS) return null;
  return next > previous ? 'up' : 'down';
}
