import { type RefObject, useEffect } from 'react';
import { isCovered } from './overlay.ts';

let field: RefObject<HTMLElement | null> | null = null;

/** Makes a field the search of the page while it is shown: `/` leads to it, and not to the palette. */
export function usePageSearch(own: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    field = own;
    return () => {
      if (field === own) field = null;
    };
  }, [own]);
}

/** Leads to the search of the page; false when it has none that could be reached now. */
export function focusPageSearch(): boolean {
  const input = field?.current;
  if (!input || isCovered()) return false;
  input.focus();
  return document.activeElement === input;
}
