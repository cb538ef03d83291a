import { LIMITS } from '@rasat/contract';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressWrite } from '../../ui/use-address-write.ts';

const REST_MS = 250;

/** Search and filters of a list, kept in the address for reloads, links and the browser's history. */
export interface AddressSearch {
  /** Text of the field. */
  readonly text: string;
  /** Text to search for: trimmed, and updated when typing pauses. */
  readonly search: string;
  readonly onText: (text: string) => void;
  /** Returns another parameter, such as a filter; empty when it is absent. */
  readonly read: (name: string) => string;
  /** Sets parameters; an empty value removes a parameter. */
  readonly write: (values: Readonly<Record<string, string>>) => void;
  /** Removes all parameters. */
  readonly clear: () => void;
}

/** Holds a search in the address under `search`, and the filters in further parameters. */
export function useAddressSearch(): AddressSearch {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').trim().slice(0, LIMITS.search);
  const [text, setText] = useState(search);
  // Last text that the field wrote to the address; another text there comes from a navigation.
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
