import type { CommonFault, FaultSwitch } from './fault-switch.ts';

/**
 * Plays the faults of pages on the rows of one. `earlier` returns an earlier page of the same request: with it a page is
 * a later one, and `page-endless` repeats that page. A page of fewer than two rows is left as it is.
 */
export function spoilRows<Row>(
  rows: readonly Row[],
  faults: FaultSwitch<CommonFault>,
  earlier?: () => readonly Row[],
): readonly Row[] {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) return rows;
  if (faults.take('page-repeats-row')) return [first, ...rows];
  if (faults.take('page-misses-row')) return rest;
  if (faults.take('page-descending')) return rows.toReversed();
  if (faults.take('page-shuffled')) return [...rest, first];
  if (faults.take('page-empty')) return [];
  if (earlier && faults.take('page-endless')) return earlier();
  return rows;
}
