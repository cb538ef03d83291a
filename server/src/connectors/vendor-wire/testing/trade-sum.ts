/** What trades add up to, in whole units. */
export interface TradeSum {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Adds trades up in their order; null for none. */
export function addUp(
  trades: readonly { readonly price: number; readonly volume: number }[],
): TradeSum | null {
  let sum: TradeSum | null = null;
  for (const { price, volume } of trades) {
    sum = joinSums(sum, { open: price, high: price, low: price, close: price, volume });
  }
  return sum;
}

/** Joins the sums of an earlier and a later part; null when both have no trade. */
export function joinSums(a: TradeSum | null, b: TradeSum | null): TradeSum | null {
  if (!a || !b) return a ?? b;
  return {
    open: a.open,
    high: Math.max(a.high, b.high),
    low: Math.min(a.low, b.low),
    close: b.close,
    volume: a.volume + b.volume,
  };
}
