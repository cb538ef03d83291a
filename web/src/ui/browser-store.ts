/** Returns the text that this browser stores under a key; null without one, or when storage is blocked. */
export function findStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key; null removes it. A browser that blocks storage is ignored. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The choice lasts until the page is left.
  }
}
