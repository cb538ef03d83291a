import { type BarRefusal, checkBarValues } from '../bars/bar.ts';
import { bucketEnd, bucketStart, resolutionMs } from '../time/resolution.ts';
import { updateTouchMeasure } from '../touch/measure.ts';
import type { EngineEvent } from './event.ts';
import { endForecasts, makeForecasts, touchForecasts } from './forecasts.ts';
import { enterBoxes, enterLevels, touchOpenPositions } from './positions.ts';
import { findBreak, findPullbacks } from './signals.ts';
import type { EngineState, Frame } from './state.ts';
import { absorbBar, makeBoxesAndLevels } from './timeframe.ts';

/**
 * Closes the buckets that ended at or before an instant, the shorter timeframe first.
 * Rule: docs/analysis.md#order-of-one-bar
 */
export function closeEnded(state: EngineState, timeMs: number, sink: EngineEvent[]): void {
  for (const frame of state.higher) {
    const { bucket } = frame;
    if (bucket.open !== 1 || bucket.endMs > timeMs) continue;
    // What is due before this end does not wait for it: one call or many give the same order.
    makeForecasts(state, bucket.endMs, sink);
    endForecasts(state, bucket.endMs - 1, sink);
    closeBucket(state, frame, sink);
  }
  makeForecasts(state, Number.POSITIVE_INFINITY, sink);
  endForecasts(state, timeMs, sink);
}

function closeBucket(state: EngineState, frame: Frame, sink: EngineEvent[]): void {
  const { bucket } = frame;
  const { startMs, endMs, high, low, close } = bucket;
  bucket.open = 0;
  bucket.closedEndMs = endMs;
  absorbBar(state, frame, startMs, high, low, close, endMs, sink);
  makeBoxesAndLevels(state, frame, startMs, close, endMs, sink);
}

/** Returns why a bar cannot follow the accepted bars, or null when it can. */
function refuse(
  state: EngineState,
  openTimeMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
): BarRefusal | null {
  const { clock, options, base, higher } = state;
  const { resolution } = base;
  const unsound = checkBarValues(
    openTimeMs,
    open,
    high,
    low,
    close,
    volume,
    resolution,
    options.fx,
  );
  if (unsound !== null) return unsound;
  if (clock.accepted > 0 && openTimeMs <= clock.lastBarMs) {
    return openTimeMs === clock.lastBarMs ? 'duplicate' : 'out-of-order';
  }
  // The bar is later than the last bar, so only the newest closed bucket can contain it.
  for (const frame of higher) if (openTimeMs < frame.bucket.closedEndMs) return 'late';
  return null;
}

/** Adds the bar to its bucket of a higher timeframe, and opens the bucket if needed. */
function joinBucket(
  frame: Frame,
  openTimeMs: number,
  high: number,
  low: number,
  close: number,
  fx: boolean,
): void {
  const { bucket } = frame;
  if (bucket.open === 0) {
    bucket.open = 1;
    bucket.startMs = bucketStart(frame.resolution, openTimeMs, fx);
    bucket.endMs = bucketEnd(frame.resolution, bucket.startMs, fx);
    bucket.high = high;
    bucket.low = low;
  } else {
    if (high > bucket.high) bucket.high = high;
    if (low < bucket.low) bucket.low = low;
  }
  bucket.close = close;
}

/**
 * Processes one base bar, in this order: buckets that ended before it, open positions and forecasts, the base timeframe's
 * measures, entries, break setup, the base timeframe's boxes, higher timeframes, new forecasts, pivot setup. Returns why
 * the bar was refused, or null.
 * Rule: docs/analysis.md#order-of-one-bar
 */
export function stepState(
  state: EngineState,
  openTimeMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  sink: EngineEvent[],
): BarRefusal | null {
  const refusal = refuse(state, openTimeMs, open, high, low, close, volume);
  if (refusal !== null) return refusal;
  const { clock, base, options } = state;
  const timeMs = openTimeMs + resolutionMs[base.resolution];
  closeEnded(state, openTimeMs, sink);
  touchOpenPositions(state, open, high, low, close, timeMs, sink);
  touchForecasts(state, openTimeMs, high, low, timeMs);
  updateTouchMeasure(state.touch, openTimeMs, open, high, low, close);
  absorbBar(state, base, openTimeMs, high, low, close, timeMs, sink);
  if (clock.accepted > 0) {
    enterBoxes(state, close, timeMs, sink);
    enterLevels(state, openTimeMs, close, timeMs, sink);
    findBreak(state, close, timeMs, sink);
  }
  makeBoxesAndLevels(state, base, openTimeMs, close, timeMs, sink);
  for (const frame of state.higher) {
    joinBucket(frame, openTimeMs, high, low, close, options.fx);
  }
  closeEnded(state, timeMs, sink);
  findPullbacks(state, close, timeMs, sink);
  clock.previousClose = close;
  clock.lastBarMs = openTimeMs;
  clock.lastEndMs = timeMs;
  clock.accepted++;
  return null;
}
