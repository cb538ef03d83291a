import type { LedgerRow, OutcomeRow } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import type { Db } from '../../platform/db/pool.ts';
import {
  listBoxProofs,
  listStates,
  NO_BARS_HASH,
  readEvents,
  type SeriesState,
  type StoredEvent,
} from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { findPublisherCursor, listLedgerOfSeries, listOutcomesOfSeries } from '../signals/index.ts';

/** What the engine of this program has published of a series. */
export interface Published {
  /** How far the bars were analysed. */
  readonly state: SeriesState;
  /** Events that are not folded yet, by key. */
  readonly events: Map<string, StoredEvent>;
  /** Proofs of the boxes that are folded, in order. */
  readonly boxes: readonly Buffer[];
  readonly ledger: readonly LedgerRow[];
  readonly outcomes: readonly OutcomeRow[];
  /** Up to which event rows have been made. */
  readonly publishedTo: number;
}

const BATCH = 5000;

/** Reads it; to be called in a transaction that sees one moment. */
export async function readPublished(db: Db, series: Series): Promise<Published> {
  const states = await listStates(db, series.id);
  const events = new Map<string, StoredEvent>();
  for await (const part of readEvents(db, series.id, ENGINE_VERSION, BATCH)) {
    for (const event of part) events.set(event.key, event);
  }
  return {
    state: states.find((one) => one.engineVersion === ENGINE_VERSION) ?? nothingRead(series.id),
    events,
    boxes: await listBoxProofs(db, { seriesId: series.id, engineVersion: ENGINE_VERSION }),
    ledger: await listLedgerOfSeries(db, series.id, ENGINE_VERSION),
    outcomes: await listOutcomesOfSeries(db, series.id, ENGINE_VERSION),
    publishedTo: await findPublisherCursor(db),
  };
}

/** Whatever was published without a state follows from no bar. */
const nothingRead = (seriesId: number): SeriesState => ({
  seriesId,
  cursorMs: null,
  bars: 0,
  advancedMs: null,
  inputHash: NO_BARS_HASH,
});
