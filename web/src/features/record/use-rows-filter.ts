import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ANY, FILTERS, type RowsFilter, readRowsFilter } from './rows-filter.ts';

/** Takes up what was chosen; null takes a filter away. */
export type NarrowRows = (
  changes: Readonly<Partial<Record<keyof RowsFilter, string | null>>>,
) => void;

/** What the list is narrowed by, and how to change it. */
export interface RowsView {
  readonly filter: RowsFilter;
  readonly narrow: NarrowRows;
  readonly clear: () => void;
}

/**
 * The filter in the address. A choice holds at once, and the next one builds on it, while the router is still on its way
 * to the address of the last. `begin` is how rows stand until something else is chosen.
 */
export function useRowsFilter(begin: RowsFilter['state']): RowsView {
  const [search, setSearch] = useSearchParams();
  const [wanted, setWanted] = useState<string | null>(null);
  // Addresses that were asked for since the router stood still, the last of which is wanted.
  const asked = useRef<string[]>([]);
  const now = search.toString();
  useEffect(() => {
    const last = asked.current.at(-1);
    // One of those before the last is on the way to it; any other address comes from elsewhere and counts.
    if (last === undefined || (now !== last && asked.current.includes(now))) return;
    asked.current = [];
    setWanted(null);
  }, [now]);
  const narrow: NarrowRows = (changes) => {
    const after = new URLSearchParams(asked.current.at(-1) ?? now);
    for (const [name, value] of Object.entries(changes)) {
      if (value !== null) after.set(name, value);
      else if (name === 'state' && begin !== null) after.set(name, ANY);
      else after.delete(name);
    }
    asked.current.push(after.toString());
    setWanted(after.toString());
    setSearch(after, { replace: true, preventScrollReset: true });
  };
  return {
    filter: readRowsFilter(new URLSearchParams(wanted ?? now), begin),
    narrow,
    clear: () => narrow(Object.fromEntries(FILTERS.map((name) => [name, null]))),
  };
}
