import type { Category } from '@rasat/contract';
import type { Bar, Resolution, Tick } from '@rasat/engine';
import type { TimeLabels } from './axis/time-labels.ts';
import type { Palette } from './palette.ts';
import type { Drawing, Target } from './scene/drawing.ts';

/** Fields of a symbol that the chart uses. */
export interface ChartSymbol {
  readonly name: string;
  readonly category: Category;
  readonly digits: number;
}

/** One series to show, with its symbol, resolution and calendar. */
export interface ChartSeries {
  readonly symbol: ChartSymbol;
  readonly resolution: Resolution;
  /** Whether buckets are those of forex, in which Sunday belongs to Monday. */
  readonly fx: boolean;
  /** Ascending; the last one may still be forming. */
  readonly bars: readonly Bar[];
  /**
   * Returns the opening times of future bars on the symbol's calendar, ascending: all after `afterMs`, up to `untilMs`
   * and at least `count` of them.
   */
  readonly futureOpens: (afterMs: number, untilMs: number, count: number) => number[];
  /** Returns the opening times of the bars that the calendar has between two bars of the series and the series has not. */
  readonly missingOpens: (afterMs: number, beforeMs: number) => number[];
}

/** A chosen level: its line, and the place of the ring on it. */
export interface Selection {
  readonly target: Target;
  readonly timeMs: number;
  readonly price: number;
}

/** Callbacks of the chart. */
export interface ChartEvents {
  /**
   * Receives the bar under the crosshair, else the last one, and the close before it; null where the bar is missing, and
   * without bars. At most once a frame.
   */
  readonly onBar: (bar: Bar | null, previousClose: number | null) => void;
  /** Receives the price under the crosshair; null while the pointer is beside the plot. At most once a frame. */
  readonly onPoint: (price: number | null) => void;
  /** Receives the clicked line; null for a click beside every line. */
  readonly onPick: (selection: Selection | null) => void;
  /** Requests older bars, when the view is near the first known bar. */
  readonly onNeedOlder: () => void;
  /** Receives whether the last bar is in view, when that changes. */
  readonly onLatest: (inView: boolean) => void;
}

/** Options of a chart that never change. */
export interface ChartSetup {
  readonly element: HTMLElement;
  readonly reducedMotion: boolean;
  readonly coarsePointer: boolean;
  readonly palette: Palette;
  readonly labels: TimeLabels;
  readonly formatPrice: (price: number) => string;
  readonly events: ChartEvents;
}

/**
 * A chart of one series with drawings on it. All values are our own types: UTC epoch milliseconds, prices, drawings.
 * Only the files of this folder use the chart library.
 */
export interface ChartPort {
  /** Shows another series, or the same one read again. With `keepView` the view does not move. */
  load(series: ChartSeries, keepView: boolean): void;
  /** Adds older bars of the same series in front without moving the view. */
  prepend(older: readonly Bar[]): void;
  /** Applies a live price, painted once a frame. Ignores late and broken ticks. */
  applyTick(tick: Tick): void;
  setDrawings(drawings: readonly Drawing[]): void;
  /** Sets whether the last price is stale, which shows it in grey. */
  setStale(stale: boolean): void;
  /**
   * Sets the words under the last price for the time of its tick when its source is delayed; the price is then an
   * outline on the axis. Null for a live price.
   */
  setDelayed(words: ((timeMs: number) => string) | null): void;
  /** Sets the chosen level, with its ring; null for none. */
  select(selection: Selection | null): void;
  /** Marks the bar that an instant belongs to; null for none. */
  highlight(timeMs: number | null): void;
  /**
   * Moves the crosshair by places, from its own or from the last bar. Returns the bar of the new place; null where it is
   * missing or in the future.
   */
  stepCrosshair(bars: number): Bar | null;
  /** Returns the drawn price line above (1) or below (-1) the chosen one; without one, the nearest to the price. */
  stepTarget(step: 1 | -1): Selection | null;
  clearCrosshair(): void;
  /** Sets colours, texts and price format, after theme or language changed. */
  restyle(palette: Palette, labels: TimeLabels, formatPrice: (price: number) => string): void;
  /** Returns the known bars, oldest first, the forming one last. */
  bars(): readonly Bar[];
  /** Returns the instant under the crosshair, else of the last bar: the ring of a line chosen by keyboard is there. */
  anchorTimeMs(): number;
  /** Moves the keyboard focus to the chart. */
  focus(): void;
  /** Moves the view back to the last bar. */
  showLatest(): void;
  remove(): void;
}
