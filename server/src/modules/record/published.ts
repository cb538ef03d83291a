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

/** Rows and events that this program's engine has published of a series. */
export interface Published {
  /** End of the analysed bars. */
  readonly state: SeriesState;
  /** Events that are not folded yet, by key. */
  readonly events: Map<string, StoredEvent>;
  /**
   * Events up to the time of the checkpoint, by key. They were compared before, unless a bar that was stored later
   * produced them.
   */
  readonly olderEvents: ReadonlyMap<string, StoredEvent>;
  /** Proofs of the folded boxes, in order. */
  readonly boxes: readonly Buffer[];
  readonly ledger: readonly LedgerEntry[];
  readonly outcomes: readonly OutcomeEntry[];
  /** Keys of the earlier ledger rows to which the outcomes refer, by row number. */
  readonly olderKeys: ReadonlyMap<number, string>;
  /** Id of the last event whose row has been published. */
  readonly publishedTo: number;
}

const BATCH = 5000;

/** Position of a checkpoint in the bars, the boxes and both chains. */
type Start = Pick<Checkpoint, 'through_ms' | 'boxes' | 'seq' | 'no'>;

const FIRST: Start = { through_ms: Number.NEGATIVE_INFINITY, boxes: 0, seq: 0, no: 0 };

/** Reads what was published of a series. Needs a transaction with one snapshot. */
export async function readPublished(db: Db, series: Series): Promise<Published> {
  const signals = await listSignals(db, { seriesId: series.id, engineVersion: ENGINE_VERSION });
  return readSince(db, series, FIRST, { signals, publishedTo: await findPublisherCursor(db) });
}

/**
 * Reads the rows since these checkpoints in one query. Returns a function that reads the rest of what was published
 * since a checkpoint. Both need the same transaction with one snapshot.
 */
export async function openSince(
  db: Db,
  heads: readonly CheckpointHead[],
): Promise<(series: Series, checkpoint: Checkpoint) => Promise<Published>> {
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
  return (series, checkpoint) =>
    readSince(db, series, checkpoint, { signals: signals.get(series.id) ?? [], publishedTo });
}

async function readSince(
  db: Db,
  series: Series,
  { through_ms: throughMs, boxes, seq, no }: Start,
  rows: { readonly signals: readonly Signal[]; readonly publishedTo: number },
): Promise<Published> {
  const { signals, publishedTo } = rows;
  const states = await listStates(db, series.id);
  const events = new Map<string, StoredEvent>();
  const olderEvents = new Map<string, StoredEvent>();
  for await (const part of readEvents(db, series.id, ENGINE_VERSION, BATCH)) {
    for (const event of part) {
      (event.barTimeMs > throughMs ? events : olderEvents).set(event.key, event);
    }
  }
  const outcomes = signals.flatMap((signal) => signal.outcomes.filter((one) => one.no > no));
  const about = new Set(outcomes.map((outcome) => outcome.seq));
  const older = signals.filter(({ row }) => row.seq <= seq && about.has(row.seq));
  return {
    state: states.find((one) => one.engineVersion === ENGINE_VERSION) ?? nothingRead(series.id),
    events,
    olderEvents,
    boxes: await listBoxProofs(db, { seriesId: series.id, engineVersion: ENGINE_VERSION }, boxes),
    ledger: signals.map(({ row }) => row).filter((row) => row.seq > seq),
    outcomes: outcomes.toSorted((one, other) => one.no - other.no),
    olderKeys: new Map(older.map(({ row }) => [row.seq, row.eventKey])),
    publishedTo,
  };
}

/** Rows that were published without a state follow from no bar. */
const nothingRead = (seriesId: number): SeriesState => ({
  seriesId,
  cursorMs: null,
  bars: 0,
  advancedMs: null,
  inputHash: NO_BARS_HASH,
});
