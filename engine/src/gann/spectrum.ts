import { powerOfTen, roundTo } from '../price/rounding.ts';
import { type SquareScale, squareLadder } from './square-of-nine.ts';

/** Steps shown on either side, of the anchor and of the price. */
const SPECTRUM_STEPS = 8;

/** First and last step of the spectrum: eight around the anchor, and eight around the price. */
function spectrumSteps(
  anchor: number,
  scale: SquareScale,
  close: number,
): { readonly first: number; readonly last: number } {
  const power = powerOfTen(scale.m);
  const travelled = Math.floor(
    (Math.sqrt(close * power) - Math.sqrt(anchor * power)) / (scale.beta / 180),
  );
  return {
    first: Math.min(-SPECTRUM_STEPS, travelled - SPECTRUM_STEPS),
    last: Math.max(SPECTRUM_STEPS, travelled + SPECTRUM_STEPS),
  };
}

/**
 * Returns the Gann spectrum: levels of the square of nine around an anchor, ascending, rounded, positive. It has 17
 * prices while the close is near the anchor, more when the close is far away. `factor` as in {@link squareLadder};
 * `close` is a price after any split.
 * Rule: docs/analysis.md#gann-spectrum
 */
export function gannSpectrum(
  anchor: number,
  scale: SquareScale,
  close: number,
  digits: number,
  factor: number,
): number[] {
  const { first, last } = spectrumSteps(anchor, scale, close / factor);
  const below = squareLadder(anchor, scale, -1, -first, digits, factor).reverse();
  const above = squareLadder(anchor, scale, 1, last, digits, factor);
  const middle = roundTo(anchor * factor, digits);
  return middle > 0 ? [...below, middle, ...above] : above;
}
