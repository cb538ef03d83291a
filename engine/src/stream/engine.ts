import type { BarRefusal } from '../bars/bar.ts';
import type { EngineEvent } from './event.ts';
import type { EngineView } from './view.ts';

/** Version of everything this package computes; published with every result. */
export const ENGINE_VERSION = '1.0.0';

export interface EngineOptions {
  /** Length of the bars that are fed: hourly, or daily for symbols without hourly data. */
  readonly base: '60' | '1D';
  /** Forex and metals: Sunday belongs to Monday. */
  readonly fx: boolean;
  /** Decimals of a published price, 0 to 12. */
  readonly digits: number;
}

/** One symbol's analysis, fed bar by bar. */
export interface Engine {
  readonly options: EngineOptions;
  /** Opening time of the last accepted bar. */
  readonly lastBarMs: number | null;
  /** Number of accepted bars. */
  readonly accepted: number;
  /**
   * Takes one closed base bar, appends what it caused to `sink` and returns null; or returns why
   * the bar was refused, having changed nothing.
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
   * Closes the buckets that ended at or before `timeMs`. The caller promises that no bar that
   * closes by then can still arrive. Calling it often, rarely or never gives the same results.
   */
  advanceTo(timeMs: number, sink: EngineEvent[]): void;
  /** All published values, rounded; a fresh plain object that survives JSON. */
  view(): EngineView;
  /** The exact state, for {@link restoreEngine}. Equal states give equal bytes. */
  snapshot(): Uint8Array;
  /** Multiplies every price in the state by a split factor (0.25 for a four-for-one split). */
  rescale(factor: number): void;
}

/** An engine without any bars. Throws RangeError for digits outside 0 to 12. */
export function createEngine(_options: EngineOptions): Engine {
  throw new RangeError('not built yet');
}

/** The engine a snapshot was taken from. Throws RangeError when the bytes are not a snapshot. */
export function restoreEngine(_snapshot: Uint8Array): Engine {
  throw new RangeError('not built yet');
}
