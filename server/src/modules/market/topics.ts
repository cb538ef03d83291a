import type { WireTick } from '@rasat/contract';
import type { Bar, Resolution } from '@rasat/engine';
import { topic } from '../../platform/bus/bus.ts';

/** Accepted live prices, in order of time for each symbol. */
export const ticksTopic = topic<readonly WireTick[]>('market.ticks');

/**
 * Commit of the base bars of these symbols: no bar whose close is at or before `throughMs` can still arrive. Also sent
 * for a symbol without a new bar, since its higher buckets close by time.
 */
export interface ClosedEvent {
  readonly symbols: readonly string[];
  readonly throughMs: number;
}
/** See `ClosedEvent`. */
export const closedTopic = topic<ClosedEvent>('market.closed');

/** Commit of closed bars of one resolution. */
export interface StoredEvent {
  readonly symbol: string;
  readonly seriesId: number;
  readonly resolution: Resolution;
  /**
   * The bars, ascending, after the ones stored before; null when they are too many for an event, or not all of them
   * after the stored ones, and have to be read from the database.
   */
  readonly bars: readonly Bar[] | null;
}
/** See `StoredEvent`; one event for a whole close. */
export const storedTopic = topic<readonly StoredEvent[]>('market.stored');

/**
 * Bars of a symbol that are not closed yet, by resolution, oldest first: one, or more while the older ones wait for late
 * ticks or for the history. A resolution without one is absent.
 */
export interface FormingEvent {
  readonly symbol: string;
  readonly seriesId: number;
  readonly bars: Readonly<Partial<Record<Resolution, readonly Bar[]>>>;
}
/** See `FormingEvent`; contains the symbols that changed since the last event. */
export const formingTopic = topic<readonly FormingEvent[]>('market.forming');

/** Progress of a source's fill of its symbols' history. */
export interface FillEvent {
  readonly source: string;
  /** Completed share, 0 to 1. */
  readonly filled: number;
  readonly symbolsDone: number;
  readonly symbolsTotal: number;
}
/** See `FillEvent`. */
export const fillTopic = topic<FillEvent>('market.fill');

/** Beginning or end of a source's silence. */
export interface SilenceEvent {
  readonly source: string;
  /** Time of its last ticks; null when it is heard again. */
  readonly sinceMs: number | null;
}
/** See `SilenceEvent`. */
export const silenceTopic = topic<SilenceEvent>('market.silence');

/** Change of the list of symbols or of the series behind some of them; null: any of them may have changed. */
export const symbolsTopic = topic<{ readonly symbols: readonly string[] | null }>('market.symbols');

/**
 * Commit of bars that were inserted into the past of symbols on which nothing was published. Their analysis was set
 * back and begins again.
 */
export const repairedTopic = topic<{ readonly symbols: readonly string[] }>('market.repaired');

/** PostgreSQL channel on which another process announces changed symbols; the payload is a name, or empty. */
export const MARKET_CHANNEL = 'market';

/** PostgreSQL channel on which the command line requests a replay. */
export const REPLAY_CHANNEL = 'market_replay';
