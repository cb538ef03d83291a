import { type StateVisitor, visitOptional, visitRecord } from '../state/visitor.ts';

/** A confirmed turning point: `way` 1 is support, -1 resistance. All prices unrounded. */
export type Pivot = {
  /** Position in the table of detectors. */
  detector: number;
  way: number;
  level: number;
  openTimeMs: number;
  confirmedMs: number;
  /** Average true range after the confirming bar, and that bar's close. */
  atr: number;
  close: number;
};

/** Running state of {@link updatePivots}. */
export interface PivotDetector {
  readonly detector: number;
  /** Reversal that confirms a pivot, in average true ranges. */
  readonly kappa: number;
  /** 1 rising, -1 falling, 0 not yet known. */
  mode: number;
  ready: number;
  extreme: number;
  extremeMs: number;
  opposite: number;
  oppositeMs: number;
  last: Pivot | null;
  previous: Pivot | null;
}

/**
 * Returns a detector for boxes of `n` bars: kappa is half the height of such a box, sqrt(n) / 2.
 * Rule: docs/analysis.md#pivots
 */
export function createPivotDetector(detector: number, n: number): PivotDetector {
  return {
    detector,
    kappa: Math.sqrt(n) / 2,
    mode: 0,
    ready: 0,
    extreme: 0,
    extremeMs: 0,
    opposite: 0,
    oppositeMs: 0,
    last: null,
    previous: null,
  };
}

/**
 * Updates a detector of directional-change pivots (intrinsic time: Guillaume et al. 1997; Glattfelder, Dupuis and Olsen
 * 2011). An extreme becomes a pivot when a close lies kappa average ranges away from it. Pivots alternate and are never
 * withdrawn. Of equal extremes the earliest counts. Bars before the first average range are ignored.
 *
 * Returns true when this bar confirmed a pivot, which then is `state.last`.
 * Rule: docs/analysis.md#pivots
 */
export function updatePivots(
  state: PivotDetector,
  openTimeMs: number,
  high: number,
  low: number,
  close: number,
  atr: number,
  confirmedMs: number,
): boolean {
  if (atr === 0) return false;
  const delta = state.kappa * atr;
  if (state.mode === 1) {
    if (high > state.extreme) beginLeg(state, high, close, openTimeMs);
    else if (low < state.opposite) moveOpposite(state, low, openTimeMs);
    if (close > state.extreme - delta) return false;
    confirmPivot(state, -1, openTimeMs, close, atr, confirmedMs);
    return true;
  }
  if (state.mode === -1) {
    if (low < state.extreme) beginLeg(state, low, close, openTimeMs);
    else if (high > state.opposite) moveOpposite(state, high, openTimeMs);
    if (close < state.extreme + delta) return false;
    confirmPivot(state, 1, openTimeMs, close, atr, confirmedMs);
    return true;
  }
  return findFirst(state, openTimeMs, high, low, close, atr, delta, confirmedMs);
}

function beginLeg(state: PivotDetector, extreme: number, close: number, timeMs: number): void {
  state.extreme = extreme;
  state.extremeMs = timeMs;
  state.opposite = close;
  state.oppositeMs = timeMs;
}

function moveOpposite(state: PivotDetector, price: number, timeMs: number): void {
  state.opposite = price;
  state.oppositeMs = timeMs;
}

function emit(
  state: PivotDetector,
  way: number,
  level: number,
  openTimeMs: number,
  close: number,
  atr: number,
  confirmedMs: number,
): void {
  state.previous = state.last;
  state.last = { detector: state.detector, way, level, openTimeMs, confirmedMs, atr, close };
}

/** Confirms the extreme as a pivot of the way opposite to the new mode. */
function confirmPivot(
  state: PivotDetector,
  mode: number,
  openTimeMs: number,
  close: number,
  atr: number,
  confirmedMs: number,
): void {
  emit(state, mode, state.extreme, state.extremeMs, close, atr, confirmedMs);
  state.mode = mode;
  state.extreme = state.opposite;
  state.extremeMs = state.oppositeMs;
  state.opposite = close;
  state.oppositeMs = openTimeMs;
}

/** Looks for the first pivot. Both extremes are candidates: `extreme` the high, `opposite` the low. */
function findFirst(
  state: PivotDetector,
  openTimeMs: number,
  high: number,
  low: number,
  close: number,
  atr: number,
  delta: number,
  confirmedMs: number,
): boolean {
  if (state.ready === 0 || high > state.extreme) {
    state.extreme = high;
    state.extremeMs = openTimeMs;
  }
  if (state.ready === 0 || low < state.opposite) {
    state.opposite = low;
    state.oppositeMs = openTimeMs;
  }
  state.ready = 1;
  if (close <= state.extreme - delta) {
    emit(state, -1, state.extreme, state.extremeMs, close, atr, confirmedMs);
    state.mode = -1;
    beginLeg(state, low, close, openTimeMs);
    return true;
  }
  if (close >= state.opposite + delta) {
    emit(state, 1, state.opposite, state.oppositeMs, close, atr, confirmedMs);
    state.mode = 1;
    beginLeg(state, high, close, openTimeMs);
    return true;
  }
  return false;
}

/** Returns a blank pivot, which a restoring walk fills. */
export function blankPivot(): Pivot {
  return { detector: 0, way: 0, level: 0, openTimeMs: 0, confirmedMs: 0, atr: 0, close: 0 };
}

/** Walks one pivot for saving or restoring. */
export function visitPivot(visitor: StateVisitor, pivot: Pivot): void {
  visitRecord(visitor, pivot);
}

/** Walks a detector for saving or restoring. */
export function visitPivotDetector(visitor: StateVisitor, state: PivotDetector): void {
  state.mode = visitor.value(state.mode);
  state.ready = visitor.value(state.ready);
  state.extreme = visitor.value(state.extreme);
  state.extremeMs = visitor.value(state.extremeMs);
  state.opposite = visitor.value(state.opposite);
  state.oppositeMs = visitor.value(state.oppositeMs);
  state.last = visitOptional(visitor, state.last, blankPivot, visitPivot);
  state.previous = visitOptional(visitor, state.previous, blankPivot, visitPivot);
}

/** Returns a copy of a pivot with every price multiplied. */
export function rescalePivot(pivot: Pivot, factor: number): Pivot {
  return {
    ...pivot,
    level: pivot.level * factor,
    atr: pivot.atr * factor,
    close: pivot.close * factor,
  };
}

/** Multiplies every price of the state. */
export function rescalePivotDetector(state: PivotDetector, factor: number): void {
  state.extreme *= factor;
  state.opposite *= factor;
  if (state.last !== null) state.last = rescalePivot(state.last, factor);
  if (state.previous !== null) state.previous = rescalePivot(state.previous, factor);
}
