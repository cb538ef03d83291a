import type { Category, InLanguages } from '@rasat/contract';
import {
  type Bar,
  type BarRefusal,
  type BaseResolution,
  type CalendarName,
  DAY_MS,
  type Resolution,
  type SourceResolution,
} from '@rasat/engine';

/**
 * Who may have the prices of a source, at every output of the product: all, people with a session, or subscribers.
 * Calls that need more than that for other reasons go on needing it.
 */
export type Audience = 'anyone' | 'signed-in' | 'subscribers';

/** What a source says about one instrument that it delivers. */
export interface Instrument {
  readonly symbol: string;
  readonly category: Category;
  /** Decimals of its price. */
  readonly digits: number;
  readonly name: InLanguages;
  readonly calendar: CalendarName;
  /** The resolution that the engine reads. */
  readonly base: BaseResolution;
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
  /** Who may have its prices, by the licence under which it delivers them. */
  readonly audience: Audience;
  /** Every instrument that the source delivers. */
  instruments(): Promise<readonly Instrument[]>;
  /** The resolutions in which `history` answers for a symbol, each with the time of its first bar. */
  available(symbol: string): Promise<readonly { resolution: SourceResolution; fromMs: number }[]>;
  /**
   * Closed bars with `fromMs <= openTimeMs < toMs` in time order, in batches. A bar that is still forming at the venue
   * is never among them, even when the clock of this machine is wrong. Ends early when the signal aborts.
   */
  history(
    symbol: string,
    resolution: SourceResolution,
    fromMs: number,
    toMs: number,
    signal?: AbortSignal,
  ): AsyncIterable<readonly Bar[]>;
  /**
   * Live ticks of each symbol from `fromMs` on, in time order per symbol: what happened between `fromMs` and now comes
   * first, so that a bar that was forming during a restart is whole again. A connector need not come back by itself: a
   * subscription that is not connected any more is stopped, and the feed begins anew with `history`, again and again
   * while that or `subscribe` throws because the venue is unavailable.
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
 * - `doubled`: the row before it has the same time and other values
 * - `time-jump`: its time is far after that of the row before it, and the rows behind it go on from there
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
  | 'truncated'
  | 'doubled'
  | 'time-jump';

/**
 * One row of a file of bars. `line` counts from 1: the physical line of a text file, the record of a binary or JSON
 * file. `text` is the row as it stands in the file, cut to 200 characters.
 */
export type BarRow =
  | {
      readonly line: number;
      readonly bar: Bar;
      /** When the row before it is dated where the file's rhythm breaks off and too few rows show which side is right. */
      readonly afterMs?: number;
    }
  | { readonly line: number; readonly refusal: RowRefusal; readonly text: string };

/** A gap of more bars than this, and of more days, breaks a file's rhythm. */
const JUMP_BARS = 90;
const JUMP_DAYS = 30;

/** The longest gap between two bars of `stepMs` that does not break the rhythm of a file. */
export function longestGapMs(stepMs: number): number {
  return Math.max(JUMP_DAYS * DAY_MS, JUMP_BARS * stepMs);
}

/** An opened file of bars. */
export interface BarFile {
  /** The format's name, as the import lists them. */
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
