import { ENGINE_VERSION, ENGINE_VERSIONS, type EngineVersion, TOUCH_MODEL } from '@rasat/engine';
import type { Db } from '../../platform/db/pool.ts';
import {
  findForecastStart,
  listBoxProofs,
  listStates,
  NO_BARS_HASH,
  readEvents,
  type SeriesState,
  type StoredEvent,
  type VersionState,
} from '../analysis/index.ts';
import {
  findFirstPublishedMs,
  findModel,
  findPublisherCursor,
  isRecorded,
  type LedgerEntry,
  listEndedSeries,
  listSignals,
  listSignalsSince,
  type OutcomeEntry,
  type Signal,
} from '../signals/index.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointHead } from './checkpoint-store.ts';
import type { SeriesVersion } from './series-version.ts';

/** Rows and events that a version of the engine has published of a series. */
export interface Published {
  readonly version: EngineVersion;
  /**
   * End of the bars by which the version must have published. A superseded version owes its outcomes up to the bars
   * that the present version has read.
   */
  readonly state: SeriesState;
  /** Time up to which a superseded version publishes rows and boxes; null without a limit. */
  readonly rowsUntilMs: number | null;
  /** Time after which forecasts are published; null where none are. */
  readonly forecastsAfterMs: number | null;
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
  /** Whether a register row ends the series, so that its open legs are void. */
  readonly isEnded: boolean;
}

const BATCH = 5000;

/** Position of a checkpoint in the bars, the boxes and both chains. */
type Start = Pick<Checkpoint, 'through_ms' | 'boxes' | 'seq' | 'no'>;

const FIRST: Start = { through_ms: Number.NEGATIVE_INFINITY, boxes: 0, seq: 0, no: 0 };

/** Reads what a version has published of a series. Needs a transaction with one snapshot. */
export async function readPublished(db: Db, of: SeriesVersion): Promise<Published> {
  const signals = await listSignals(db, { seriesId: of.series.id, engineVersion: of.version });
  return readSince(db, of, FIRST, { signals, publishedTo: await findPublisherCursor(db) });
}

/**
 * Reads the rows since these checkpoints, in one query for each version. Returns a function that reads the rest of what
 * was published since a checkpoint. Both need the same transaction with one snapshot.
 */
export async function openSince(
  db: Db,
  heads: readonly CheckpointHead[],
): Promise<(of: SeriesVersion, checkpoint: Checkpoint) => Promise<Published>> {
  const found: Signal[] = [];
  for (const [engineVersion, own] of Map.groupBy(heads, (head) => head.engine_version)) {
    const seriesIds = own.map((head) => head.series_id);
    const since = {
      seq: Math.min(...own.map(({ seq }) => seq)),
      no: Math.min(...own.map(({ no }) => no)),
    };
    for (const signal of await listSignalsSince(db, { seriesIds, engineVersion }, since)) {
      found.push(signal);
    }
  }
  const keyOf = (seriesId: number, version: string): string => `${seriesId} ${version}`;
  const signals = Map.groupBy(found, ({ row }) => keyOf(row.seriesId, row.engineVersion));
  const publishedTo = await findPublisherCursor(db);
  return (of, checkpoint) => {
    const own = signals.get(keyOf(of.series.id, of.version)) ?? [];
    return readSince(db, of, checkpoint, { signals: own, publishedTo });
  };
}

async function readSince(
  db: Db,
  of: SeriesVersion,
  { through_ms: throughMs, boxes, seq, no }: Start,
  rows: { readonly signals: readonly Signal[]; readonly publishedTo: number },
): Promise<Published> {
  const { signals, publishedTo } = rows;
  const { series, version } = of;
  const states = await listStates(db, series.id);
  const events = new Map<string, StoredEvent>();
  const olderEvents = new Map<string, StoredEvent>();
  for await (const part of readEvents(db, series.id, version, BATCH)) {
    for (const event of part) {
      (event.barTimeMs > throughMs ? events : olderEvents).set(event.key, event);
    }
  }
  const outcomes = signals.flatMap((signal) => signal.outcomes.filter((one) => one.no > no));
  const about = new Set(outcomes.map((outcome) => outcome.seq));
  const older = signals.filter(({ row }) => row.seq <= seq && about.has(row.seq));
  return {
    version,
    state: stateOf(of, states),
    rowsUntilMs: await rowsUntilOf(db, of, states),
    forecastsAfterMs: await findForecastsAfter(db),
    events,
    olderEvents,
    boxes: await listBoxProofs(db, { seriesId: series.id, engineVersion: version }, boxes),
    ledger: signals.map(({ row }) => row).filter((row) => row.seq > seq),
    outcomes: outcomes.toSorted((one, other) => one.no - other.no),
    olderKeys: new Map(older.map(({ row }) => [row.seq, row.eventKey])),
    publishedTo,
    isEnded: (await listEndedSeries(db)).has(series.id),
  };
}

/**
 * Returns the time after which forecasts are published: that of the register, or that of the analysis before the register
 * has it. Null where none are published.
 */
export async function findForecastsAfter(db: Db): Promise<number | null> {
  return (await findModel(db, TOUCH_MODEL))?.after ?? (await findForecastStart(db));
}

/** Returns the later of the states of a version and of the present version. A replay owes no outcome. */
function stateOf({ series, version }: SeriesVersion, states: readonly VersionState[]): SeriesState {
  const find = (wanted: EngineVersion) => states.find((one) => one.engineVersion === wanted);
  const own = find(version) ?? nothingRead(series.id);
  const present = find(ENGINE_VERSION);
  return present && isRecorded(series) && present.bars > own.bars ? present : own;
}

/**
 * Returns the end of a superseded version's rows: where the analyst ended them, and never after the publication of the
 * first row of a newer version, which is in the chain.
 */
async function rowsUntilOf(
  db: Db,
  { series, version }: SeriesVersion,
  states: readonly VersionState[],
): Promise<number | null> {
  const newer = ENGINE_VERSIONS.slice(ENGINE_VERSIONS.indexOf(version) + 1);
  if (newer.length === 0) return null;
  const ended = states.find((one) => one.engineVersion === version)?.rowsUntilMs ?? null;
  const began = await findFirstPublishedMs(db, series.id, newer);
  return ended === null || began === null ? (ended ?? began) : Math.min(ended, began);
}

/** Rows that were published without a state follow from no bar. */
const nothingRead = (seriesId: number): SeriesState => ({
  seriesId,
  cursorMs: null,
  bars: 0,
  advancedMs: null,
  inputHash: NO_BARS_HASH,
});
