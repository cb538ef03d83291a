/** How a trade stands, as it is sent. */
export interface TradeEnd {
  /** -1 stop loss hit, 0 open or expired, 1 take profit reached. */
  readonly status: -1 | 0 | 1;
  /** Ended by its stop, its first target or its expiry. */
  readonly closed: boolean;
  readonly tp2Hit?: boolean;
}

/** What came of a trade. */
export type Outcome = 'none' | 'open' | 'tp1' | 'tp2' | 'stopped' | 'expired';

/** The word for a trade's end; `none` without a trade. A stop that came after the first target does not take it back. */
export function getOutcome(trade: TradeEnd | null): Outcome {
  if (!trade) return 'none';
  if (trade.status === -1) return 'stopped';
  if (trade.status === 1) return trade.tp2Hit ? 'tp2' : 'tp1';
  return trade.closed ? 'expired' : 'open';
}
