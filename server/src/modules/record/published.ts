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
import {
  findPublisherCursor,
  type LedgerEntry,
  listSignals,
  listSignalsSince,
  type OutcomeEntry,
  type Signal,
} from '../signals/index.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointHead } from './checkpoint-store.ts';

/** What the engine of this program has published of a series. */
export interface Published {
  /** How far the bars were analysed. */
  readonly state: SeriesState;
  /** Events that are not folded yet, by key. */
  readonly events: Map<string, StoredEvent>;
  /**
   * Those of times before the checkpoint, by key: met already, but for what bars say that came after their time was
   * checked.
   */
  readonly olderEvents: ReadonlyMap<string, StoredEvent>;
  /** Proofs of the boxes that are folded, in order. */
  readonly boxes: readonly Buffer[];
  readonly ledger: readonly LedgerEntry[];
  readonly outcomes: readonly OutcomeEntry[];
  /** Keys of the ledger rows that outcomes are about and that are not in the list, by number. */
  readonly olderKeys: ReadonlyMap<number, string>;
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
  const signals = await listSignals(db, { seriesId: series.id, engineVersion: ENGINE_VERSION });
  return {
    state: states.find((one) => one.engineVersion === ENGINE_VERSION) ?? nothingRead(series.id),
    events,
    olderEvents: new Map(),
    boxes: await listBoxProofs(db, { seriesId: series.id, engineVersion: ENGINE_VERSION }),
    ledger: signals.map(({ row }) => row),
    outcomes: outcomesIn(signals),
    olderKeys: new Map(),
    publishedTo: await findPublisherCursor(db),
  };
}

/** The outcomes of signals, in the order of their numbers. */
function outcomesIn(signals: readonly Signal[]): OutcomeEntry[] {
  return signals.flatMap(({ outcomes }) => outcomes).toSorted((one, other) => one.no - other.no);
}

/** Reads what became known, or was written, since checkpoints were made. */
export interface SinceCheckpoints {
  read(series: Series, checkpoint: Checkpoint): Promise<Published>;
}

/**
 * Reads the rows since these checkpoints in one go and answers what reads the rest; to be called, and used, in a
 * transaction that sees one moment.
 */
export async function openSince(
  db: Db,
  heads: readonly CheckpointHead[],
): Promise<SinceCheckpoints> {
  const ids = heads.map((head) => head.series_id);
  const signals = Map.groupBy(
    await listSignalsSince(
      db,
      { seriesIds: ids, engineVersion: ENGINE_VERSION },
      {
        seq: Math.min(...heads.map(({ seq }) => seq)),
        no: Math.min(...heads.map(({ no }) => no)),
      },
    ),
    ({ row }) => row.seriesId,
  );
  const publishedTo = await findPublisherCursor(db);
  return {
    async read(series, { through_ms: throughMs, boxes, seq, no }) {
      const states = await listStates(db, series.id);
      const events = new Map<string, StoredEvent>();
      const olderEvents = new Map<string, StoredEvent>();
      for await (const part of readEvents(db, series.id, ENGINE_VERSION, BATCH)) {
        for (const event of part) {
          (event.barTimeMs > throughMs ? events : olderEvents).set(event.key, event);
        }
      }
      const own = signals.get(series.id) ?? [];
      const outcomes = outcomesIn(own).filter((outcome) => outcome.no > no);
      const about = new Set(outcomes.map((outcome) => outcome.seq));
      const of = { seriesId: series.id, engineVersion: ENGINE_VERSION };
      return {
        state: states.find((one) => one.engineVersion === ENGINE_VERSION) ?? nothingRead(series.id),
        events,
        olderEvents,
        boxes: await listBoxProofs(db, of, boxes),
        ledger: own.map(({ row }) => row).filter((row) => row.seq > seq),
        outcomes,
        olderKeys: new Map(
          own.filter(({ row }) => about.has(row.seq)).map(({ row }) => [row.seq, row.eventKey]),
        ),
        publishedTo,
      };
    },
  };
}

/** A row that was published without a state follows from no bar. */
const nothingRead = (seriesId: number): SeriesState => ({
  seriesId,
  cursorMs: null,
  bars: 0,
  advancedMs: null,
  inputHash: NO_BARS_HASH,
});
