import type { Comparison } from './groups.ts';
import { type Domain, roundDomain } from './scale.ts';

/** Largest number of steps on the axis of a plot. */
export const INTERVAL_STEPS = 5;

/** Least half-width of a domain; a narrower one would magnify differences without meaning. */
const LEAST = { multiple: 0.05, share: 0.02 } as const;

/** Unit of a comparison: multiples of the risk, or shares. */
export type IntervalScale = keyof typeof LEAST;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

const isNumber = (value: number | null): value is number => value !== null;

/**
 * Returns the domain of a plot of comparisons. It contains every value and baseline. An interval much wider than the
 * median one is cut at the edge, since it would squeeze all other rows.
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

/** Clips an interval to a domain; `before` and `beyond` say whether it continues below and above. */
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
