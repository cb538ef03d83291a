import { createSeededRandom } from './seeded-random.ts';

/** A value with its 95 % interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Number of resamples of every interval. */
export const RESAMPLES = 1000;

// Student's t, 0.975, for 1 to 30 degrees of freedom (Abramowitz and Stegun 1964, table 26.10).
const STUDENT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
];
const NORMAL = 1.96;

/**
 * Returns the factor by which an interval of a bootstrap over `blocks` blocks is widened around its value: sqrt(b / (b
 * - 1)) * t(b - 1) / 1.96. Otherwise intervals of few blocks would miss the true value far more often than once in
 * twenty (reason: Hesterberg 2015, "What teachers should know about the bootstrap", section 4.2; this factor is our
 * own). Beyond 30 degrees t is 1.96 + 2.4 / degrees.
 * Rule: docs/analysis.md#intervals
 */
export function widening(blocks: number): number {
  const degrees = blocks - 1;
  return (Math.sqrt(blocks / degrees) * studentQuantile(degrees)) / NORMAL;
}

/**
 * Returns the 0.975 quantile of Student's t for some degrees of freedom.
 * Rule: docs/analysis.md#intervals
 */
export function studentQuantile(degrees: number): number {
  return STUDENT[degrees - 1] ?? NORMAL + 2.4 / degrees;
}

/**
 * Returns the 25th smallest and the 25th largest of 1,000 numbers: the middle 95 %. Sorts in place.
 * Rule: docs/analysis.md#intervals
 */
export function middleShare(values: Float64Array): readonly [low: number, high: number] {
  values.sort();
  const tail = Math.ceil(values.length * 0.025);
  return [values[tail - 1] ?? Number.NaN, values[values.length - tail] ?? Number.NaN];
}

/**
 * Returns a statistic of sums over blocks with a 95 % interval by resampling whole blocks (Künsch 1989; the blocks are
 * calendar quarters, so that rows of one time stay together). 1,000 times it draws as many blocks as there are, with
 * replacement from the seed's generator, and takes the statistic of their sums. The interval is from the 25th smallest
 * to the 25th largest, widened around the value of all blocks. Every block has the same number of sums. Null with fewer
 * than two blocks.
 * Rule: docs/analysis.md#intervals
 */
export function resampleBlocks(
  blocks: readonly (readonly number[])[],
  statistic: (sums: readonly number[]) => number,
  seed: Uint8Array,
): Interval | null {
  if (blocks.length < 2) return null;
  const width = blocks[0]?.length ?? 0;
  const sums = Array.from({ length: width }, () => 0);
  const add = (block: readonly number[] | undefined): void => {
    for (let at = 0; at < width; at++) sums[at] = (sums[at] as number) + (block?.[at] ?? 0);
  };
  blocks.forEach(add);
  const value = statistic(sums);
  const random = createSeededRandom(seed);
  const values = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    sums.fill(0);
    for (let draw = 0; draw < blocks.length; draw++) add(blocks[random.below(blocks.length)]);
    values[resample] = statistic(sums);
  }
  const [low, high] = middleShare(values.filter(Number.isFinite));
  const factor = widening(blocks.length);
  return { value, low: value - factor * (value - low), high: value + factor * (high - value) };
}

/**
 * Returns the mean of blocks of unequal size with its interval: sum over count, each block `[sum, count]`. Blocks with
 * a count of 0 are left out.
 * Rule: docs/analysis.md#intervals
 */
export function resampleMean(
  blocks: readonly (readonly [sum: number, count: number])[],
  seed: Uint8Array,
): Interval | null {
  const held = blocks.filter(([, count]) => count > 0);
  return resampleBlocks(held, ([sum = 0, count = 0]) => sum / count, seed);
}
