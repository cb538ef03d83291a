/**
 * Visits every number of a state. The same walk saves and restores, so both have the same order: `value` returns its
 * argument while saving, and the saved number while restoring.
 */
export interface StateVisitor {
  value(current: number): number;
  values(current: Float64Array): void;
}

/** A flat record of numbers; its keys are visited in the order of their creation. */
export type NumberRecord<T> = { [Key in keyof T]: number };

/** Walks one record in place. */
export function visitRecord<T extends NumberRecord<T>>(visitor: StateVisitor, record: T): void {
  for (const key in record) record[key] = visitor.value(record[key]) as T[typeof key];
}

/** Walks a record that may be missing; `blank` makes a record to fill while restoring. */
export function visitOptional<T>(
  visitor: StateVisitor,
  record: T | null,
  blank: () => T,
  visit: (visitor: StateVisitor, record: T) => void,
): T | null {
  const present = visitor.value(record === null ? 0 : 1);
  if (present === 0) return null;
  const filled = record ?? blank();
  visit(visitor, filled);
  return filled;
}

/** Walks a list in place, and grows it while restoring. */
export function visitList<T>(
  visitor: StateVisitor,
  list: T[],
  blank: () => T,
  visit: (visitor: StateVisitor, record: T) => void,
): void {
  const length = visitor.value(list.length);
  while (list.length < length) list.push(blank());
  for (const record of list) visit(visitor, record);
}

/** Returns a visitor that collects every number of a walk. */
export function createStateWriter(): StateVisitor & { finish(): Float64Array<ArrayBuffer> } {
  let cells = new Float64Array(4096);
  let length = 0;
  const reserve = (count: number): void => {
    if (length + count <= cells.length) return;
    const larger = new Float64Array(Math.max(cells.length * 2, length + count));
    larger.set(cells);
    cells = larger;
  };
  return {
    value(current) {
      reserve(1);
      cells[length++] = current;
      return current;
    },
    values(current) {
      reserve(current.length);
      cells.set(current, length);
      length += current.length;
    },
    finish: () => cells.slice(0, length),
  };
}

/** Returns a visitor that gives the numbers back in the same order. It throws RangeError when there are too few. */
export function createStateReader(
  cells: Float64Array,
): StateVisitor & { readonly remaining: number } {
  let at = 0;
  return {
    value() {
      const stored = cells[at++];
      if (stored === undefined) throw new RangeError('snapshot is too short');
      return stored;
    },
    values(current) {
      if (at + current.length > cells.length) throw new RangeError('snapshot is too short');
      current.set(cells.subarray(at, at + current.length));
      at += current.length;
    },
    get remaining() {
      return cells.length - at;
    },
  };
}
