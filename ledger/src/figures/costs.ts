/** Units of a cost. */
export const COST_UNITS = ['pips', 'price', 'basisPoints'] as const;

/** Cost of an entry and its exit together. A pip is 0.0001, of a pair quoted in yen 0.01. */
export type RoundTripCost = {
  readonly unit: (typeof COST_UNITS)[number];
  readonly amount: number;
};

/** Costs by category, and costs of single symbols, which have priority. */
export interface CostSettings {
  readonly bySymbol: Readonly<Record<string, RoundTripCost>>;
  readonly byCategory: Readonly<Record<string, RoundTripCost>>;
}

function pips(amount: number): RoundTripCost {
  return { unit: 'pips', amount };
}

function basisPoints(amount: number): RoundTripCost {
  return { unit: 'basisPoints', amount };
}

/**
 * Costs unless the settings name others: forex 1 to 1.8 pips by how much a pair is traded, gold 0.4 a troy ounce,
 * crypto 10 basis points, United States stocks 2, indices 3, Borsa İstanbul 20. Silver is our own estimate: 3 basis
 * points, the cost of gold at a price of 1,300.
 * Rule: docs/analysis.md#costs
 */
export const DEFAULT_COSTS: CostSettings = {
  bySymbol: {
    EURUSD: pips(1),
    USDJPY: pips(1.2),
    GBPUSD: pips(1.4),
    AUDUSD: pips(1.4),
    USDCHF: pips(1.6),
    USDCAD: pips(1.6),
    NZDUSD: pips(1.8),
    XAUUSD: { unit: 'price', amount: 0.4 },
    XAGUSD: basisPoints(3),
  },
  byCategory: {
    forex: pips(1.8),
    crypto: basisPoints(10),
    nasdaq: basisPoints(2),
    index: basisPoints(3),
    bist: basisPoints(20),
  },
};

/**
 * Returns the cost of a round trip in a symbol: its own, else that of its category. Throws RangeError for a category
 * without a cost.
 * Rule: docs/analysis.md#costs
 */
export function roundTripCost(
  settings: CostSettings,
  category: string,
  symbol: string,
): RoundTripCost {
  const cost = settings.bySymbol[symbol] ?? settings.byCategory[category];
  if (cost === undefined) throw new RangeError(`no cost for category ${category}`);
  return cost;
}

/**
 * Returns the cost of a trade in multiples of its risk by the settings; see {@link costMultiple}. Throws RangeError for
 * a category without a cost.
 * Rule: docs/analysis.md#costs
 */
export function costInR(
  settings: CostSettings,
  category: string,
  symbol: string,
  price: number,
  risk: number,
): number {
  return costMultiple(roundTripCost(settings, category, symbol), symbol, price, risk);
}

/**
 * Returns the cost of a trade in multiples of its risk: the round trip's cost at the entry price over the distance of
 * the stop.
 * Rule: docs/analysis.md#costs
 */
export function costMultiple(
  cost: RoundTripCost,
  symbol: string,
  price: number,
  risk: number,
): number {
  switch (cost.unit) {
    case 'pips':
      return (cost.amount * (symbol.endsWith('JPY') ? 0.01 : 0.0001)) / risk;
    case 'price':
      return cost.amount / risk;
    case 'basisPoints':
      return (cost.amount * price) / 10_000 / risk;
  }
}
