import { type RefObject, useRef } from 'react';
import { isCovered } from '../../ui/overlay.ts';
import { useSingleKey } from '../../ui/use-single-key.ts';

/** Attributes that mark the link of a row. */
export const ROW_LINK = { 'data-row': '' } as const;

/** Moves between rows by `j` and `k`; returns the ref of the element that holds the rows. */
export function useRowKeys<E extends HTMLElement>(): RefObject<E | null> {
  const list = useRef<E>(null);
  const move = (step: 1 | -1): void => {
    if (isCovered()) return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement));
    const next = links[Math.min(Math.max(at + step, 0), links.length - 1)];
    next?.focus();
  };
  useSingleKey('j', () => move(1));
  useSingleKey('k', () => move(-1));
  return list;
}
