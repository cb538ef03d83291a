import type { Category } from '@rasat/contract';
import type { Bar } from '@rasat/engine';

/** What a source says about one instrument that it delivers. */
export interface Instrument {
  readonly symbol: string;
  readonly category: Category;
  /** Decimals of its price. */
  readonly digits: number;
  readonly name: { readonly tr: string; readonly az: string; readonly en: string };
  readonly calendar: 'always' | 'forex' | 'bist' | 'nasdaq' | 'xetra';
  /** The resolution that the engine reads. */
  readonly base: '60' | '1D';
}

/** One trade or quote of a venue. */
export interface VenueTick {
  readonly symbol: string;
  /** When it happened at the venue, UTC epoch milliseconds. */
  readonly timeMs: number;
  readonly price: number;
  /** Traded since the tick before it; 0 where the venue says nothing. */
  readonly volume: number;
}

/** How a live subscription is. */
export interface ConnectorState {
  readonly connected: boolean;
  /** When the last tick arrived; null before the first. */
  readonly lastTickMs: number | null;
}

/** A running live subscription. */
export interface Subscription {
  state(): ConnectorState;
  stop(): Promise<void>;
}

/**
 * The port of a market source. A connector knows its venue's wire and nothing of the product: it never writes to the
 * database and never sees a user.
 */
export interface Connector {
  /** The source's name as it stands on symbols and ledger rows. */
  readonly name: string;
  /** Every instrument that the source delivers. */
  instruments(): Promise<readonly Instrument[]>;
  /** The resolutions in which `history` answers for a symbol, each with the time of its first bar. */
  available(symbol: string): Promise<readonly { resolution: '15' | '60' | '1D'; fromMs: number }[]>;
  /**
   * Closed bars with `fromMs <= openTimeMs < toMs` in time order, in batches. A bar that is still forming at the
   * connector's clock is never among them. Ends early when the signal aborts.
   */
  history(
    symbol: string,
    resolution: '15' | '60' | '1D',
    fromMs: number,
    toMs: number,
    signal?: AbortSignal,
  ): AsyncIterable<readonly Bar[]>;
  /**
   * Live ticks of each symbol from `fromMs` on, in time order per symbol: what happened between `fromMs` and now comes
   * first, so that a bar that was forming during a restart is whole again.
   */
  subscribe(
    symbols: readonly { symbol: string; fromMs: number }[],
    onTicks: (ticks: readonly VenueTick[]) => void,
  ): Subscription;
}
