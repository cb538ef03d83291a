import { LIMITS } from '@rasat/contract';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressWrite } from '../../ui/use-address-write.ts';

const REST_MS = 250;

/** Search and filters of a list, kept in the address for reloads, links and the browser's history. */
export interface AddressSearch {
  /** The text of the field. */
  readonly text: string;
  /** The searched text: trimmed, after typing has paused. */
  readonly search: string;
  readonly onText: (text: string) => void;
  /** Sets other parameters, such as a filter; an empty value removes the parameter. */
  readonly read: (name: string) => string;
  readonly write: (values: Readonly<Record<string, string>>) => void;
  /** Removes all parameters. */
  readonly clear: () => void;
}

/** Holds a search in the address under `search`, and filters beside it. */
export function useAddressSearch(): AddressSearch {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').trim().slice(0, LIMITS.search);
  const [text, setText] = useState(search);
  // The last text that the field wrote; any other text comes with a new address.
  const written = useRef(search);
  const write = (values: Readonly<Record<string, string>>): void => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setText(search);
  }, [search]);
  const typed = text.trim();
  useAddressWrite(typed === search ? null : typed, REST_MS, (wanted) => {
    written.current = wanted;
    write({ search: wanted });
  });
  return {
    text,
    search,
    onText: setText,
    read: (name) => params.get(name) ?? '',
    write,
    clear: () => {
      written.current = '';
      setText('');
      setParams({}, { replace: true });
    },
  };
}
