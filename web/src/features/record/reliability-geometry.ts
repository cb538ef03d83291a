import { shareRangeOf } from '../../ui/share-range.ts';
import type { LevelsFigures, Measured } from './calibration-figures.ts';
import { createScale } from './scale.ts';

/** Room for the labels of the vertical axis. */
export const LABEL_WIDTH = 44;
const [RIGHT, TOP, FOOT] = [20, 26, 42] as const;
const MOST_SIDE = 440;
const [LEAST_RADIUS, MOST_RADIUS] = [3, 8] as const;

/** A range of chances that has levels. */
export interface ReliabilityBin {
  /** Ends of the range, in whole per cent. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Mean chance of the levels, 0 to 1. */
  readonly forecast: number;
  /** Share of the levels that was reached, 0 to 1. */
  readonly seen: Measured;
}

/** A bin's place in the drawing, in pixels. */
export interface ReliabilityPoint {
  readonly bin: ReliabilityBin;
  readonly x: number;
  readonly y: number;
  /** Upper and lower end of the interval; null without one. */
  readonly bar: { readonly top: number; readonly bottom: number } | null;
  readonly radius: number;
}

/** A square diagram of chances and shares, in pixels. */
export interface ReliabilityDrawing {
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly points: readonly ReliabilityPoint[];
  /** Returns the place of a share on the horizontal and on the vertical axis. */
  readonly x: (share: number) => number;
  readonly y: (share: number) => number;
}

/** Lists the bins that have levels, the lowest chances first. */
export function listBins(bins: LevelsFigures['bins']): readonly ReliabilityBin[] {
  return bins.flatMap((bin, at) => (bin ? [{ from: at * 10, to: at * 10 + 10, ...bin }] : []));
}

/** Returns how many intervals do not contain the mean chance of their bin, of how many intervals. */
export function countMissed(bins: readonly ReliabilityBin[]): {
  readonly n: number;
  readonly of: number;
} {
  const known = bins.flatMap(({ forecast, seen: { value, halfWidth } }) =>
    halfWidth === null ? [] : [Math.abs(value - forecast) > halfWidth],
  );
  return { n: known.filter(Boolean).length, of: known.length };
}

/**
 * Returns the square diagram of bins in the middle of a width. The area of a point is in proportion to the number of its
 * levels, but never smaller than can be seen.
 */
export function drawReliability(
  bins: readonly ReliabilityBin[],
  width: number,
): ReliabilityDrawing {
  const side = Math.max(1, Math.min(MOST_SIDE, width - LABEL_WIDTH - RIGHT));
  const left = LABEL_WIDTH + Math.max(0, Math.floor((width - LABEL_WIDTH - RIGHT - side) / 2));
  const [right, bottom] = [left + side, TOP + side];
  const x = createScale([0, 1], left, right);
  const y = createScale([0, 1], bottom, TOP);
  const most = Math.max(1, ...bins.map(({ n }) => n));
  return {
    height: bottom + FOOT,
    left,
    right,
    top: TOP,
    bottom,
    x,
    y,
    points: bins.map((bin) => {
      const range = shareRangeOf(bin.seen);
      return {
        bin,
        x: x(bin.forecast),
        y: y(bin.seen.value),
        bar: range && { top: y(range.high), bottom: y(range.low) },
        radius: Math.max(LEAST_RADIUS, MOST_RADIUS * Math.sqrt(bin.n / most)),
      };
    }),
  };
}

/** Returns the index of the point whose place on the horizontal axis is nearest to `x`; 0 without points. */
export function nearestBin(points: readonly Pick<ReliabilityPoint, 'x'>[], x: number): number {
  let nearest = 0;
  for (const [at, point] of points.entries()) {
    const kept = points[nearest];
    if (kept && Math.abs(point.x - x) < Math.abs(kept.x - x)) nearest = at;
  }
  return nearest;
}
