/** A line through a series of values, and its end point. */
export interface Spark {
  readonly d: string;
  readonly endX: number;
  readonly endY: number;
}

const EDGE = 1;

/**
 * Fits values into a field, the first at the left; null with fewer than two finite values. A flat series is in the
 * middle.
 */
export function computeSpark(
  values: readonly number[],
  width: number,
  height: number,
): Spark | null {
  const finite = values.filter(Number.isFinite);
  const last = finite.length - 1;
  if (last < 1) return null;
  const low = Math.min(...finite);
  const span = Math.max(...finite) - low;
  const x = (i: number) => EDGE + (i / last) * (width - 2 * EDGE);
  const y = (value: number) =>
    span === 0 ? height / 2 : EDGE + 1 + (1 - (value - low) / span) * (height - 2 * EDGE - 2);
  const d = finite
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  return { d, endX: x(last), endY: y(finite[last] ?? low) };
}
