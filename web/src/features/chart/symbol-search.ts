import { CATEGORIES } from '@rasat/contract';
import type { SymbolEntry } from '../../api/market.ts';
import { fold } from '../../i18n/fold.ts';

/** How well a symbol answers a folded search: less is better, null when it does not. */
function rank(entry: SymbolEntry, wanted: string): number | null {
  const symbol = fold(entry.symbol);
  if (symbol === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  const names = Object.values(entry.name).map(fold);
  if (names.some((name) => name.startsWith(wanted))) return 2;
  if (symbol.includes(wanted)) return 3;
  return names.some((name) => name.includes(wanted)) ? 4 : null;
}

/** All symbols by category, or those that a search finds, best first. Case, accents and the dots of i do not count. */
export function findListed(symbols: readonly SymbolEntry[], search: string): SymbolEntry[] {
  const wanted = fold(search);
  const order = (entry: SymbolEntry): number => CATEGORIES.indexOf(entry.type);
  if (wanted === '') return [...symbols].sort((a, b) => order(a) - order(b));
  return symbols
    .flatMap((entry) => {
      const at = rank(entry, wanted);
      return at === null ? [] : { entry, at };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
