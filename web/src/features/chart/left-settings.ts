/** Beginnings of keys under which charting libraries keep settings in a browser. Ours begin with `rasat.`. */
const LEFT_BEHIND = [
  'tradingview.',
  'tvlocalstorage.',
  'tvxwevents.',
  'charting_library',
  'klinecharts',
];

/** The part of the browser's storage that is used here. */
export interface KeyStore {
  readonly length: number;
  key(index: number): string | null;
  removeItem(key: string): void;
}

/** Removes the stored settings of other charting libraries from this browser. Returns the number of removed keys. */
export function clearLeftSettings(store: KeyStore): number {
  const keys = Array.from({ length: store.length }, (_, i) => store.key(i) ?? '');
  const left = keys.filter((key) =>
    LEFT_BEHIND.some((beginning) => key.toLowerCase().startsWith(beginning)),
  );
  for (const key of left) store.removeItem(key);
  return left.length;
}
