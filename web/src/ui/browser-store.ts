/** What this browser keeps under a key; null when it keeps nothing there, or nothing at all. */
export function findStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, or with null none any more. A browser that keeps nothing goes on without. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // What was chosen holds until the page is left.
  }
}
