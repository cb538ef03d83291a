import { CATEGORIES, fold, foldSymbol } from '@rasat/contract';
import type { SymbolEntry } from '../../api/calls/market.ts';

/** Returns the rank of a symbol in a search, for the folded word and symbol: less is better, null without a match. */
function rank(entry: SymbolEntry, wanted: string, wantedSymbol: string): number | null {
  const symbol = foldSymbol(entry.symbol);
  if (symbol === wantedSymbol) return 0;
  if (wantedSymbol !== '' && symbol.startsWith(wantedSymbol)) return 1;
  const names = Object.values(entry.name).map(fold);
  if (names.some((name) => name.startsWith(wanted))) return 2;
  if (wantedSymbol !== '' && symbol.includes(wantedSymbol)) return 3;
  return names.some((name) => name.includes(wanted)) ? 4 : null;
}

/** Returns all symbols by category, or the matches of a search, best first. Ignores case, accents and the dots of i. */
export function listMatchingSymbols(
  symbols: readonly SymbolEntry[],
  search: string,
): SymbolEntry[] {
  const wanted = fold(search);
  const order = (entry: SymbolEntry): number => CATEGORIES.indexOf(entry.type);
  if (wanted === '') return [...symbols].sort((a, b) => order(a) - order(b));
  return symbols
    .flatMap((entry) => {
      const at = rank(entry, wanted, foldSymbol(search));
      return at === null ? [] : { entry, at };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
