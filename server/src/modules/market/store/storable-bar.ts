import type { Bar } from '@rasat/engine';
import { isStorablePrice } from '@rasat/ledger';

/** Coins with the smallest price trade by the trillion; a tick of a thousand times that volume is an error. */
export const MOST_TICK_VOLUME = 1e15;
/** Greatest volume of a bar; a larger one is an error. */
export const MOST_BAR_VOLUME = 1000 * MOST_TICK_VOLUME;

/** Returns whether all four prices of a bar can be stored exactly with these decimals. */
export function hasStorablePrices({ open, high, low, close }: Bar, digits: number): boolean {
  return [open, high, low, close].every((price) => isStorablePrice(price, digits));
}
