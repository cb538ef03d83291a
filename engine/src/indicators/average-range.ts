import type { StateVisitor } from '../state/visitor.ts';

/** Bars in the average, on every timeframe. */
const RANGE_BARS = 20;

/** Running state of {@link updateAverageRange}. */
export interface AverageRange {
  count: number;
  next: number;
  previousClose: number;
  /** The average after the last bar; 0 until there are enough bars. */
  value: number;
  readonly ring: Float64Array;
}

/** Returns the state before the first bar. */
export function createAverageRange(bars: number = RANGE_BARS): AverageRange {
  return { count: 0, next: 0, previousClose: 0, value: 0, ring: new Float64Array(bars) };
}

/**
 * Updates the simple average of the last 20 true ranges (Wilder 1978). Wilder's smoothing is left out because its value
 * depends on the start of the history. The true range is max(high, previous close) - min(low, previous close), for the
 * first bar high - low.
 *
 * Returns the average after this bar, 0 until there are 20. Each call sums the ranges from the oldest to the newest, so
 * the result depends on those 20 bars alone.
 * Rule: docs/analysis.md#average-range
 */
export function updateAverageRange(
  state: AverageRange,
  high: number,
  low: number,
  close: number,
): number {
  const { ring, previousClose } = state;
  const bars = ring.length;
  let upper = high;
  let lower = low;
  if (state.count > 0) {
    if (previousClose > upper) upper = previousClose;
    if (previousClose < lower) lower = previousClose;
  }
  ring[state.next] = upper - lower;
  state.next = state.next + 1 === bars ? 0 : state.next + 1;
  if (state.count < bars) state.count++;
  state.previousClose = close;
  if (state.count < bars) return 0;
  let sum = 0;
  for (let i = state.next; i < bars; i++) sum += ring[i] as number;
  for (let i = 0; i < state.next; i++) sum += ring[i] as number;
  state.value = sum / bars;
  return state.value;
}

/** Walks the state for saving or restoring. */
export function visitAverageRange(visitor: StateVisitor, state: AverageRange): void {
  state.count = visitor.value(state.count);
  state.next = visitor.value(state.next);
  state.previousClose = visitor.value(state.previousClose);
  state.value = visitor.value(state.value);
  visitor.values(state.ring);
}

/** Multiplies every price of the state. */
export function rescaleAverageRange(state: AverageRange, factor: number): void {
  state.previousClose *= factor;
  state.value *= factor;
  for (let i = 0; i < state.ring.length; i++) state.ring[i] = (state.ring[i] as number) * factor;
}
