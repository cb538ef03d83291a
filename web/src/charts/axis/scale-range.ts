import type { Extent } from '../drawings/paint.ts';

/** Prices from the lowest to the highest that a scale should show. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** A scale may grow to this many times the range of the bars before drawings are cut. */
const MAX_GROWTH = 3;

/**
 * The range of the visible bars, widened so that drawings fit: each border of a drawing is taken in as long as the whole
 * does not exceed three times the range of the bars, nearest borders first. Drawings with times count while the visible
 * time touches them.
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
    .flatMap((extent) => [extent.low, extent.high])
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
