/**
 * Returns what `find` returns for the first of ascending items for which it is not null; null when it is null for all.
 * From one item on it must never be null: the first item is tried first, then that item is searched by halving.
 */
export async function firstFound<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Promise<Found | null>,
): Promise<Found | null> {
  let found: Found | null = null;
  let from = 0;
  let to = items.length;
  for (let at = 0; from < to; at = (from + to) >> 1) {
    const item = items[at];
    const first = item === undefined ? null : await find(item);
    if (first === null) from = at + 1;
    else {
      found = first;
      to = at;
    }
  }
  return found;
}
