import ln from '@stdlib/math-base-special-ln';
import { powerOfTen, roundTo, tickSize } from '../price/rounding.ts';

/** A scale of the square: the decimal point of prices moves by m, and a step turns by beta. */
export interface SquareScale {
  readonly m: number;
  /** Degrees per step: 45 adds 0.25 to the root, 90 adds 0.5. */
  readonly beta: number;
}

/**
 * Returns the level k steps from a price on the square of nine, unrounded: (sqrt(P * 10^m) + k * beta / 180)^2 / 10^m.
 * A full turn adds 2 to the root, as in the classical square. 0 where the root would not be positive.
 * Rule: docs/analysis.md#levels-of-the-square
 */
export function squareLevel(price: number, scale: SquareScale, k: number): number {
  const power = powerOfTen(scale.m);
  const root = Math.sqrt(price * power) + (k * scale.beta) / 180;
  return root <= 0 ? 0 : (root * root) / power;
}

/**
 * Returns the scale whose first step upward is closest to `target` by ratio, among m from -12 to 12 and 45 or 90
 * degrees with P * 10^m of at least 4. Of equal scales the first wins: m ascending, 45 before 90. The scale is chosen
 * because a fixed number of digits gives steps of 0.02 % on one market and 0.14 % on another. Null when the target is
 * not positive or the price is below 4e-12.
 * Rule: docs/analysis.md#scale-of-the-square
 */
export function chooseSquareScale(price: number, target: number): SquareScale | null {
  if (!(target > 0)) return null;
  let best: SquareScale | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let m = -12; m <= 12; m++) {
    if (price * powerOfTen(m) < 4) continue;
    for (const beta of [45, 90]) {
      const scale = { m, beta };
      const distance = Math.abs(ln((squareLevel(price, scale, 1) - price) / target));
      if (distance < bestDistance) {
        best = scale;
        bestDistance = distance;
      }
    }
  }
  return best;
}

/**
 * Returns the levels `count` steps outward from a price, nearest first, rounded: upward for `direction` 1, downward for
 * -1. A level that rounding puts on its inner neighbour (or the anchor) moves one tick outward; levels that are not
 * positive are dropped. `factor` multiplies the anchor and every level before rounding: the product of later splits,
 * else 1.
 * Rule: docs/analysis.md#ladder
 */
export function squareLadder(
  price: number,
  scale: SquareScale,
  direction: 1 | -1,
  count: number,
  digits: number,
  factor: number,
): number[] {
  const tick = tickSize(digits);
  const levels: number[] = [];
  let inner = roundTo(price * factor, digits);
  for (let step = 1; step <= count; step++) {
    let level = roundTo(squareLevel(price, scale, direction * step) * factor, digits);
    if ((level - inner) * direction <= 0) level = roundTo(inner + direction * tick, digits);
    if (level <= 0) break;
    levels.push(level);
    inner = level;
  }
  return levels;
}
