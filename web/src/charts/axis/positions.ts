/**
 * Positions of instants on an axis with one place for each bar: closed, forming and future ones, ascending by opening
 * time. Place `i` covers `i - 0.5` to `i + 0.5`. An instant inside a bar has the proportional position inside its
 * place; an instant in a gap between two bars is on the border between their places.
 */
export interface Positions {
  readonly length: number;
  /** Returns the opening time of place `index`; undefined outside. */
  openAt(index: number): number | undefined;
  /** Returns the place of the bar that an instant belongs to, the last bar opened by then; -1 before the first. */
  placeOf(timeMs: number): number;
  /** Returns the position of an instant; outside of the known bars, by their average distance. */
  positionOf(timeMs: number): number;
}

/** Returns the positions for two lists of opening times: existing bars, and future ones. Lengths in milliseconds. */
export function createPositions(
  past: readonly number[],
  future: readonly number[],
  barLengthMs: number,
): Positions {
  const length = past.length + future.length;
  const openAt = (index: number): number | undefined =>
    index < past.length ? past[index] : future[index - past.length];

  function placeOf(timeMs: number): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((openAt(middle) ?? Infinity) <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  const first = openAt(0) ?? 0;
  const last = openAt(length - 1) ?? 0;
  const spacingMs = length > 1 ? (last - first) / (length - 1) : barLengthMs;

  function positionOf(timeMs: number): number {
    if (length === 0) return 0;
    const place = placeOf(timeMs);
    if (place < 0) return (timeMs - first) / spacingMs - 0.5;
    const opened = openAt(place) ?? first;
    const inside = (timeMs - opened) / barLengthMs;
    if (place === length - 1 && inside > 1) {
      return place + 0.5 + (timeMs - opened - barLengthMs) / spacingMs;
    }
    return place - 0.5 + Math.min(inside, 1);
  }

  return { length, openAt, placeOf, positionOf };
}
