import {
  type BarRefusal,
  type BaseResolution,
  createEngine,
  ENGINE_VERSION,
  type Engine,
  type EngineEvent,
  type EngineOptions,
  type EngineVersion,
  type EngineView,
  levelsMadeMs,
  type MarketCategory,
  resolutionMs,
  restoreEngine,
  type TouchNow,
} from '@rasat/engine';
import type { BarColumns } from '../bars/bars-codec.ts';
import { rollInputHash, type Sha256 } from './input-hash.ts';

/** Properties of a series that its engine needs. */
export type SeriesRules = {
  readonly base: BaseResolution;
  /** Whether a Sunday belongs to Monday. */
  readonly fx: boolean;
  readonly digits: number;
  /** Category of the symbol, which chances of touch depend on. */
  readonly category: MarketCategory;
};

/** The events that are published; pivots and the daily cycle are in the view alone. */
export type PublishedEvent = Exclude<
  EngineEvent,
  { readonly type: 'pivot' | 'cycle' | 'conditionEnded' }
>;

/** An event as it is stored. */
export interface EventRecord<Hash extends Uint8Array = Uint8Array> {
  /** Unique key of the event within its series and engine version; a function of the bars alone. */
  readonly key: string;
  readonly event: PublishedEvent;
  /** Rolling hash over the bars that were read when the event became known. */
  readonly inputHash: Hash;
}

/** The exact state of a run, for continuing later. */
export interface RunSnapshot<Hash extends Uint8Array = Uint8Array> {
  readonly engine: Uint8Array;
  readonly bars: number;
  readonly cursorMs: number | null;
  readonly inputHash: Hash;
}

/** Options of a run. */
export interface RunOptions {
  /** Version of the engine; the present one when absent. */
  readonly version?: EngineVersion;
  /**
   * Time up to which the version publishes rows and boxes, for a superseded version; afterwards the run keeps the
   * outcomes of these rows alone. Null or absent: no limit.
   */
  readonly rowsUntilMs?: number | null;
  /** Time after which forecasts are published, with their outcomes. Null or absent: there are none. */
  readonly forecastsAfterMs?: number | null;
}

/** Reads the bars of one series in order and keeps the events of its engine. It uses no clock and no database. */
export interface SeriesRun<Hash extends Uint8Array = Uint8Array> {
  /** Opening time of the last bar read. */
  readonly cursorMs: number | null;
  /** Bars read. */
  readonly bars: number;
  /** Time up to which `advance` has closed buckets. */
  readonly advancedMs: number | null;
  readonly inputHash: Hash;
  readonly version: EngineVersion;
  /** Whether no later bar can give an event: the run is past `rowsUntilMs`, and no row until then is open. */
  readonly isOver: boolean;
  /** Reads the bar in that row. Returns why the engine refused it, or null. */
  read(bars: BarColumns, row: number): BarRefusal | null;
  /** Closes buckets up to `timeMs`. The caller promises that no bar that closes by then can arrive. */
  advance(timeMs: number): void;
  /** Returns the events since the last call. */
  takeEvents(): EventRecord<Hash>[];
  /** Whether the view may have changed since it was last read. */
  readonly viewIsStale: boolean;
  view(): EngineView;
  /** Returns the inputs of chances of touch of the last bar; null where there are none. */
  touchNow(): TouchNow | null;
  snapshot(): RunSnapshot<Hash>;
}

/**
 * Returns a run from a snapshot, or from the first bar on with the hash of no bar (`noBars`, 32 zero bytes). The same
 * bars give the same events, hashes and view; calls of `advance` do not change them. Throws RangeError when the
 * snapshot cannot be read or is of another version.
 */
