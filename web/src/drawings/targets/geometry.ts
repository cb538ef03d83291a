import type { Axes } from '../../charts/scene/frame.ts';

/** A take profit, entry or stop: its height and its run. */
export interface TargetShape {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

const RECENT_BARS = 14;
const SHORTEST_PX = 60;

/** Where the lines begin: at the last 14 bars, at least 60 pixels from the axis. */
export function targetsFrom(axes: Axes): number {
  const recent = Math.min(axes.lastX - RECENT_BARS * axes.barPx, axes.width - SHORTEST_PX);
  return Math.max(0, recent);
}

/**
 * Lines beside the last 14 bars up to the axis; a stub of 60 pixels at the axis when those bars are out of sight. Lines
 * above or below the plot are left out.
 */
export function targetShapes(prices: readonly number[], axes: Axes): (TargetShape | null)[] {
  const from = targetsFrom(axes);
  return prices.map((price) => {
    const y = axes.y(price);
    if (!(y > -1 && y < axes.height + 1)) return null;
    return { y, from, to: axes.width };
  });
}
