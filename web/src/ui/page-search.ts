import { type RefObject, useEffect } from 'react';
import { isCovered } from './overlay.ts';

let field: RefObject<HTMLElement | null> | null = null;

/** Registers a field as the search of the page while it is mounted: `/` focuses it instead of opening the palette. */
export function usePageSearch(own: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    field = own;
    return () => {
      if (field === own) field = null;
    };
  }, [own]);
}

/** Focuses the search field of the page; false when the page has none or an overlay covers it. */
export function focusPageSearch(): boolean {
  const input = field?.current;
  if (!input || isCovered()) return false;
  input.focus();
  return document.activeElement === input;
}
