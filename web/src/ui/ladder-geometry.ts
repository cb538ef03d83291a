/** The prices of a trade on its ladder. */
export interface LadderPrices {
  readonly stop: number;
  readonly entry: number;
  readonly target1: number;
  readonly target2: number;
  /** The price now, or the one at which the trade ended; null when it is not known. */
  readonly last: number | null;
}

/** Where things stand on the rule, in per cent from its left end. */
export interface LadderGeometry {
  readonly entry: number;
  readonly target1: number;
  /** The ring of the price now, kept on the rule. */
  readonly last: number | null;
  /** Whether the price now is on the side of the targets. */
  readonly gaining: boolean;
}

/**
 * Lays a trade on a rule that always runs from the stop at the left to the second target at the right, for sells too.
 * Null when the prices make no rule (stop and second target at one price, or a value that is no number).
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

/** The ticks of the rule as a path in a 48 by 6 field: long at every 12th, middling at every 6th. */
export const LADDER_TICKS: string = Array.from({ length: TICKS + 1 }, (_, i) => {
  const depth = i % 12 === 0 ? 6 : i % 6 === 0 ? 4.5 : 3;
  return `M${i} 0V${depth}`;
}).join('');
