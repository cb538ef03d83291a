import type { BoxPrices, BoxTimes } from '@rasat/engine';
import type { Axes } from '../../charts/scene/frame.ts';

/** A box in pixels, with its named lines as x and y. */
export interface BoxShape {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly middleX: number;
  readonly middleY: number;
  readonly quartersX: readonly [number, number];
  readonly quartersY: readonly [number, number];
  /** The x of the half-way ticks on the top and the bottom edge. */
  readonly halvesX: readonly [number, number];
  readonly upTradeY: number;
  readonly downTradeY: number;
  /** Graduations of the left edge: the height and length of each tick. */
  readonly ruler: readonly { readonly y: number; readonly length: number }[];
  /** Left end of the trade lines' plates: 4.5 bars inside the box, or at the plot's left edge. */
  readonly plateX: number;
}

const PLATE_INDENT_BARS = 4.5;
const MIN_RULER_STEP_PX = 3;

/** Returns the ticks of the left edge: 7 px at quarters, 4.5 at eighths, 2.5 at sixteenths; fewer for a low box. */
function rulerTicks(top: number, bottom: number): BoxShape['ruler'] {
  const step = (bottom - top) / 16;
  const stride = step >= MIN_RULER_STEP_PX ? 1 : step * 2 >= MIN_RULER_STEP_PX ? 2 : 4;
  const ticks: { y: number; length: number }[] = [];
  for (let i = 0; i <= 16; i += stride) {
    ticks.push({ y: top + i * step, length: i % 4 === 0 ? 7 : i % 2 === 0 ? 4.5 : 2.5 });
  }
  return ticks;
}

/** Returns the shape of a box on the given axes, also outside of the plot. */
export function boxShape(p: BoxPrices, d: BoxTimes, axes: Axes): BoxShape {
  const left = axes.x(d.start);
  const top = axes.y(p.top);
  const bottom = axes.y(p.bottom);
  return {
    left,
    right: axes.x(d.end),
    top,
    bottom,
    middleX: axes.x(d.middle),
    middleY: axes.y(p.middle),
    quartersX: [axes.x(d.fQuarter), axes.x(d.lQuarter)],
    quartersY: [axes.y(p.middleUp), axes.y(p.middleDown)],
    halvesX: [axes.x(d.fHalf), axes.x(d.lHalf)],
    upTradeY: axes.y(p.upTrade),
    downTradeY: axes.y(p.downTrade),
    ruler: rulerTicks(top, bottom),
    plateX: Math.max(left + PLATE_INDENT_BARS * axes.barPx, 10),
  };
}
