const cell = new DataView(new ArrayBuffer(8));

/** The next double above a positive one: a bound and one unit in the last place beyond it. */
export function justAbove(value: number): number {
  cell.setFloat64(0, value);
  cell.setBigUint64(0, cell.getBigUint64(0) + 1n);
  return cell.getFloat64(0);
}

/** The next double below a positive one. */
export function justBelow(value: number): number {
  cell.setFloat64(0, value);
  cell.setBigUint64(0, cell.getBigUint64(0) - 1n);
  return cell.getFloat64(0);
}
