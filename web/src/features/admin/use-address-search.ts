import { LIMITS } from '@rasat/contract';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressWrite } from '../../ui/use-address-write.ts';

const REST_MS = 250;

/** What a list is narrowed by: it stands in the address, so that a reload, a link and the way back keep it. */
export interface AddressSearch {
  /** What stands in the field. */
  readonly text: string;
  /** What is looked for: the text once it rests, blanks around it dropped. */
  readonly search: string;
  readonly onText: (text: string) => void;
  /** The other parameters, such as a filter; an empty value takes the parameter away. */
  readonly read: (name: string) => string;
  readonly write: (values: Readonly<Record<string, string>>) => void;
  /** Takes everything away. */
  readonly clear: () => void;
}

/** A search in the address under `search`, and filters beside it. */
export function useAddressSearch(): AddressSearch {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').trim().slice(0, LIMITS.search);
  const [text, setText] = useState(search);
  // What the field has written, to be told from what comes with another address.
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
