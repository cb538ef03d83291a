import type { Extent } from '../scene/drawing.ts';

/** Lowest and highest price that a scale should show. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** Largest range of the scale, as a multiple of the bars' range; drawings beyond it are cut. */
const MAX_GROWTH = 3;

/**
 * Returns the range of the visible bars, widened by the prices of drawings, nearest prices first, as long as the
 * range stays within three times that of the bars. A drawing with times counts only while it overlaps the visible time.
 */
export function widenRange(
  bars: PriceRange,
  extents: readonly Extent[],
  visible: { readonly fromMs: number; readonly toMs: number },
): PriceRange {
  const room = (bars.high - bars.low) * MAX_GROWTH;
  if (!(room > 0)) return bars;
  const wanted = extents
    .filter(
      (extent) =>
        (extent.fromMs === null || extent.fromMs <= visible.toMs) &&
        (extent.toMs === null || extent.toMs >= visible.fromMs),
    )
    .flatMap((extent) => extent.prices)
    .filter((price) => price > 0);
  const beyond = (price: number): number => Math.max(bars.low - price, price - bars.high, 0);
  wanted.sort((a, b) => beyond(a) - beyond(b));
  let { low, high } = bars;
  for (const price of wanted) {
    const nextLow = Math.min(low, price);
    const nextHigh = Math.max(high, price);
    if (nextHigh - nextLow > room) continue;
    low = nextLow;
    high = nextHigh;
  }
  return { low, high };
}

/** The tags above and below a fixed tag on the axis, and the plot beside them. */
export interface TagRoom {
  /** The price of the fixed tag. */
  readonly fixed: number;
  /** Prices of the other tags. */
  readonly others: readonly number[];
  /** Distance of two tags, CSS pixels. */
  readonly gapPx: number;
  readonly heightPx: number;
  /** Shares of the height that the scale leaves free. */
  readonly margins: { readonly top: number; readonly bottom: number };
}

/** Largest share of the plot for the tags of one side; with more tags the side is not widened. */
const MAX_TAG_SHARE = 0.6;

/**
 * Returns the range, widened so that the tags above and below the fixed one fit on the axis. A side is not widened when
 * its tags would take more than 0.6 of the plot, or push the scale to zero.
 */
export function makeTagRoom(range: PriceRange, room: TagRoom): PriceRange {
  const { fixed, others, gapPx, heightPx, margins } = room;
  const plotPx = heightPx * (1 - margins.top - margins.bottom);
  if (!(range.high > range.low) || !(plotPx > 0)) return range;
  const shown = [...new Set(others)].filter((price) => price >= range.low && price <= range.high);
  /** Returns the least share of the plot between the fixed tag and the border of the range. */
  const shareOf = (count: number, margin: number): number =>
    count === 0 ? 0 : (count * gapPx + gapPx / 2 - heightPx * margin) / plotPx;
  const below = shareOf(shown.filter((price) => price < fixed).length, margins.bottom);
  const above = shareOf(shown.filter((price) => price > fixed).length, margins.top);
  let { low, high } = range;
  // Widening one side reduces the share of the other; two rounds are accurate enough.
  for (let round = 0; round < 2; round += 1) {
    if (below > 0 && below <= MAX_TAG_SHARE) {
      const wanted = (fixed - below * high) / (1 - below);
      if (wanted > 0) low = Math.min(low, wanted);
    }
    if (above > 0 && above <= MAX_TAG_SHARE) {
      high = Math.max(high, (fixed - above * low) / (1 - above));
    }
  }
  return { low, high };
}
