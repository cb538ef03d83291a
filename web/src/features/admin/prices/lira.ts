import { LIMITS } from '@rasat/contract';

/**
 * Forms of a price: whole lira, plain or in groups of three with the same separator, and at most two decimals after the
 * other separator.
 */
const PLAIN = /^(0|[1-9]\d*)(?:[.,](\d{1,2}))?$/;
const POINTS = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;
const COMMAS = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/**
 * Reads a typed price in kuruş, in the form of any of the three languages: `3.900,50`, `3,900.50`, `3900.5`, `3 900`. A
 * separator before exactly three last digits separates thousands, since a price has at most two decimals. Null for a
 * text that is no price, for an ambiguous one, and for a price out of the limits.
 */
export function readLira(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(?:TL|TRY|₺)\s*|\s*(?:TL|TRY|₺)$/giu, '')
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '');
  const [, whole, decimals = ''] = PLAIN.exec(bare) ?? POINTS.exec(bare) ?? COMMAS.exec(bare) ?? [];
  if (whole === undefined) return null;
  // The digits are joined as text, since binary fractions could be off by a kuruş.
  const kurus = Number(whole.replace(/[.,]/g, '') + decimals.padEnd(2, '0'));
  return kurus >= LIMITS.priceMinKurus && kurus <= LIMITS.priceMaxKurus ? kurus : null;
}
