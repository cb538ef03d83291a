import type { CycleBasis } from '../explain/basis.ts';

/** Days in which the gauge is marked as warming up. */
export const CYCLE_WARM_UP_DAYS = 100;

/** The cycle gauge after the last completed day. */
export interface Cycle {
  /** -1 to 1, four decimals. */
  readonly value: number;
  /** 0 to 100, two decimals, from the unrounded value. */
  readonly percentage: number;
  readonly positive: boolean;
  /** Opening time of the daily bar. */
  readonly dateMs: number;
  readonly warming: boolean;
  readonly basis: CycleBasis;
}
