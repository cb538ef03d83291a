import { useSyncExternalStore } from 'react';

/** Whether the server can be reached. */
export interface Connection {
  /** Since when no call has got through, by the page's clock; null while they do. */
  readonly lostMs: number | null;
  /** Whether the browser itself says that there is no network. */
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

/** An answer came: the server is there. */
export function noteAnswer(): void {
  set(FINE);
}

/** A call got no answer, or only that of a gateway. */
export function noteNoAnswer(): void {
  set({ ...connection, lostMs: connection.lostMs ?? Date.now() });
}

if (typeof window !== 'undefined') {
  // That the network is back does not say that the server is: the next answer does.
  window.addEventListener('online', () => set({ ...connection, offline: false }));
  window.addEventListener('offline', () => {
    set({ lostMs: connection.lostMs ?? Date.now(), offline: true });
  });
}

/** How the connection is now. */
export function readConnection(): Connection {
  return connection;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the connection is; the same object while nothing changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection, () => FINE);
}
