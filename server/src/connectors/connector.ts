import type { Category, DelayClass, InLanguages } from '@rasat/contract';
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
 * Audience of a source's prices, at every output of the product: everyone, people with a session, or subscribers. Calls
 * that need a stronger right for other reasons still need it.
 */
export type Audience = 'anyone' | 'signed-in' | 'subscribers';

/** Age of a source's prices by its licence. */
export interface Delay {
  readonly class: DelayClass;
  /** Time by which the source delivers its ticks later than the market, in milliseconds; 0 unless `delayed`. */
  readonly ms: number;
}

/** Description of one instrument that a source delivers. */
export interface Instrument {
  readonly symbol: string;
  readonly category: Category;
  /** Decimals of the price, at most 8. */
  readonly digits: number;
  readonly name: InLanguages;
  readonly calendar: CalendarName;
  /** The resolution that the engine reads. */
  readonly base: BaseResolution;
  /** Whether the instrument is listed only when an operator lists it. */
  readonly optional?: boolean;
}

/**
 * A change of an instrument after which its prices or its name do not continue. `effectiveMs` is the opening of the first
 * session after it.
 */
export type CorporateAction =
  /** `factor` new shares for each old one: 4 when one share becomes four, 0.1 when ten become one. */
  | {
      readonly kind: 'split';
      readonly symbol: string;
      readonly effectiveMs: number;
      readonly factor: number;
    }
  /** `to` is the instrument's new name at the source. */
  | {
      readonly kind: 'rename';
      readonly symbol: string;
      readonly effectiveMs: number;
      readonly to: string;
    };

/** A coming day on which an exchange does not trade, or closes early, as a vendor tells it. */
export interface SpecialDay {
  readonly calendar: CalendarName;
  /** Start of its date in UTC. */
  readonly dayMs: number;
  /** The early close; null when there is no session. */
  readonly closeMs: number | null;
}

/** One trade or quote of a venue. */
export interface VenueTick {
  readonly symbol: string;
  /** Time at the venue, UTC epoch milliseconds. */
  readonly timeMs: number;
  readonly price: number;
  /**
   * The venue's own number of the trade, where it has one: two ticks are the same if their numbers are. Without it, two
   * ticks of one time and price count as one, so a source hands them over merged.
   */
  readonly id?: number;
  /** Volume traded since the previous tick; 0 where the venue sends none. */
  readonly volume: number;
}

