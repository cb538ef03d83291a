import { useSyncExternalStore } from 'react';

/** Store of the price under the crosshair. The chart writes to it, so that a moving pointer does not render the page. */
export interface PointStore {
  readonly set: (price: number | null) => void;
  readonly get: () => number | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns a store without a price. */
export function createPointStore(): PointStore {
  let shown: number | null = null;
  const listeners = new Set<() => void>();
  return {
    set(price) {
      if (price === shown) return;
      shown = price;
      for (const listener of listeners) listener();
    },
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the price under the crosshair, updated with the store. */
export function usePoint(store: PointStore): number | null {
  return useSyncExternalStore(store.subscribe, store.get, () => null);
}

/** Returns whether there is a price under the crosshair. */
export function useIsPointed(store: PointStore): boolean {
  return useSyncExternalStore(
    store.subscribe,
    () => store.get() !== null,
    () => false,
  );
}
