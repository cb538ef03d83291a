import type { CommonFault, FaultSwitch } from './fault-switch.ts';

/**
 * Plays the faults of pages on the rows of a page, and returns the rows to send. `earlier` returns an earlier page of
 * the same request and is given for a page that is not the first: `page-endless` sends that page again, and
 * `page-misses-row` leaves out the first row, which the client can only miss on a later page. A page of fewer than two
 * rows is returned as it is.
 */
export function spoilRows<Row>(
  rows: readonly Row[],
  faults: FaultSwitch<CommonFault>,
  earlier?: () => readonly Row[],
): readonly Row[] {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) return rows;
  if (faults.take('page-repeats-row')) return [first, ...rows];
  if (faults.take('page-descending')) return rows.toReversed();
  if (faults.take('page-shuffled')) return [...rest, first];
  if (faults.take('page-empty')) return [];
  if (!earlier) return rows;
  if (faults.take('page-misses-row')) return rest;
  return faults.take('page-endless') ? earlier() : rows;
}
