import type { SymbolEntry } from '../../api/calls/market.ts';
import type { PredictorItem } from '../../api/calls/signals.ts';

/**
 * Returns the symbols whose rates represent all entries of the list: at most one with simulated and one with real
 * prices, since the two never share a rate. While the symbols are unknown, the first entry represents all.
 */
export function pickRateSymbols(
  items: readonly PredictorItem[],
  symbols: readonly Pick<SymbolEntry, 'symbol' | 'source'>[],
): readonly string[] {
  const sources = new Map(symbols.map(({ symbol, source }) => [symbol, source]));
  const picked = new Map<boolean, string>();
  for (const { tradeCondition } of items) {
    const simulated = (sources.get(tradeCondition.symbol) ?? 'simulated') === 'simulated';
    if (!picked.has(simulated)) picked.set(simulated, tradeCondition.symbol);
  }
  return [...picked.values()];
}
