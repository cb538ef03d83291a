import type { Attention, Axes, Frame, Painted } from './frame.ts';

/** A line that can be pointed at, selected and explained. `part` is unique within its drawing. */
export interface Target {
  readonly drawing: string;
  readonly part: string;
  readonly at: { readonly price: number } | { readonly timeMs: number };
}

/** Returns the key of a target, stable while its drawing is on the chart. */
export function targetKey(target: { readonly drawing: string; readonly part: string }): string {
  return `${target.drawing}/${target.part}`;
}

/** Times that a drawing covers, and prices that the scale should show; null for a missing start or end. */
export interface Extent {
  readonly prices: readonly number[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The interface of a drawing to the chart. No member is optional, so that no kind of drawing forgets one. */
export interface Drawing {
  readonly id: string;
  /** Drawings that start earlier are painted below; 0 for lines without a start. */
  readonly startMs: number;
  /** The lines that can be chosen. */
  readonly targets: readonly Target[];
  /** Returns the run of a target's line, in pixels: from left to right for a price, from top to bottom for a time. */
  runOf(target: Target, axes: Axes): readonly [number, number];
  /** Returns whether a point is on the body, which is raised under the pointer; null for a drawing of lines alone. */
  readonly contains: ((x: number, y: number, axes: Axes) => boolean) | null;
  /** Extent that the scale makes room for; null without prices, and for a drawing that follows the scale. */
  readonly extent: Extent | null;
  /** Prices with a tag on the axis, while the axis shows them. */
  readonly tagPrices: readonly number[];
  /** Returns the current picture, with the tags on the axis. */
  paint(frame: Frame, attention: Attention): Painted;
}
