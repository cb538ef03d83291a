import type { LevelsBasis } from '../explain/basis.ts';
import { bucketEnd, WEEK_MS } from '../time/resolution.ts';

/**
 * Support and resistance of one week. Index 0 of each list is the entry, the rest are targets, outward from the anchor.
 * A list is shorter than six where further levels would not be positive.
 */
export interface WeeklyLevels {
  /** Monday 00:00 UTC of the week the levels are valid for. */
  readonly d: number;
  readonly anchor: number;
  readonly buy: readonly number[];
  readonly sell: readonly number[];
  readonly basis: LevelsBasis;
}

/**
 * Returns when the weekly set of the Monday `d` was made: the end of the week before.
 * Rule: docs/analysis.md#weekly-levels
 */
export function levelsMadeMs(d: number, fx: boolean): number {
  return bucketEnd('1W', d - WEEK_MS, fx);
}
