import type { Bar } from '@rasat/engine';
import { useSyncExternalStore } from 'react';

/** The bar that the legend shows, with the close before it: the bar under the crosshair, else the last one. */
export interface ShownBar {
  /** Null where the bar is missing. */
  readonly bar: Bar | null;
  readonly previousClose: number | null;
}

/** Store of the shown bar. The chart writes to it, so that a moving price does not render the page. */
export interface BarStore {
  readonly set: (shown: ShownBar | null) => void;
  readonly get: () => ShownBar | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns an empty store. */
export function createBarStore(): BarStore {
  let shown: ShownBar | null = null;
  const listeners = new Set<() => void>();
  return {
    set(next) {
      if (next === shown || (next && shown && next.bar === shown.bar)) return;
      shown = next;
      for (const listener of listeners) listener();
    },
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the shown bar, updated with the store. */
export function useShownBar(store: BarStore): ShownBar | null {
  return useSyncExternalStore(store.subscribe, store.get, () => null);
}
