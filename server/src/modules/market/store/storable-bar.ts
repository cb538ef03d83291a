import type { Bar } from '@rasat/engine';
import { isStorablePrice } from '@rasat/ledger';

/** Coins of the smallest unit price change hands by the trillion; a tick of a thousand times that is an error. */
export const MOST_TICK_VOLUME = 1e15;
/** A bar of more has a volume that is an error. */
export const MOST_BAR_VOLUME = 1000 * MOST_TICK_VOLUME;

/** Returns whether all four prices of a bar can be stored exactly with these decimals. */
export function hasStorablePrices({ open, high, low, close }: Bar, digits: number): boolean {
  return [open, high, low, close].every((price) => isStorablePrice(price, digits));
}
