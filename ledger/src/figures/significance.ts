import { type Interval, studentQuantile } from './bootstrap.ts';

/** Probability that chance alone gives a verdict, over all groups that are judged together. */
const ALPHA = 0.05;

/**
 * Returns the probability that Student's t with `degrees` degrees of freedom is at least `t` away from 0 on either side
 * (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4). It uses sums, products and square roots alone, so every machine
 * computes the same bits.
 * Rule: docs/analysis.md#significance
 */
export function studentTails(t: number, degrees: number): number {
  const size = Math.abs(t);
  if (size === 0) return 1;
  const root = Math.sqrt(degrees + size * size);
  const sine = size / root;
  const cosine2 = degrees / (root * root);
  let term = degrees % 2 === 1 ? Math.sqrt(cosine2) : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = degrees % 2 === 1 ? 3 : 2; k < degrees; k += 2) {
    term *= (cosine2 * (k - 1)) / k;
    sum += term;
  }
  const within =
    degrees % 2 === 1
      ? (2 / Math.PI) * (arcTangent(size / Math.sqrt(degrees)) + sine * sum)
      : sine * sum;
  return Math.min(1, Math.max(0, 1 - within));
}

/** Returns the arc tangent of a number from 0 on. The argument is halved until the series is short. */
function arcTangent(tangent: number): number {
  let x = tangent;
  let turns = 1;
  for (; x > 0.1; turns *= 2) x /= 1 + Math.sqrt(1 + x * x);
  let power = x;
  let sum = 0;
  for (let k = 1; k < 30; k += 2) {
    sum += ((k % 4 === 1 ? 1 : -1) * power) / k;
    power *= x * x;
  }
  return turns * sum;
}

/**
 * Returns the probability that chance alone gives an interval as far from 0 as this one: the share outside of the
 * interval over `blocks` blocks that just reaches 0. A 95 % interval that ends at 0 has 0.05. Null without an interval.
 * Rule: docs/analysis.md#significance
 */
export function chanceOf(interval: Interval | null, blocks: number): number | null {
  if (interval === null) return null;
  const { value, low, high } = interval;
  const reach = value > 0 ? value - low : high - value;
  if (reach <= 0) return value === 0 ? 1 : 0;
  const degrees = blocks - 1;
  return studentTails((studentQuantile(degrees) * Math.abs(value)) / reach, degrees);
}

/**
 * Returns which probabilities pass Holm's correction (1979, "A simple sequentially rejective multiple test procedure")
 * at one in twenty. The smallest is compared with 0.05 / m, the next with 0.05 / (m - 1), until one fails; it and all
 * greater ones fail.
 * Rule: docs/analysis.md#verdicts
 */
export function passHolm(chances: readonly number[]): boolean[] {
  const order = chances
    .map((chance, at) => ({ chance, at }))
    .toSorted((one, other) => one.chance - other.chance);
  const passed = chances.map(() => false);
  for (const [rank, { chance, at }] of order.entries()) {
    if (chance > ALPHA / (chances.length - rank)) break;
    passed[at] = true;
  }
  return passed;
}
