import { useState } from 'react';
import { useSession } from '../../api/session/session.ts';
import { readKept, writeKept } from './kept.ts';

/**
 * A value that is being written, and outlives a reload and signing in again in the same tab. `read` makes a value of what
 * was kept, null when it is none. Writing null empties it.
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

/** Forgets what was kept, once it was sent. */
export function dropKept(name: string): void {
  writeKept(sessionStorage, keyOf(name), '', null);
}

function keyOf(name: string): string {
  return `rasat.admin.${name}`;
}

/** A text that was kept. */
export function readText(kept: unknown): string | null {
  return typeof kept === 'string' ? kept : null;
}
