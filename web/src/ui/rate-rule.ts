/** A rule of shares around a rate: what part of it is drawn, and where its marks stand. */
export interface RateRule {
  /** Shares at the ends, whole tenths. */
  readonly from: number;
  readonly to: number;
  /** A mark a hundredth, its place from 0 to 1; every fifth is long. */
  readonly ticks: readonly { readonly at: number; readonly long: boolean }[];
  /** The place of a share on the rule, 0 to 1. */
  readonly place: (share: number) => number;
}

/** The part of the rule from 0 to 1 that holds all of these shares with room beside them, two tenths of it at least. */
export function computeRateRule(shares: readonly number[]): RateRule {
  // In whole hundredths, so that no end is off by a rounding.
  const least = Math.min(...shares) * 100 - 1;
  const most = Math.max(...shares) * 100 + 1;
  let from = Math.max(0, Math.floor(least / 10) * 10);
  let to = Math.min(100, Math.ceil(most / 10) * 10);
  while (to - from < 20) {
    // The side that has less room gets more, as far as there is any.
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
