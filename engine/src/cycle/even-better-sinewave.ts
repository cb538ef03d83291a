import cos from '@stdlib/math-base-special-cos';
import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import sin from '@stdlib/math-base-special-sin';
import { type StateVisitor, visitRecord } from '../state/visitor.ts';

/** Longest period that passes the filter, in days. */
const HIGH_PASS_DAYS = 40;
/** Shortest period that passes the filter, in days. */
const LOW_PASS_DAYS = 10;

const HIGH_PASS_ANGLE = (2 * Math.PI) / HIGH_PASS_DAYS;
const SMOOTHING_RATE = (Math.SQRT2 * Math.PI) / LOW_PASS_DAYS;
const DECAY = exp(-SMOOTHING_RATE);

/** Decay of the high-pass filter for 40 days. */
export const ALPHA = (1 - sin(HIGH_PASS_ANGLE)) / cos(HIGH_PASS_ANGLE);
/** Low-pass weight of the output before. */
export const C2 = 2 * DECAY * cos(SMOOTHING_RATE);
/** Low-pass weight of the output before that. */
export const C3 = -DECAY * DECAY;
/** Low-pass weight of the input. */
export const C1 = 1 - C2 - C3;
/** Mean power below which the market counts as flat. */
export const FLAT_POWER = 1e-30;

/** State of {@link updateSinewave}: what the filter knew before and after the last day. */
export type Sinewave = {
  count: number;
  close: number;
  previousClose: number;
  /** High-pass output after the last day, and what it was before. */
  highPass: number;
  previousHighPass: number;
  /** Low-pass outputs of the last day and the three before it. */
  filtered: number;
  filtered1: number;
  filtered2: number;
  value: number;
  dateMs: number;
  computedMs: number;
};

/** Returns the state before the first day. */
export function createSinewave(): Sinewave {
  return {
    count: 0,
    close: 0,
    previousClose: 0,
    highPass: 0,
    previousHighPass: 0,
    filtered: 0,
    filtered1: 0,
    filtered2: 0,
    value: 0,
    dateMs: 0,
    computedMs: 0,
  };
}

/**
 * Computes the Even Better Sinewave (J. F. Ehlers, Cycle Analytics for Traders, 2013) with periods 40 and 10 on the
 * natural logarithm of daily closes: a one-pole high-pass, a two-pole super smoother, then the mean of three outputs
 * over their root mean square.
 *
 * Returns a value from -1 to 1 (by the Cauchy-Schwarz inequality), 0 in a flat market and on the first day. It needs
 * about 100 days to forget its start.
 * Rule: docs/analysis.md#cycle-gauge
 */
export function updateSinewave(
  state: Sinewave,
  close: number,
  dateMs: number,
  computedMs: number,
): number {
  state.previousClose = state.count === 0 ? close : state.close;
  state.previousHighPass = state.highPass;
  state.filtered2 = state.filtered1;
  state.filtered1 = state.filtered;
  const change = ln(close) - ln(state.previousClose);
  const highPass = 0.5 * (1 + ALPHA) * change + ALPHA * state.previousHighPass;
  const filtered =
    (C1 * (highPass + state.previousHighPass)) / 2 + C2 * state.filtered1 + C3 * state.filtered2;
  const wave = (filtered + state.filtered1 + state.filtered2) / 3;
  const power =
    (filtered * filtered + state.filtered1 * state.filtered1 + state.filtered2 * state.filtered2) /
    3;
  state.count++;
  state.close = close;
  state.highPass = highPass;
  state.filtered = filtered;
  state.value = power > FLAT_POWER ? Math.min(1, Math.max(-1, wave / Math.sqrt(power))) : 0;
  state.dateMs = dateMs;
  state.computedMs = computedMs;
  return state.value;
}

/** Walks the state for saving or restoring. */
export function visitSinewave(visitor: StateVisitor, state: Sinewave): void {
  visitRecord(visitor, state);
}

/** Multiplies the stored closes. The value does not depend on the price scale. */
export function rescaleSinewave(state: Sinewave, factor: number): void {
  state.close *= factor;
  state.previousClose *= factor;
}
