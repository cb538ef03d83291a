/** Numbers of shares of a split. */
export interface SplitRatio {
  readonly fresh: number;
  readonly old: number;
}

/** Greatest number of old shares that is tried; a factor without such a ratio is given for one old share. */
const MOST_OLD = 10_000;

/**
 * Returns the whole numbers of new and old shares of a split factor: 4 for 1, 1 for 10, 3 for 2. A factor that is no
 * ratio of small numbers is given for one old share.
 */
export function ratioOf(factor: number): SplitRatio {
  for (let old = 1; old <= MOST_OLD; old++) {
    const fresh = Math.round(factor * old);
    if (fresh > 0 && Math.abs(factor * old - fresh) < 1e-9 * old) return { fresh, old };
  }
  return { fresh: factor, old: 1 };
}
