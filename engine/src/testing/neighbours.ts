const cell = new DataView(new ArrayBuffer(8));

/** Returns the next double above a positive number. */
export function justAbove(value: number): number {
  cell.setFloat64(0, value);
  cell.setBigUint64(0, cell.getBigUint64(0) + 1n);
  return cell.getFloat64(0);
}

/** Returns the next double below a positive number. */
export function justBelow(value: number): number {
  cell.setFloat64(0, value);
  cell.setBigUint64(0, cell.getBigUint64(0) - 1n);
  return cell.getFloat64(0);
}

/** Two closes around two lines, and the crossing: 1 up, -1 down, 0 none. */
export type Crossing = readonly [previous: number, close: number, way: -1 | 0 | 1, what: string];

/** Returns every position of two closes at or beside the lines of an entry. */
export function crossings(upper: number, lower: number): readonly Crossing[] {
  return [
    [upper, justAbove(upper), 1, 'from the upper line itself'],
    [justBelow(upper), justAbove(upper), 1, 'from just inside the upper line'],
    [justBelow(upper), upper, 0, 'onto the upper line'],
    [upper, upper, 0, 'along the upper line'],
    [justAbove(upper), upper * 1.01, 0, 'from beyond the upper line'],
    [lower, justBelow(lower), -1, 'from the lower line itself'],
    [justAbove(lower), justBelow(lower), -1, 'from just inside the lower line'],
    [justAbove(lower), lower, 0, 'onto the lower line'],
    [lower, lower, 0, 'along the lower line'],
    [justBelow(lower), lower * 0.99, 0, 'from beyond the lower line'],
    [lower / 1.5, justAbove(upper), 1, 'from far below the lower line'],
    [upper * 1.5, justBelow(lower), -1, 'from far above the upper line'],
  ];
}
