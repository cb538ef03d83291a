import type { PreparedBars } from './prepared-bars.ts';

/** The lines of a weekly set: the first of each side is the entry. */
export interface WeeklyLines {
  readonly buy: readonly number[];
  readonly sell: readonly number[];
}

/** Lines on each side of the anchor. */
const LINES = 6;
/** Powers of ten that move the decimal point of an anchor; the index is the exponent plus 12. */
const POWERS = Array.from({ length: 25 }, (_, at) => Number(`1e${at - 12}`));
/** Smallest moved anchor of a scale. */
const SMALLEST = 4;

/**
 * Returns the weekly lines of an anchor and a weekly range: the scale whose first step is nearest by ratio to a quarter
 * of the range, then the ladder on both sides. Null when no scale fits. Source: docs/analysis.md, Square of nine.
 */
export function weeklyLinesOf(
  bars: Pick<PreparedBars, 'round' | 'tick'>,
  anchor: number,
  weeklyRange: number,
): WeeklyLines | null {
  const target = weeklyRange / 4;
  let best: { readonly power: number; readonly beta: number } | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const power of POWERS) {
    if (!(anchor * power >= SMALLEST)) continue;
    for (const beta of [45, 90]) {
      const distance = Math.abs(Math.log((lineAt(anchor, 1, power, beta) - anchor) / target));
      if (distance < nearest) {
        nearest = distance;
        best = { power, beta };
      }
    }
  }
  if (best === null) return null;
  const { power, beta } = best;
  const ladder = (side: 1 | -1): number[] => {
    const lines: number[] = [];
    let inner = bars.round(anchor);
    for (let step = 1; step <= LINES; step++) {
      let line = bars.round(lineAt(anchor, side * step, power, beta));
      if (side > 0 ? line <= inner : line >= inner) line = bars.round(inner + side * bars.tick);
      if (line <= 0) break;
      lines.push(line);
      inner = line;
    }
    return lines;
  };
  return { buy: ladder(1), sell: ladder(-1) };
}

function lineAt(anchor: number, step: number, power: number, beta: number): number {
  const root = Math.sqrt(anchor * power) + (step * beta) / 180;
  return root > 0 ? (root * root) / power : 0;
}
