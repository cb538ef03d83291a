import type { Category } from '@rasat/contract';
import type { Bar, Resolution, Tick } from '@rasat/engine';
import type { TimeLabels } from './axis/time-labels.ts';
import type { Palette } from './palette.ts';
import type { Drawing, Target } from './scene/drawing.ts';

/** A symbol as the chart needs it. */
export interface ChartSymbol {
  readonly name: string;
  readonly category: Category;
  readonly digits: number;
}

/** One series to show: what it is and how it goes on. */
export interface ChartSeries {
  readonly symbol: ChartSymbol;
  readonly resolution: Resolution;
  /** Forex buckets: Sunday belongs to Monday. */
  readonly fx: boolean;
  /** Ascending; the last one may still move. */
  readonly bars: readonly Bar[];
  /**
   * Opening times of bars to come on the symbol's own calendar, ascending: all after `afterMs`, up to `untilMs` and at
   * least `count` of them.
   */
  readonly futureOpens: (afterMs: number, untilMs: number, count: number) => number[];
}

/** Where a level was chosen: its line, and where on it the ring stands. */
export interface Selection {
  readonly target: Target;
  readonly timeMs: number;
  readonly price: number;
}

/** What the chart tells. */
export interface ChartEvents {
  /** The bar under the crosshair, else the last one; null without bars. At most once a frame. */
  readonly onBar: (bar: Bar | null, previousClose: number | null) => void;
  /** A line was clicked; null for a click beside every line. */
  readonly onPick: (selection: Selection | null) => void;
  /** The reader came near the first known bar. */
  readonly onNeedOlder: () => void;
  /** The last bar came into view or left it. */
  readonly onLatest: (inView: boolean) => void;
}

/** How the chart is set up for its life. */
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
 * A chart of one series with drawings on it. Everything is in our own words: UTC epoch milliseconds, prices, drawings.
 * The chart library is known to the files of this folder only.
 */
export interface ChartPort {
  /** Another series, or the same one read again. `keepView` leaves the reader where they are. */
  load(series: ChartSeries, keepView: boolean): void;
  /** Older bars of the same series, put in front without moving the view. */
  prepend(older: readonly Bar[]): void;
  /** A live price. Late and broken ticks are ignored; painted once a frame. */
  applyTick(tick: Tick): void;
  setDrawings(drawings: readonly Drawing[]): void;
  /** Whether nothing new arrives, so that the last price is shown in grey. */
  setStale(stale: boolean): void;
  /** The chosen level, with its ring; null for none. */
  select(selection: Selection | null): void;
  /** Marks the bar that an instant belongs to; null for none. */
  highlight(timeMs: number | null): void;
  /** Moves the crosshair by bars, from where it is or from the last bar. Tells where it stands. */
  stepCrosshair(bars: number): Bar | null;
  /** The drawn price line above (1) or below (-1) the chosen one; the nearest to the price while none is chosen. */
  stepTarget(step: 1 | -1): Selection | null;
  clearCrosshair(): void;
  /** Colours, words and figures, after theme or language changed. */
  restyle(palette: Palette, labels: TimeLabels, formatPrice: (price: number) => string): void;
  /** Bars that are known, oldest first, the moving one last. */
  bars(): readonly Bar[];
  /** The instant under the crosshair, else of the last bar: where a line chosen by keyboard gets its ring. */
  anchorTimeMs(): number;
  /** Puts the keyboard on the chart. */
  focus(): void;
  /** Back to the last bar. */
  showLatest(): void;
  remove(): void;
}
