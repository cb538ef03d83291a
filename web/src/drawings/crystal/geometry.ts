import type { Axes } from '../../charts/scene/frame.ts';

/** A cluster as two strokes, 2.6 pixels apart, from its start (or the plot's edge) to the axis. */
export interface CrystalShape {
  readonly y: number;
  readonly strokes: readonly [number, number];
  readonly from: number;
  readonly to: number;
}

const HALF_DISTANCE_PX = 1.3;

/** The clusters' lines; those above or below the plot, or starting right of it, are left out. */
export function crystalShapes(
  prices: readonly number[],
  fromMs: number,
  axes: Axes,
): (CrystalShape | null)[] {
  const from = Math.max(axes.x(fromMs), 6);
  return prices.map((price) => {
    const y = axes.y(price);
    if (!(y > -2 && y < axes.height + 2) || from >= axes.width) return null;
    return { y, strokes: [y - HALF_DISTANCE_PX, y + HALF_DISTANCE_PX], from, to: axes.width };
  });
}
