import type { CostOf } from '@rasat/contract';
import { type CostSettings, DEFAULT_COSTS, type RoundTripCost } from '@rasat/ledger';

/** Returns the settings that a list of costs was made of. */
export function settingsOf(costs: readonly CostOf[]): CostSettings {
  const bySymbol: Record<string, RoundTripCost> = {};
  const byCategory: Record<string, RoundTripCost> = {};
  for (const { of, unit, amount } of costs) {
    const isCategory = Object.hasOwn(DEFAULT_COSTS.byCategory, of);
    (isCategory ? byCategory : bySymbol)[of] = { unit, amount };
  }
  return { bySymbol, byCategory };
}
