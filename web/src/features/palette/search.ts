import type { InLanguages } from '@rasat/contract';
import { fold, foldSymbol } from '@rasat/contract';

/** A symbol with the texts that the palette searches. */
export interface Searchable {
  readonly symbol: string;
  readonly name: InLanguages;
}

/** A symbol with its texts folded once, so that each key press compares plain strings. */
export interface Indexed<T extends Searchable> {
  readonly entry: T;
  readonly symbol: string;
  readonly names: readonly string[];
}

/** Folds the names of the symbols in all three languages. */
export function indexSymbols<T extends Searchable>(entries: readonly T[]): Indexed<T>[] {
  return entries.map((entry) => ({
    entry,
    symbol: foldSymbol(entry.symbol),
    names: [...new Set([entry.name.tr, entry.name.az, entry.name.en].map(fold))],
  }));
}

/**
 * Returns how well a symbol matches a query, folded as a word and as a symbol: lower is better, null without a match.
 */
function rank(indexed: Indexed<Searchable>, query: string, symbol: string): number | null {
  if (indexed.symbol === symbol) return 0;
  if (symbol !== '' && indexed.symbol.startsWith(symbol)) return 1;
  if (indexed.names.some((name) => name.startsWith(query))) return 2;
  if (indexed.names.some((name) => name.includes(` ${query}`))) return 3;
  if (symbol !== '' && indexed.symbol.includes(symbol)) return 4;
  return indexed.names.some((name) => name.includes(query)) ? 5 : null;
}

/**
 * Returns the symbols that match a query, best match first, equal matches in the order of the list. An empty query
 * returns all of them, the `present` one first. Case, accents and the dots of i are ignored.
 */
export function listMatchingSymbols<T extends Searchable>(
  index: readonly Indexed<T>[],
  text: string,
  limit: number,
  present: string | null = null,
): T[] {
  const query = fold(text);
  if (query === '') {
    const entries = index.map(({ entry }) => entry);
    const here = entries.filter(({ symbol }) => symbol === present);
    return [...here, ...entries.filter(({ symbol }) => symbol !== present)].slice(0, limit);
  }
  const symbol = foldSymbol(text);
  const found: { entry: T; rank: number; at: number }[] = [];
  for (const [at, indexed] of index.entries()) {
    const place = rank(indexed, query, symbol);
    if (place !== null) found.push({ entry: indexed.entry, rank: place, at });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** Whether a command matches a query: every word of the query begins a word of the command. */
export function matchesWords(label: string, text: string): boolean {
  const words = fold(label).split(' ');
  return fold(text)
    .split(' ')
    .every((part) => part === '' || words.some((word) => word.startsWith(part)));
}
