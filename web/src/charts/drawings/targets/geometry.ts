import type { Axes } from '../frame.ts';

/** A take profit, entry or stop: its height and its run. */
export interface TargetShape {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

const RECENT_BARS = 14;
const SHORTEST_PX = 60;

/**
 * Lines beside the last 14 bars up to the axis, or over the whole plot. When the last bars are out of sight the short
 * form keeps a stub of 60 pixels at the axis. Lines above or below the plot are left out.
 */
export function targetShapes(
  prices: readonly number[],
  span: 'recent' | 'sides',
  axes: Axes,
): (TargetShape | null)[] {
  const recent = Math.min(axes.lastX - RECENT_BARS * axes.barPx, axes.width - SHORTEST_PX);
  const from = span === 'sides' ? 0 : Math.max(0, recent);
  return prices.map((price) => {
    const y = axes.y(price);
    if (!(y > -1 && y < axes.height + 1)) return null;
    return { y, from, to: axes.width };
  });
}
