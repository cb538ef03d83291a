/** Store of drafts, which lasts as long as the tab. */
export type KeptStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads a person's stored value at a key; null when it is absent or belongs to another person. */
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

/** Stores a value for a person; null removes it. An error of the store is ignored. */
export function writeKept(store: KeptStore, key: string, person: string, value: unknown): void {
  try {
    if (value === null) store.removeItem(key);
    else store.setItem(key, JSON.stringify({ person, value }));
  } catch {
    // The page works without stored drafts.
  }
}