export function startSeriesRun<Hash extends Uint8Array>(
  rules: SeriesRules,
  sha256: Sha256<Hash>,
  from: RunSnapshot<Hash> | { readonly noBars: Hash },
  { version = ENGINE_VERSION, rowsUntilMs = null, forecastsAfterMs = null }: RunOptions = {},
): SeriesRun<Hash> {
  const snapshot = 'engine' in from ? from : null;
  const engine: Engine = snapshot
    ? restoreEngine(new Uint8Array(snapshot.engine))
    : createEngine(engineOptions(rules), version);
  if (engine.version !== version) throw new RangeError('a snapshot of another engine version');
  const inputHash = rollInputHash(sha256, 'noBars' in from ? from.noBars : from.inputHash);
  let bars = snapshot?.bars ?? 0;
  let cursorMs = snapshot?.cursorMs ?? null;
  let advancedMs: number | null = null;
  let sink: EngineEvent[] = [];
  let records: EventRecord<Hash>[] = [];
  let viewIsStale = true;

  const keep = (): void => {
    if (sink.length === 0) return;
    viewIsStale = true;
    for (const event of sink) {
      if (!isPublished(event) || isEarlyForecast(event, forecastsAfterMs)) continue;
      if (rowsUntilMs !== null && rowTimeOf(event, rules.fx) > rowsUntilMs) continue;
      records.push({ key: eventKey(event), event, inputHash: inputHash.value });
    }
    sink = [];
  };

  return {
    get cursorMs() {
      return cursorMs;
    },
    get bars() {
      return bars;
    },
    get advancedMs() {
      return advancedMs;
    },
    get inputHash() {
      return inputHash.value;
    },
    version,
    get isOver() {
      if (rowsUntilMs === null || cursorMs === null) return false;
      const readMs = Math.max(cursorMs + resolutionMs[rules.base], advancedMs ?? 0);
      return readMs >= rowsUntilMs && !engine.hasOpenMadeBy(rowsUntilMs);
    },
    read(columns, row) {
      const at = (column: Float64Array): number => column[row] as number;
      const openTimeMs = at(columns.openTimeMs);
      // Buckets that ended before this bar are closed first; the hash of their events excludes this bar.
      engine.advanceTo(openTimeMs, sink);
      keep();
      const [o, h, l, c] = [at(columns.open), at(columns.high), at(columns.low), at(columns.close)];
      const v = at(columns.volume);
      inputHash.add(columns, row);
      bars += 1;
      cursorMs = openTimeMs;
      const refusal = engine.step(openTimeMs, o, h, l, c, v, sink);
      keep();
      return refusal;
    },
    advance(timeMs) {
      if (advancedMs !== null && timeMs <= advancedMs) return;
      advancedMs = timeMs;
      engine.advanceTo(timeMs, sink);
      keep();
    },
    takeEvents() {
      const taken = records;
      records = [];
      return taken;
    },
    get viewIsStale() {
      return viewIsStale;
    },
    view() {
      viewIsStale = false;
      return engine.view();
    },
    touchNow: () => engine.touchNow(),
    snapshot: () => ({ engine: engine.snapshot(), bars, cursorMs, inputHash: inputHash.value }),
  };
}

function engineOptions({ base, fx, digits, category }: SeriesRules): EngineOptions {
  return { base, fx, digits, category };
}

/** Whether an event belongs to a forecast that is not published. */
function isEarlyForecast(event: PublishedEvent, afterMs: number | null): boolean {
  const madeMs =
    event.type === 'forecast' ? event.timeMs : event.type === 'touched' ? event.fromMs : null;
  return madeMs !== null && (afterMs === null || madeMs <= afterMs);
}

function isPublished(event: EngineEvent): event is PublishedEvent {
  return event.type !== 'pivot' && event.type !== 'cycle' && event.type !== 'conditionEnded';
}

/**
 * Returns the key of an event. The engine's ids are unique in a series; a result adds its leg to the id of its entry.
 */
function eventKey(event: PublishedEvent): string {
  if (event.type === 'touched') return `${event.id}.touch`;
  return 'leg' in event ? `${event.id}.${event.leg}` : event.id;
}

/**
 * Returns when the row or box that an event makes, or is an outcome of, became known. A version that a newer one has
 * superseded publishes the events of rows and boxes made until then alone (docs/formats/ledger.md).
 */
export function rowTimeOf(event: PublishedEvent, fx: boolean): number {
  switch (event.type) {
    case 'box':
    case 'trade':
    case 'condition':
    case 'levels':
    case 'forecast':
      return event.timeMs;
    case 'touched':
      return event.fromMs;
    case 'tradeClosed':
    case 'conditionLeg':
      // The name ends in the time at which its row became known.
      return Number(event.id.slice(event.id.lastIndexOf('.') + 1));
    case 'levelsTrade':
    case 'levelsClosed':
      return levelsMadeMs(event.d, fx);
  }
}
