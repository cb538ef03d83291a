import { type Bar, checkBar, type Resolution } from '@rasat/engine';
import { isStorablePrice } from '@rasat/ledger';
import type { Series } from '../symbol.ts';

/** Coins with the smallest price trade by the trillion; a tick of a thousand times that volume is an error. */
export const MOST_TICK_VOLUME = 1e15;
/** Greatest volume of a bar; a larger one is an error. */
export const MOST_BAR_VOLUME = 1000 * MOST_TICK_VOLUME;

/** Returns whether all four prices of a bar can be stored exactly with these decimals. */
export function hasStorablePrices({ open, high, low, close }: Bar, digits: number): boolean {
  return [open, high, low, close].every((price) => isStorablePrice(price, digits));
}

/** Returns whether a bar of a source is valid and can be stored exactly. */
export function isSound(
  bar: Bar,
  resolution: Resolution,
  { fx, digits }: Pick<Series, 'fx' | 'digits'>,
): boolean {
  if (checkBar(bar, resolution, fx) !== null) return false;
  return bar.volume <= MOST_BAR_VOLUME && hasStorablePrices(bar, digits);
}
