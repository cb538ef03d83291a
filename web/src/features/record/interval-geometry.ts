import type { Comparison } from './groups.ts';
import { type Domain, roundDomain } from './scale.ts';

/** How many steps a plot has at most. */
export const INTERVAL_STEPS = 5;

/** Half the width below which a domain would blow up what is nothing. */
const LEAST = { multiple: 0.05, share: 0.02 } as const;

/** On which scale a comparison lies: multiples of the risk, or shares. */
export type IntervalScale = keyof typeof LEAST;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

const isNumber = (value: number | null): value is number => value !== null;

/**
 * The span that a plot of comparisons shows: every value and baseline, and their intervals as far as these are not many
 * times as wide as is usual here; such a one is cut at the edge, or nothing else could be seen.
 */
export function intervalDomain(rows: readonly Comparison[], scale: IntervalScale): Domain {
  const drawn = rows.filter(({ verdict }) => verdict !== 'few');
  const points = drawn.flatMap(({ baseline, value }) => [baseline, value]).filter(isNumber);
  if (points.length === 0) return scale === 'share' ? [0, 1] : [-0.1, 0.1];
  const middle = median(points);
  const reach = 2.5 * median(drawn.map(({ low, high }) => ((high ?? 0) - (low ?? 0)) / 2));
  const most = Math.max(LEAST[scale], reach, ...points.map((point) => Math.abs(point - middle)));
  const ends = drawn.flatMap(({ low, high }) => [low, high]).filter(isNumber);
  const kept = [...points, ...ends].map((value) =>
    Math.min(Math.max(value, middle - most), middle + most),
  );
  const low = Math.min(...kept, middle - LEAST[scale]);
  const high = Math.max(...kept, middle + LEAST[scale]);
  const [from, to] = roundDomain([low, high], INTERVAL_STEPS);
  return scale === 'share' ? [Math.max(0, from), Math.min(1, to)] : [from, to];
}

/** An interval as far as it lies within a domain, and on which sides it goes on. */
export function clipInterval(
  low: number,
  high: number,
  [from, to]: Domain,
): {
  readonly low: number;
  readonly high: number;
  readonly before: boolean;
  readonly beyond: boolean;
} {
  const before = low < from;
  const beyond = high > to;
  return {
    low: Math.min(Math.max(low, from), to),
    high: Math.max(Math.min(high, to), from),
    before,
    beyond,
  };
}
