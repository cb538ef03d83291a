import { DAY_MS } from '@rasat/contract';
import { ENGINE_VERSION, type EngineVersion } from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';
import type { Logger } from 'pino';
import { sha256 } from '../../platform/sha256.ts';
import type { Series } from '../market/index.ts';
import { type SeriesRun, startRun } from './series-run.ts';
import { keptView } from './shown-view.ts';
import type { SeriesAdvance, SeriesState, StoredState } from './store.ts';

/** Series that the analyst processes under a version of the engine. */
export interface SeriesEntry {
  readonly series: Series;
  /** The present version, or an earlier one with open rows, whose outcomes alone are published. */
  readonly version: EngineVersion;
  readonly run: SeriesRun;
  /** Insertions of bars when the entry was created. */
  readonly repairs: number;
  /** State that the database holds. */
  committed: SeriesState;
  /** State published before the restart; the run repeats up to it, and publishes nothing meanwhile. Null afterwards. */
  repeating: SeriesState | null;
  viewHash: Buffer | null;
  /** UTC day of the newest bar in the stored snapshot. */
  snapshotDay: number | null;
  /** Whether more bars are left to read than a live series has. */
  farBehind: boolean;
  /** Whether the results for all available bars are stored. */
  caughtUp: boolean;
  /** Reason for which the series was given up. */
  failure: string | null;
}

const dayOf = (timeMs: number | null): number | null =>
  timeMs === null ? null : Math.floor(timeMs / DAY_MS);

/**
 * Creates the entry of a series under a version, from its stored snapshot, or from the first bar. Forecasts are published
 * when they are made after `forecastsAfterMs`.
 */
export function createEntry(
  series: Series,
  version: EngineVersion,
  stored: StoredState,
  { log, forecastsAfterMs }: { readonly log: Logger; readonly forecastsAfterMs: number },
): SeriesEntry {
  const { snapshot, viewHash, engineVersion: _version, rowsUntilMs, repairs, ...state } = stored;
  const options = { version, rowsUntilMs, forecastsAfterMs };
  let run: SeriesRun | undefined;
  if (snapshot && snapshot.bars <= state.bars) {
    try {
      run = startRun(series, snapshot, options);
    } catch (error) {
      log.warn({ err: error, symbol: series.symbol }, 'a snapshot is unreadable, reading all bars');
    }
  }
  return {
    series,
    version,
    run: run ?? startRun(series, undefined, options),
    repairs,
    committed: state,
    repeating: state,
    viewHash,
    snapshotDay: run ? dayOf(run.cursorMs) : null,
    farBehind: run === undefined,
    caughtUp: false,
    failure: null,
  };
}

/**
 * Steps the engine over the bars. Throws when the bars differ from those read before the restart, and when the engine
 * refuses a new bar: after a restart, which repeats the bars without the time between them, it would accept that bar.
 */
export function readBars(entry: SeriesEntry, bars: BarColumns, log: Logger): void {
  for (let row = 0; row < bars.length; row += 1) {
    const refusal = entry.run.read(bars, row);
    if (refusal !== null) {
      const { symbol, id } = entry.series;
      const d = bars.openTimeMs[row];
      if (entry.repeating === null) {
        throw new Error(`the engine refused the stored bar of ${d}: ${refusal}`);
      }
      log.error({ symbol, series: id, d, refusal }, 'the engine refused a stored bar');
    }
    endRepetition(entry);
  }
}

/**
 * Ends the repetition when the run has reached the state of the ended process: its events up to there are already
 * published. Throws when the bars differ from those read then.
 */
export function endRepetition(entry: SeriesEntry): void {
  const { repeating, run } = entry;
  if (repeating === null || run.bars < repeating.bars) return;
  if (!run.inputHash.equals(repeating.inputHash)) {
    throw new Error('the stored bars are not those that were analysed; see rasat verify');
  }
  if (repeating.advancedMs !== null) run.advance(repeating.advancedMs);
  run.takeEvents();
  entry.repeating = null;
}

/**
 * Returns the changes of a series to store after reading; undefined without changes. When all bars were read, advances
 * the time to `throughMs` first. Throws when bars are missing that were read before the restart.
 */
export function takeAdvance(
  entry: SeriesEntry,
  throughMs: number | null,
): SeriesAdvance | undefined {
  const { run, committed, series, farBehind } = entry;
  if (entry.repeating !== null) {
    if (!farBehind) throw new Error('stored bars are missing that were analysed before');
    return undefined;
  }
  if (!farBehind && throughMs !== null) run.advance(throughMs);
  const after: SeriesState = {
    seriesId: series.id,
    cursorMs: run.cursorMs,
    bars: run.bars,
    advancedMs: run.advancedMs,
    inputHash: run.inputHash,
  };
  const isShown = entry.version === ENGINE_VERSION && !farBehind && run.viewIsStale;
  const view = isShown ? changedView(entry) : undefined;
  if (after.bars === committed.bars && after.advancedMs === committed.advancedMs && !view) {
    return undefined;
  }
  const { repairs } = entry;
  const isCurrent = entry.version === ENGINE_VERSION && !farBehind;
  const now = isCurrent ? run.touchNow() : null;
  const touchNow = now && JSON.stringify(now);
  const events = run.takeEvents();
  return { before: committed, after, repairs, events, touchNow, ...(view && { view }) };
}

function changedView(entry: SeriesEntry): { text: string; hash: Buffer } | undefined {
  const text = JSON.stringify(keptView(entry.run.view()));
  const viewHash = sha256(text);
  return entry.viewHash?.equals(viewHash) ? undefined : { text, hash: viewHash };
}

/** Whether the entry is of a superseded version without an open row, so that it needs no further bar. */
export function isOver(entry: SeriesEntry): boolean {
  return entry.repeating === null && entry.failure === null && entry.run.isOver;
}

/** Whether a day has closed since the stored snapshot. */
export function needsSnapshot(entry: SeriesEntry): boolean {
  const { run, caughtUp, repeating, failure } = entry;
  if (!caughtUp || repeating !== null || failure !== null || run.bars === 0) return false;
  return dayOf(run.cursorMs) !== entry.snapshotDay;
}

/** Records that the entry's snapshot was stored. */
export function noteSnapshot(entry: SeriesEntry): void {
  entry.snapshotDay = dayOf(entry.run.cursorMs);
}
