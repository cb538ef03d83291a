import type { StateVisitor } from '../state/visitor.ts';
import { type Resolution, resolutionMs } from '../time/resolution.ts';

/** Bars over which the spacing is measured. */
const SPACING_BARS = 250;

/** Opening times of the last bars of one timeframe. */
export interface Spacing {
  count: number;
  next: number;
  readonly ring: Float64Array;
}

/** Returns the state before the first bar. */
export function createSpacing(): Spacing {
  return { count: 0, next: 0, ring: new Float64Array(SPACING_BARS) };
}

/**
 * Adds the opening time of the next bar.
 * Rule: docs/analysis.md#spacing
 */
export function updateSpacing(state: Spacing, openTimeMs: number): void {
  state.ring[state.next] = openTimeMs;
  state.next = state.next + 1 === SPACING_BARS ? 0 : state.next + 1;
  if (state.count < SPACING_BARS) state.count++;
}

/**
 * Returns the milliseconds of calendar time per bar over the last 250 bars, or over all bars while there are fewer.
 * With fewer than two bars it is the nominal length. Nights, weekends and holidays are included without a calendar. It
 * projects a number of bars into the future.
 * Rule: docs/analysis.md#spacing
 */
export function spacingMs(state: Spacing, resolution: Resolution): number {
  if (state.count < 2) return resolutionMs[resolution];
  const last = state.ring[state.next === 0 ? SPACING_BARS - 1 : state.next - 1] as number;
  const first = state.ring[state.count < SPACING_BARS ? 0 : state.next] as number;
  return (last - first) / (state.count - 1);
}

/** Walks the state for saving or restoring. */
export function visitSpacing(visitor: StateVisitor, state: Spacing): void {
  state.count = visitor.value(state.count);
  state.next = visitor.value(state.next);
  visitor.values(state.ring.subarray(0, state.count));
}
