// Literals, because the last bit of Math.pow may differ between JavaScript engines.
const POWERS = [
  1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4,
  1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
];

/** Most decimals a price may have. */
export const MAX_DIGITS = 12;

/**
 * Returns ten to an integer power between -12 and 12, as the nearest double. Throws RangeError for any other exponent.
 * Rule: docs/analysis.md#rounding
 */
export function powerOfTen(exponent: number): number {
  const power = POWERS[exponent + 12];
  if (power === undefined) throw new RangeError(`no power of ten for exponent ${exponent}`);
  return power;
}

/**
 * Returns the nearest multiple of 10^-digits, halves upward; never negative zero.
 * Rule: docs/analysis.md#rounding
 */
export function roundTo(value: number, digits: number): number {
  const scale = powerOfTen(digits);
  return Math.round(value * scale) / scale + 0;
}

/**
 * Returns the smallest price step, 10^-digits.
 * Rule: docs/analysis.md#rounding
 */
export function tickSize(digits: number): number {
  return powerOfTen(-digits);
}

/**
 * Returns the full minute nearest to an instant, epoch milliseconds.
 * Rule: docs/analysis.md#rounding
 */
export function roundToMinute(timeMs: number): number {
  return Math.round(timeMs / 60_000) * 60_000;
}
