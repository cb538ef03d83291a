import type { SymbolEntry } from '../../api/calls/market.ts';
import type { PredictorItem } from '../../api/calls/signals.ts';

/**
 * Symbols whose figures speak for all entries of the list: one on simulated prices and one on real ones, as far as there
 * are any, since the two never share a figure. While the symbols are unknown the first entry's stands for all.
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
