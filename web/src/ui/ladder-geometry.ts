/** The prices of a ladder. */
export interface LadderPrices {
  readonly stop: number;
  readonly entry: number;
  readonly target1: number;
  readonly target2: number;
  /** The current price, or the price at which the trade ended; null when it is not known. */
  readonly last: number | null;
}

/** Positions on the rule, in per cent from its left end. */
export interface LadderGeometry {
  readonly entry: number;
  readonly target1: number;
  /** The ring of the current price, limited to the rule. */
  readonly last: number | null;
  /** Whether the current price is on the side of the targets. */
  readonly gaining: boolean;
}

/**
 * Returns the positions of a trade on a rule that always runs from the stop on the left to the second target on the
 * right, for sells too. Null when the prices give no rule (stop equal to the second target, or a value that is not a
 * number).
 */
export function computeLadder(prices: LadderPrices): LadderGeometry | null {
  const span = prices.target2 - prices.stop;
  if (!Number.isFinite(span) || span === 0) return null;
  const at = (price: number): number =>
    Math.min(100, Math.max(0, ((price - prices.stop) / span) * 100));
  const { entry, target1, last } = prices;
  if (!Number.isFinite(entry) || !Number.isFinite(target1)) return null;
  const known = last !== null && Number.isFinite(last);
  return {
    entry: at(entry),
    target1: at(target1),
    last: known ? at(last) : null,
    gaining: known && (last - entry) * Math.sign(span) >= 0,
  };
}

const TICKS = 48;

/** Ticks of the rule as a path in a 48 by 6 field: long at every 12th, of middle length at every 6th. */
export const LADDER_TICKS: string = Array.from({ length: TICKS + 1 }, (_, i) => {
  const depth = i % 12 === 0 ? 6 : i % 6 === 0 ? 4.5 : 3;
  return `M${i} 0V${depth}`;
}).join('');
