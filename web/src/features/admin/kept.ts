/** Where what is being written is kept: as long as the tab is open. */
export type KeptStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What was kept at a key for a person; null when there is nothing, or when it is somebody else's. */
export function readKept(store: KeptStore, key: string, person: string): unknown {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'person') !== person) {
      return null;
    }
    return Reflect.get(kept, 'value') ?? null;
  } catch {
    return null;
  }
}

/** Keeps a value for a person; null removes it. What the browser refuses to keep is not kept, and nothing is said. */
export function writeKept(store: KeptStore, key: string, person: string, value: unknown): void {
  try {
    if (value === null) store.removeItem(key);
    else store.setItem(key, JSON.stringify({ person, value }));
  } catch {
    // The page works without it.
  }
}
