import type { BarRefusal } from '../bars/bar.ts';
import { MAX_DIGITS } from '../price/rounding.ts';
import type { TouchNow } from '../touch/forecast.ts';
import type { EngineEvent } from './event.ts';
import { hasOpenMadeBy } from './open-positions.ts';
import { copyOptions, type EngineOptions } from './options.ts';
import { rescaleState } from './rescale.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { createState, type EngineState } from './state.ts';
import { closeEnded, stepState } from './step.ts';
import { ENGINE_VERSION, type EngineVersion } from './version.ts';
import type { EngineView } from './view.ts';
import { viewState } from './view-state.ts';
import { viewTouchNow } from './view-touch.ts';

/** One symbol's analysis, fed bar by bar. */
export interface Engine {
  readonly options: EngineOptions;
  readonly version: EngineVersion;
  /** Opening time of the last accepted bar. */
  readonly lastBarMs: number | null;
  /** Number of accepted bars. */
  readonly accepted: number;
  /**
   * Processes one closed base bar, appends its events to `sink` and returns null. A refused bar changes nothing; then
   * the reason is returned.
   */
  step(
    openTimeMs: number,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
    sink: EngineEvent[],
  ): BarRefusal | null;
  /**
   * Closes the buckets that ended at or before `timeMs`. The caller promises that no bar that closes by then can still
   * arrive. The number of calls does not change the results.
   */
  advanceTo(timeMs: number, sink: EngineEvent[]): void;
  /** Whether a box trade, condition, weekly set or forecast made at or before `timeMs` may still have a result. */
  hasOpenMadeBy(timeMs: number): boolean;
  /** Returns all published values, rounded, as a fresh plain object that survives JSON. */
  view(): EngineView;
  /**
   * Returns what chances of touch of the newest bar are computed from; null without a category and before there is
   * enough history. It changes with every bar, the view seldom does.
   */
  touchNow(): TouchNow | null;
  /** Returns the exact state, for {@link restoreEngine}. Equal states give equal bytes. */
  snapshot(): Uint8Array;
  /** Multiplies every price in the state by a split factor (0.25 for a four-for-one split). */
  rescale(factor: number): void;
}

/** Returns an engine of a version without bars. Throws RangeError for digits outside 0 to 12, and for a category that `fx` contradicts. */
export function createEngine(
  options: EngineOptions,
  version: EngineVersion = ENGINE_VERSION,
): Engine {
  const { fx, digits, category } = options;
  if (!Number.isInteger(digits) || digits < 0 || digits > MAX_DIGITS) {
    throw new RangeError(`digits must be an integer from 0 to ${MAX_DIGITS}`);
  }
  if (category !== undefined && fx !== (category === 'forex')) {
    throw new RangeError('fx and category contradict each other');
  }
  return wrapState(createState(copyOptions(options), version));
}

/**
 * Returns the engine of a snapshot, of the version that made it. Throws RangeError when the bytes are damaged or of a
 * version that this program does not contain; the caller then replays the bars.
 */
export function restoreEngine(snapshot: Uint8Array): Engine {
  return wrapState(readSnapshot(snapshot));
}

function wrapState(state: EngineState): Engine {
  return {
    options: state.options,
    version: state.version,
    get lastBarMs() {
      return state.clock.accepted > 0 ? state.clock.lastBarMs : null;
    },
    get accepted() {
      return state.clock.accepted;
    },
    step: (openTimeMs, open, high, low, close, volume, sink) =>
      stepState(state, openTimeMs, open, high, low, close, volume, sink),
    advanceTo(timeMs, sink) {
      if (!Number.isFinite(timeMs)) throw new RangeError('advanceTo needs an instant');
      closeEnded(state, timeMs, sink);
    },
    hasOpenMadeBy: (timeMs) => hasOpenMadeBy(state, timeMs),
    view: () => viewState(state),
    touchNow: () => viewTouchNow(state),
    snapshot: () => writeSnapshot(state),
    rescale(factor) {
      if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) {
        throw new RangeError('a split factor is positive');
      }
      rescaleState(state, factor);
    },
  };
}
