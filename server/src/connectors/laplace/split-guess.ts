/** Difference between base price and last close above which it is no ordinary dividend or movement. */
const LEAST = 1.12;
/** Greatest numbers of new shares for one, two, three and four old ones. */
const MOST_NEW = [20, 10, 10, 10] as const;
const TOLERANCE = 0.005;

/**
 * Returns the factor of the split that a base price unlike the last close tells: new shares for each old one, a fraction
 * of small numbers; null for none. A base price is rounded to the price step, so it is compared within 0.5 %.
 */
export function guessSplit(lastClose: number, basePrice: number): number | null {
  const isMerger = basePrice > lastClose;
  const ratio = isMerger ? basePrice / lastClose : lastClose / basePrice;
  if (!(ratio > LEAST)) return null;
  for (const [at, mostNew] of MOST_NEW.entries()) {
    const old = at + 1;
    const fresh = Math.round(ratio * old);
    const isNear = Math.abs(fresh / old / ratio - 1) <= TOLERANCE;
    if (isNear && fresh <= mostNew && fresh > old) return isMerger ? old / fresh : fresh / old;
  }
  return null;
}
