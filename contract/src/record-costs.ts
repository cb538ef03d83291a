import { type CostSettings, DEFAULT_COSTS, type RoundTripCost } from '@rasat/ledger/costs';
import { SYMBOL_PATTERN } from './symbols.ts';

/** The cost of a round trip, of a category or of one symbol. */
export interface CostOf extends RoundTripCost {
  /** A category or a symbol; a symbol has priority over its category. */
  readonly of: string;
}

const COST = /^(?<of>[A-Za-z0-9._]{1,20})=(?<amount>\d{1,9}(?:\.\d{1,9})?)(?<unit>pips|bp)?$/;

/**
 * Returns the default costs with those of a text such as `forex=1.8pips,crypto=10bp,XAUUSD=0.4` (pips, basis points, or
 * the price itself). Null when the text has another form, an unknown category, or a name twice.
 */
export function readCosts(text: string): CostSettings | null {
  const bySymbol: Record<string, RoundTripCost> = {};
  const byCategory: Record<string, RoundTripCost> = {};
  for (const part of text === '' ? [] : text.split(',')) {
    const { of = '', amount = '', unit } = COST.exec(part.trim())?.groups ?? {};
    const isCategory = Object.hasOwn(DEFAULT_COSTS.byCategory, of);
    const costs = isCategory ? byCategory : bySymbol;
    if ((!isCategory && !SYMBOL_PATTERN.test(of)) || Object.hasOwn(costs, of)) return null;
    costs[of] = {
      unit: unit === 'pips' ? 'pips' : unit === 'bp' ? 'basisPoints' : 'price',
      amount: Number(amount),
    };
  }
  return {
    bySymbol: { ...DEFAULT_COSTS.bySymbol, ...bySymbol },
    byCategory: { ...DEFAULT_COSTS.byCategory, ...byCategory },
  };
}

/** Returns costs as a list: categories first, then symbols. */
export function listCosts({ byCategory, bySymbol }: CostSettings): CostOf[] {
  return [...Object.entries(byCategory), ...Object.entries(bySymbol)].map(([of, cost]) => ({
    of,
    ...cost,
  }));
}
