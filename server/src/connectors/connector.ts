import type { Category } from '@rasat/contract';
import type { Bar, BarRefusal, Resolution } from '@rasat/engine';

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
  /** It is offered, and listed only when an operator lists it. */
  readonly optional?: boolean;
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
  /** Whether the venue can be heard: false soon after it cannot, by a heartbeat where the wire does not tell. */
  readonly connected: boolean;
  /** When the last tick arrived; null before the first. */
  readonly lastTickMs: number | null;
  /**
   * Every tick up to this venue time has been handed over, so that a bar that ends by then is whole. Null where the
   * venue does not say; then only waiting helps.
   */
  readonly throughMs: number | null;
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
   * first, so that a bar that was forming during a restart is whole again. A connector need not come back by itself: a
   * subscription that is not connected any more is stopped, and the feed begins anew with `history`, again and again
   * while that or `subscribe` throws because the venue is away.
   */
  subscribe(
    symbols: readonly { symbol: string; fromMs: number }[],
    onTicks: (ticks: readonly VenueTick[]) => void,
  ): Subscription;
}

/**
 * Why a row of a file was not taken. The engine's own reasons, and:
 *
 * - `columns`: too few or too many fields, or not a row of this format at all
 * - `time`: the time cannot be read, or lies outside 1900 to 2100
 * - `no-such-time`: a local time that the clocks of its zone skipped
 * - `number`: a price or volume cannot be read
 * - `no-values`: the vendor wrote the row without prices (`null`, empty)
 * - `filler`: a flat row without volume on a day without trading
 * - `still-forming`: the last row of an exchange's export, which was still open when it was written
 * - `truncated`: the file ends inside this row
 */
export type RowRefusal =
  | BarRefusal
  | 'columns'
  | 'time'
  | 'no-such-time'
  | 'number'
  | 'no-values'
  | 'filler'
  | 'still-forming'
  | 'truncated';

/**
 * One row of a file of bars. `line` counts from 1: the physical line of a text file, the record of a binary or JSON
 * file. `text` is the row as it stands in the file, cut to 200 characters.
 */
export type BarRow =
  | { readonly line: number; readonly bar: Bar }
  | { readonly line: number; readonly refusal: RowRefusal; readonly text: string };

/** An opened file of bars. */
export interface BarFile {
  /** The format's name, as `files/formats.ts` lists them. */
  readonly format: string;
  /** Length of its bars; null when it is none that the product knows (one-minute files are aggregated by the import). */
  readonly resolution: Resolution | null;
  /** The step between its bars in milliseconds, by which `resolution` was found. */
  readonly stepMs: number;
  /** The zone in which its times were read: an IANA name or an offset such as `-05:00`. */
  readonly timeZone: string;
  /** Bytes of the file on disk. */
  readonly sizeBytes: number;
  /** Bytes of the file read so far, for a progress bar. */
  readBytes(): number;
  /** Every row in the order of time, once. Bars open at their true UTC time; daily and weekly ones at 00:00 UTC. */
  readonly rows: AsyncIterable<BarRow>;
}
