/** A line through the ages of an hour, and the height of the limit. */
export interface AgeLine {
  /** Path data; empty without ages. */
  readonly d: string;
  /** Height of the limit; null without one. */
  readonly limitY: number | null;
}

const EDGE = 1;
/** Ages up to this multiple of the limit are in the field. */
const ABOVE_LIMIT = 4;
/** Greatest age in the field of a source without a limit. */
const FREE_MS = 60_000;

/**
 * Fits ages in milliseconds, null without one, into a field, the first at the left. The heights are logarithms of the age
 * beyond `delayMs`, the delay that the class of the source has anyway; a minute without prices interrupts the line.
 */
export function computeAgeLine(
  ages: readonly (number | null)[],
  { delayMs, limitMs }: { readonly delayMs: number; readonly limitMs: number | null },
  width: number,
  height: number,
): AgeLine {
  const mostMs = limitMs === null ? FREE_MS : (limitMs - delayMs) * ABOVE_LIMIT;
  const y = (ageMs: number): number => {
    const lagMs = Math.min(mostMs, Math.max(0, ageMs - delayMs));
    return height - EDGE - (Math.log1p(lagMs) / Math.log1p(mostMs)) * (height - 2 * EDGE);
  };
  const x = (i: number): number => EDGE + (i / (ages.length - 1)) * (width - 2 * EDGE);
  const d = ages.flatMap((age, i) => {
    if (age === null) return [];
    const place = `${x(i).toFixed(1)} ${y(age).toFixed(1)}`;
    if (typeof ages[i - 1] === 'number') return [`L${place}`];
    // A minute alone is a dot.
    return [`M${place}${typeof ages[i + 1] === 'number' ? '' : 'h.1'}`];
  });
  return { d: d.join(''), limitY: limitMs === null ? null : y(limitMs) };
}
