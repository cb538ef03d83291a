import type { BoxTrade, Condition } from './replies.ts';

/** Result of a trade or a condition: its result in R, and its exit price. */
export interface TradeResult {
  readonly r: number;
  readonly price: number;
}

/** Returns the profit of an exit in multiples of the risk; never negative zero. */
export function inR(way: boolean, entry: number, risk: number, exit: number): number {
  return ((way ? 1 : -1) * (exit - entry)) / risk + 0;
}

/** Returns the price distance of one R: a third of that from stop to second target, since each price is rounded. */
export function riskOf({ sl, tp2 }: Pick<BoxTrade, 'sl' | 'tp2'>): number {
  return Math.abs(tp2 - sl) / 3;
}

/** Returns the result at the second target if it was reached, else of the first leg; null while the trade is open. */
export function findTradeResult(trade: BoxTrade): TradeResult | null {
  if (!trade.closed) return null;
  const reached = trade.status === 1 ? (trade.tp2Hit ? trade.tp2 : trade.tp1) : null;
  const price = reached ?? trade.exit ?? trade.sl;
  return { price, r: inR(trade.way, trade.p, riskOf(trade), price) };
}

/** Returns the exit of a condition and the result of its second leg; null while active, or without a known exit. */
export function findConditionResult(condition: Condition): TradeResult | null {
  const { ended, exit, way, price, range, sl, tp2 } = condition;
  if (ended === null) return null;
  // A stored view of an older version has no exit: a stop or a target gives it, an expiry does not.
  const at = exit ?? { '-1': sl, '2': tp2, '0': null }[`${ended}`];
  return at === null ? null : { price: at, r: inR(way, price, range, at) };
}
