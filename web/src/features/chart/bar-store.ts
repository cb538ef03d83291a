import type { Bar } from '@rasat/engine';
import { useSyncExternalStore } from 'react';

/** The bar that the legend shows: under the crosshair, else the last one; with the close before it. */
export interface ShownBar {
  readonly bar: Bar;
  readonly previousClose: number | null;
}

/** A place that the chart writes the shown bar to, so that a moving price does not render the page. */
export interface BarStore {
  readonly set: (shown: ShownBar | null) => void;
  readonly get: () => ShownBar | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** An empty store. */
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

/** The shown bar, as it changes. */
export function useShownBar(store: BarStore): ShownBar | null {
  return useSyncExternalStore(store.subscribe, store.get, () => null);
}
