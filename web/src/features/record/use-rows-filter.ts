import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ANY, FILTERS, type RowsFilter, readRowsFilter } from './rows-filter.ts';

/** Applies chosen values to the filter; null removes a filter. */
export type NarrowRows = (
  changes: Readonly<Partial<Record<keyof RowsFilter, string | null>>>,
) => void;

/** Filter of the list with the functions that change it. */
export interface RowsView {
  readonly filter: RowsFilter;
  readonly narrow: NarrowRows;
  readonly clear: () => void;
}

/**
 * Returns the filter in the address. A choice applies at once, and the next choice builds on it, also while the router
 * still navigates to the address of the previous one. `begin` is the state for an address without one.
 */
export function useRowsFilter(begin: RowsFilter['state']): RowsView {
  const [search, setSearch] = useSearchParams();
  const [wanted, setWanted] = useState<string | null>(null);
  // Addresses requested since the router was last idle; the last one is the wanted address.
  const asked = useRef<string[]>([]);
  const now = search.toString();
  useEffect(() => {
    const last = asked.current.at(-1);
    // An earlier requested address is a step to the last one. Any other address is a new navigation and ends the wait.
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
