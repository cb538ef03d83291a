import type { WireTick } from '@rasat/contract';
import type { Bar, Resolution } from '@rasat/engine';
import { topic } from '../../platform/bus/bus.ts';

/** Accepted live prices, in order of time for each symbol. */
export const ticksTopic = topic<readonly WireTick[]>('market.ticks');

/**
 * Base bars of these symbols are committed, and no bar whose close is at or before `throughMs` can still arrive. Sent
 * for a symbol without a bar, too: its higher buckets close by time.
 */
export interface ClosedEvent {
  readonly symbols: readonly string[];
  readonly throughMs: number;
}
/** See `ClosedEvent`. */
export const closedTopic = topic<ClosedEvent>('market.closed');

/** Closed bars of any resolution were committed. */
export interface StoredEvent {
  readonly symbol: string;
  readonly seriesId: number;
  readonly resolution: Resolution;
  /** The bars, ascending; null when they are too many to travel and are read from the database. */
  readonly bars: readonly Bar[] | null;
}
/** See `StoredEvent`; one event for a whole close. */
export const storedTopic = topic<readonly StoredEvent[]>('market.stored');

/**
 * The bars of a symbol that are not closed yet, by resolution, oldest first: one, or two while the older one waits for
 * stragglers. A resolution without one is absent.
 */
export interface FormingEvent {
  readonly symbol: string;
  readonly seriesId: number;
  readonly bars: Readonly<Partial<Record<Resolution, readonly Bar[]>>>;
}
/** See `FormingEvent`; the symbols that changed since the last one. */
export const formingTopic = topic<readonly FormingEvent[]>('market.forming');

/** How far a source has filled the history of its symbols. */
export interface FillEvent {
  readonly source: string;
  /** 0 to 1. */
  readonly filled: number;
  readonly symbolsDone: number;
  readonly symbolsTotal: number;
}
/** See `FillEvent`. */
export const fillTopic = topic<FillEvent>('market.fill');

/** The list of symbols, or the series behind some of them, changed; null: perhaps any of them. */
export const symbolsTopic = topic<{ readonly symbols: readonly string[] | null }>('market.symbols');

/** PostgreSQL channel on which another process says that it changed symbols; the payload is a name, or empty. */
export const MARKET_CHANNEL = 'market';

/** PostgreSQL channel on which the command line asks for a replay. */
export const REPLAY_CHANNEL = 'market_replay';
