/** Returns the ends of the interval of a share, cut to the span from 0 to 1; null without one. */
export function shareRangeOf({
  value,
  halfWidth,
}: {
  readonly value: number;
  readonly halfWidth: number | null;
}): { readonly low: number; readonly high: number } | null {
  if (halfWidth === null) return null;
  return { low: Math.max(0, value - halfWidth), high: Math.min(1, value + halfWidth) };
}
