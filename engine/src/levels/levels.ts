import type { LevelsBasis } from '../explain/basis.ts';

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
