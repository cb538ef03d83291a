/** Fields of a trade that determine its outcome. */
export interface TradeEnd {
  /** -1 stop loss hit, 0 open or expired, 1 take profit reached. */
  readonly status: -1 | 0 | 1;
  /** Whether it ended by its stop, its first target or its expiry. */
  readonly closed: boolean;
  readonly tp2Hit?: boolean;
}

/** Outcome of a trade. */
export type Outcome = 'none' | 'open' | 'tp1' | 'tp2' | 'stopped' | 'expired';

/** Returns the outcome of a trade; `none` without one. A stop after the first target does not change the outcome. */
export function getOutcome(trade: TradeEnd | null): Outcome {
  if (!trade) return 'none';
  if (trade.status === -1) return 'stopped';
  if (trade.status === 1) return trade.tp2Hit ? 'tp2' : 'tp1';
  return trade.closed ? 'expired' : 'open';
}
