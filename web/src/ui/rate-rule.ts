/** A scale of shares around a rate: the part from 0 to 1 that is drawn, and its marks. */
export interface RateRule {
  /** Shares at both ends, whole tenths. */
  readonly from: number;
  readonly to: number;
  /** A mark every hundredth, its position from 0 to 1; every fifth is long. */
  readonly ticks: readonly { readonly at: number; readonly long: boolean }[];
  /** Returns the position of a share on the scale, 0 to 1. */
  readonly place: (share: number) => number;
}

/**
 * Returns the part of the scale from 0 to 1 that contains all of these shares with a margin, at least two tenths wide.
 */
export function computeRateRule(shares: readonly number[]): RateRule {
  // Whole hundredths avoid rounding errors at the ends.
  const least = Math.min(...shares) * 100 - 1;
  const most = Math.max(...shares) * 100 + 1;
  let from = Math.max(0, Math.floor(least / 10) * 10);
  let to = Math.min(100, Math.ceil(most / 10) * 10);
  while (to - from < 20) {
    // The side with less margin is extended first, within 0 and 100.
    if (from > 0 && (to === 100 || least - from < to - most)) from -= 10;
    else to += 10;
  }
  const span = to - from;
  return {
    from: from / 100,
    to: to / 100,
    ticks: Array.from({ length: span + 1 }, (_, i) => ({ at: i / span, long: i % 5 === 0 })),
    place: (share) => (share * 100 - from) / span,
  };
}
