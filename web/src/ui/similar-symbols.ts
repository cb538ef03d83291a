const MAX_SHOWN = 6;

/** Returns the edit distance of two words: letters to add, drop or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * Returns symbols that were perhaps meant: those that contain the word or are at most two letters away, nearest first.
 */
export function listSimilarSymbols(symbols: readonly string[], typed: string): readonly string[] {
  return symbols
    .map((symbol) => ({
      symbol,
      distance: typed.length >= 2 && symbol.includes(typed) ? 0 : editDistance(symbol, typed),
    }))
    .filter(({ distance }) => distance <= 2)
    .toSorted((a, b) => a.distance - b.distance || a.symbol.localeCompare(b.symbol))
    .slice(0, MAX_SHOWN)
    .map(({ symbol }) => symbol);
}
