import { LIMITS } from '@rasat/contract';

/** Whole lira, plain or grouped by threes with one and the same sign, and at most two digits after another sign. */
const PLAIN = /^(0|[1-9]\d*)(?:[.,](\d{1,2}))?$/;
const POINTS = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;
const COMMAS = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/**
 * Reads a typed price in kuruş: `3.900,50`, `3,900.50`, `3900.5` and `3 900` are read as a reader of any of
 * the three languages means them. A sign before exactly three last digits groups, since a price has two decimals at most.
 * Null for what is no price, can be read in two ways, or is out of the limits of a price.
 */
export function readLira(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(?:TL|TRY|₺)\s*|\s*(?:TL|TRY|₺)$/giu, '')
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '');
  const [, whole, decimals = ''] = PLAIN.exec(bare) ?? POINTS.exec(bare) ?? COMMAS.exec(bare) ?? [];
  if (whole === undefined) return null;
  // Only digits are joined: binary fractions would round a kuruş off.
  const kurus = Number(whole.replace(/[.,]/g, '') + decimals.padEnd(2, '0'));
  return kurus >= LIMITS.priceMinKurus && kurus <= LIMITS.priceMaxKurus ? kurus : null;
}
