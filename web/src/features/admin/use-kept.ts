import { useState } from 'react';
import { useSession } from '../../api/session/session.ts';
import { readKept, writeKept } from './kept.ts';

/**
 * Holds a draft that survives a reload and a new sign-in in the same tab. `read` parses the stored draft and returns
 * null when it is invalid. Writing null removes the draft.
 */
export function useKept<T>(
  name: string,
  empty: T,
  read: (kept: unknown) => T | null,
): readonly [T, (next: T | null) => void] {
  const { info } = useSession();
  const person = info?.id ?? '';
  const key = keyOf(name);
  const [value, setValue] = useState<T>(() => read(readKept(sessionStorage, key, person)) ?? empty);
  return [
    value,
    (next) => {
      setValue(next ?? empty);
      writeKept(sessionStorage, key, person, next);
    },
  ];
}

/** Removes a stored draft, after it was sent. */
export function dropKept(name: string): void {
  writeKept(sessionStorage, keyOf(name), '', null);
}

function keyOf(name: string): string {
  return `rasat.admin.${name}`;
}

/** Reads a stored text; null for any other value. */
export function readText(kept: unknown): string | null {
  return typeof kept === 'string' ? kept : null;
}
