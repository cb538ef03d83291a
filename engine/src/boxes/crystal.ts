import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import { DAY_MS } from '../time/resolution.ts';

/** How long a pivot stays in the memory after its confirmation. */
export const MEMORY_MS = 400 * DAY_MS;
/** Fewest pivots in memory for a crystal box. */
export const MEMORY_PIVOTS = 8;
/** Width of the density in daily average ranges. */
export const WIDTH_RANGES = 0.25;
/** Distance, in widths, beyond which a pivot adds nothing. */
export const REACH_WIDTHS = 4;
/** Nearest cluster in daily average ranges from the close. */
export const NEAREST_RANGES = 0.5;
/** Farthest cluster in daily average ranges from the close. */
export const FARTHEST_RANGES = 6;
/** A pivot farther than this from the close is no cluster and adds to no density. */
export const RELEVANT_RANGES = FARTHEST_RANGES + WIDTH_RANGES * REACH_WIDTHS;
/** Fewest bars a crystal box spans. */
export const FEWEST_BARS = 24;
/** Most bars a crystal box spans. */
export const MOST_BARS = 288;

/**
 * How the densities of two pivots are compared: by rule 1 exactly, so that rounding decides a tie; by rule 2 the
 * densities are equal that reach the largest but for a billionth of it.
 */
export type CrystalRule = 1 | 2;

/** Share of the largest density by which an equal one may be smaller, by rule. */
const EQUAL_DENSITIES: Readonly<Record<CrystalRule, number>> = { 1: 0, 2: 1e-9 };

/**
 * Returns the rule of a number. Throws RangeError for a number without a rule.
 * Rule: docs/analysis.md#versions-of-the-engine
 */
export function crystalRule(rule: number): CrystalRule {
  if (rule !== 1 && rule !== 2) throw new RangeError(`no crystal rule ${rule}`);
  return rule;
}

/** What the crystal memory keeps of a pivot. */
export interface WeightedPivot {
  readonly level: number;
  readonly weight: number;
}

/**
 * Drops, in place, the pivots confirmed more than 400 days ago; ascending by confirmation.
 * Rule: docs/analysis.md#crystal-boxes
 */
export function forgetOldPivots(memory: { readonly confirmedMs: number }[], nowMs: number): void {
  const oldest = nowMs - MEMORY_MS;
  const kept = memory.findIndex((pivot) => pivot.confirmedMs >= oldest);
  memory.splice(0, kept < 0 ? memory.length : kept);
}

/**
 * Returns for each candidate the sum of the weights of all pivots, each weighted down by its distance; the numbers of
 * other pivots are undefined. The decay between two pivots is computed once for both. Each sum takes its terms in the
 * order of the list.
 */
function clusterDensities(
  logPrices: readonly number[],
  pivots: readonly WeightedPivot[],
  isCandidate: readonly boolean[],
  width: number,
): Float64Array {
  const densities = new Float64Array(pivots.length);
  for (let i = 0; i < pivots.length; i++) {
    const logPrice = logPrices[i] as number;
    const { weight } = pivots[i] as WeightedPivot;
    densities[i] = (densities[i] as number) + weight;
    for (let j = i + 1; j < pivots.length; j++) {
      if (!isCandidate[i] && !isCandidate[j]) continue;
      const distance = logPrice - (logPrices[j] as number);
      if (Math.abs(distance) > REACH_WIDTHS * width) continue;
      const scaled = distance / width;
      const fading = exp((scaled * scaled) / -2);
      densities[i] = (densities[i] as number) + (pivots[j] as WeightedPivot).weight * fading;
      densities[j] = (densities[j] as number) + weight * fading;
    }
  }
  return densities;
}

/**
 * Returns the positions in `pivots` of the densest levels above and below a close. Candidates are the pivots from half
 * a daily range to six away. Of the densities that `rule` calls equal to the largest of their side the nearest to the
 * close wins, then the earliest in the list. Null when a side has no candidate or the daily range is 0.
 * Rule: docs/analysis.md#crystal-boxes
 */
export function findClusters(
  pivots: readonly WeightedPivot[],
  close: number,
  atr1D: number,
  rule: CrystalRule,
): { readonly top: number; readonly bottom: number } | null {
  if (atr1D === 0) return null;
  const unit = atr1D / close;
  const width = WIDTH_RANGES * unit;
  const center = ln(close);
  const logPrices = pivots.map((pivot) => ln(pivot.level));
  const isCandidate = logPrices.map((logPrice) => {
    const distance = Math.abs(logPrice - center);
    return distance >= NEAREST_RANGES * unit && distance <= FARTHEST_RANGES * unit;
  });
  const densities = clusterDensities(logPrices, pivots, isCandidate, width);
  const winner = (isAbove: boolean): number => {
    const onSide = (at: number): boolean =>
      isCandidate[at] === true && (logPrices[at] as number) > center === isAbove;
    let largest = 0;
    for (let at = 0; at < pivots.length; at++) {
      if (onSide(at)) largest = Math.max(largest, densities[at] as number);
    }
    const fewest = largest * (1 - EQUAL_DENSITIES[rule]);
    let found = -1;
    let nearest = Number.POSITIVE_INFINITY;
    for (let at = 0; at < pivots.length; at++) {
      if (!onSide(at) || (densities[at] as number) < fewest) continue;
      const distance = Math.abs((logPrices[at] as number) - center);
      if (distance >= nearest) continue;
      found = at;
      nearest = distance;
    }
    return found;
  };
  const [top, bottom] = [winner(true), winner(false)];
  return top < 0 || bottom < 0 ? null : { top, bottom };
}

/**
 * Returns how many bars a crystal box spans: the squared height in average ranges, clamped to 24 and 288.
 * Rule: docs/analysis.md#crystal-boxes
 */
export function crystalBars(height: number, atr: number): number {
  const ranges = height / atr;
  return Math.min(MOST_BARS, Math.max(FEWEST_BARS, Math.round(ranges * ranges)));
}
