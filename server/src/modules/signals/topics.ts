import { topic } from '../../platform/bus/bus.ts';

/** Rows were added to the record. */
export interface PublishedEvent {
  /** Symbols of new ledger rows. */
  readonly symbols: readonly string[];
  /** The newest rows of the two chains; null when none of that kind was added. */
  readonly lastSeq: number | null;
  readonly lastOutcome: number | null;
}

/** Tells that the record has new rows. */
export const publishedTopic = topic<PublishedEvent>('signals.published');
