import type { BoxTrade, Condition } from './replies.ts';

/** What a trade or a condition came to: its result in R, and the price it ended at. */
export interface TradeResult {
  readonly r: number;
  readonly price: number;
}

/** Profit of an exit in multiples of the risk; never a zero with a sign. */
export function inR(way: boolean, entry: number, risk: number, exit: number): number {
  return ((way ? 1 : -1) * (exit - entry)) / risk + 0;
}

/** What one R of a box trade is worth. Its lines are rounded each; from stop to second target they are three risks apart. */
export function riskOf({ sl, tp2 }: Pick<BoxTrade, 'sl' | 'tp2'>): number {
  return Math.abs(tp2 - sl) / 3;
}

/** What a box trade came to: the second target if it was reached, else its first leg; null while it runs. */
export function findTradeResult(trade: BoxTrade): TradeResult | null {
  if (!trade.closed) return null;
  const reached = trade.status === 1 ? (trade.tp2Hit ? trade.tp2 : trade.tp1) : null;
  const price = reached ?? trade.exit ?? trade.sl;
  return { price, r: inR(trade.way, trade.p, riskOf(trade), price) };
}

/** Where a condition ended and what its second leg came to; null while it is active. */
export function findConditionResult(condition: Condition): TradeResult | null {
  const { ended, exit, way, price, range, sl, tp2 } = condition;
  if (ended === null) return null;
  // A view that was kept without its exit knows the line that ended it, and of an expiry nothing.
  const at = exit ?? { '-1': sl, '2': tp2, '0': null }[`${ended}`];
  return at === null ? null : { price: at, r: inR(way, price, range, at) };
}