/** State of a live subscription. */
export interface ConnectorState {
  /**
   * Whether the venue is reachable. It becomes false soon after the connection is lost; a heartbeat detects the loss
   * where the wire does not report it.
   */
  readonly connected: boolean;
  /** Arrival time of the last tick; null before the first. */
  readonly lastTickMs: number | null;
  /**
   * Venue time through which every tick has been delivered, so that a bar that ends by then is complete. Null where the
   * venue does not report it; then only waiting helps.
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
 * database and has no access to users.
 */
export interface Connector {
  /** The source's name on symbols and ledger rows. */
  readonly name: string;
  /** Audience of its prices, by the licence under which it delivers them. */
  readonly audience: Audience;
  /** How old its prices are. The feed runs a delayed source on a clock that is `ms` behind. */
  readonly delay: Delay;
  /**
   * Whether its ticks are all trades (`complete`), so that the bars that they build are the venue's own, or a selection
   * (`sampled`). A bar of a sampled source is taken from `history` before it is closed.
   */
  readonly ticks: 'complete' | 'sampled';
  /**
   * Time after its end after which `history` has every hour and quarter, in milliseconds, for a source that has them
   * hours later; some minutes when absent.
   */
  readonly settledMs?: number;
  /**
   * Order in which the feed fills the history of a new symbol: `oldest-first` in one go before its first live tick, for
   * a source whose history takes seconds; `newest-first` a recent part before and the rest beside the live ticks, for a
   * source whose history takes minutes.
   */
  readonly fillOrder: 'oldest-first' | 'newest-first';
  /**
   * Returns every instrument that the source offers. The digits of an `optional` one may be those of its present prices
   * alone. Throws while the venue is unavailable.
   */
  instruments(): Promise<readonly Instrument[]>;
  /**
   * Returns an instrument with the digits of its whole history; null for a symbol that the source does not offer. Throws
   * while the venue is unavailable.
   */
  find(symbol: string): Promise<Instrument | null>;
  /** Returns the resolutions that `history` delivers for a symbol, each with the time of its first bar. */
  available(symbol: string): Promise<readonly { resolution: SourceResolution; fromMs: number }[]>;
  /**
   * Returns closed bars with `fromMs <= openTimeMs < toMs` in time order, in batches, with the prices and volumes of
   * their day: neither splits nor dividends change them later. A bar that is still forming at
   * the venue is never among them, even when the clock of this machine is wrong. Ends early when the signal aborts.
   */
  history(
    symbol: string,
    resolution: SourceResolution,
    fromMs: number,
    toMs: number,
    signal?: AbortSignal,
  ): AsyncIterable<readonly Bar[]>;
  /**
   * Returns the corporate actions of symbols that become effective at `fromMs` or later, also announced ones; null when
   * the plan of the operator does not include them. Absent for a source whose instruments have none. Throws while the
   * venue is unavailable.
   */
  readonly actions?: (
    symbols: readonly string[],
    fromMs: number,
  ) => Promise<readonly CorporateAction[] | null>;
  /**
   * Returns the coming special days of exchanges that the vendor tells, ascending for each calendar, so that they are
   * compared with our calendars; null when the operator's plan does not include them. Absent when the vendor tells none.
   */
  specialDays?(): Promise<readonly SpecialDay[] | null>;
  /**
   * Delivers the live ticks of each symbol from `fromMs` on, in time order per symbol. The ticks between `fromMs` and
   * now come first, so that a bar that was forming during a restart is complete again. A connector need not reconnect:
   * the feed stops a disconnected subscription and starts again with `history`, and repeats this while `history` or
   * `subscribe` throws because the venue is unavailable.
   */
  subscribe(
    symbols: readonly { symbol: string; fromMs: number }[],
    onTicks: (ticks: readonly VenueTick[]) => void,
  ): Subscription;
}

/**
 * Reasons for refusing a row of a file. The engine's own reasons, and:
 *
 * - `columns`: too few or too many fields, or not a row of this format at all
 * - `time`: the time cannot be read, or lies outside 1900 to 2100
 * - `no-such-time`: a local time that the clocks of its zone skipped
 * - `number`: a price or volume cannot be read
 * - `no-values`: the vendor wrote the row without prices (`null`, empty)
 * - `filler`: a flat row without volume on a day without trading
 * - `still-forming`: the last row of an exchange's export, which was still open when it was written
 * - `truncated`: the file ends inside this row
 * - `doubled`: the previous row has the same time and other values
 * - `time-jump`: its time is far after that of the previous row, and the next rows continue from the previous row
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
 * file. `text` is the row as written in the file, cut to 200 characters.
 */
export type BarRow =
  | {
      readonly line: number;
      readonly bar: Bar;
      /** Time of the previous row, where the file's rhythm breaks and too few rows show which side is right. */
      readonly afterMs?: number;
    }
  | { readonly line: number; readonly refusal: RowRefusal; readonly text: string };

/** A gap breaks a file's rhythm when it is longer than this number of bars and also longer than `JUMP_DAYS`. */
const JUMP_BARS = 90;
const JUMP_DAYS = 30;

/** Returns the longest gap between two bars of `stepMs` that does not break the rhythm of a file. */
export function longestGapMs(stepMs: number): number {
  return Math.max(JUMP_DAYS * DAY_MS, JUMP_BARS * stepMs);
}

/** An opened file of bars. */
export interface BarFile {
  /** Name of the format, as the import lists it. */
  readonly format: string;
  /** Length of its bars; null when the product has no such resolution (the import aggregates one-minute files). */
  readonly resolution: Resolution | null;
  /** Step between its bars in milliseconds, from which `resolution` was derived. */
  readonly stepMs: number;
  /** Zone in which its times were read: an IANA name or an offset such as `-05:00`. */
  readonly timeZone: string;
  /** Bytes of the file on disk. */
  readonly sizeBytes: number;
  /** Returns the bytes of the file read so far, for a progress bar. */
  readBytes(): number;
  /** Every row in time order, once. Bars open at their true UTC time; daily and weekly ones at 00:00 UTC. */
  readonly rows: AsyncIterable<BarRow>;
}
