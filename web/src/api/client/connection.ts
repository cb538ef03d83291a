import { useSyncExternalStore } from 'react';

/** Whether the server can be reached. */
export interface Connection {
  /** When calls began to fail, by the page's clock; null while they succeed. */
  readonly lostMs: number | null;
  /** Whether the browser reports that there is no network. */
  readonly offline: boolean;
}

const FINE: Connection = { lostMs: null, offline: false };
const listeners = new Set<() => void>();
let connection =
  typeof navigator === 'object' && navigator.onLine === false
    ? { lostMs: Date.now(), offline: true }
    : FINE;

function set(next: Connection): void {
  if (next.lostMs === connection.lostMs && next.offline === connection.offline) return;
  connection = next;
  for (const listener of listeners) listener();
}

/** Notes an answer: the server is reachable. */
export function noteAnswer(): void {
  set(FINE);
}

/** Notes a call without an answer, or with one of a gateway. */
export function noteNoAnswer(): void {
  set({ ...connection, lostMs: connection.lostMs ?? Date.now() });
}

if (typeof window !== 'undefined') {
  // A network that is back does not mean that the server is: only its next answer does.
  window.addEventListener('online', () => set({ ...connection, offline: false }));
  window.addEventListener('offline', () => {
    set({ lostMs: connection.lostMs ?? Date.now(), offline: true });
  });
}

/** Returns the current state of the connection. */
export function readConnection(): Connection {
  return connection;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the state of the connection; the same object while nothing changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection, () => FINE);
}
