import type { Axes } from '../../charts/scene/frame.ts';

/** A full-width line: its height, its run, and where its label begins. */
export interface LevelShape {
  readonly y: number;
  readonly from: number;
  readonly to: number;
  readonly labelX: number;
}

const LABEL_X = 10;

/** Lines over the whole plot, labelled at its left. Lines above or below the plot are left out. */
export function levelShapes(prices: readonly number[], axes: Axes): (LevelShape | null)[] {
  return prices.map((price) => {
    const y = axes.y(price);
    if (!(y > -1 && y < axes.height + 1)) return null;
    return { y, from: 0, to: axes.width, labelX: LABEL_X };
  });
}
