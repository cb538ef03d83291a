import { type BarRefusal, resolutionMs, WEEK_MS } from '@rasat/engine';
import {
  type BarColumns,
  createColumns,
  type InputHash,
  type RunOptions,
  rollInputHash,
  startSeriesRun,
} from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { sha256 } from '../../platform/sha256.ts';
import {
  type EventRecord,
  NO_BARS_HASH,
  type SeriesRun,
  type SeriesState,
} from '../analysis/index.ts';
import { readBarsAfter, type Series } from '../market/index.ts';

/** Starts the analysis of a series under a version before its first bar. */
export type StartRun = (series: Series, options: RunOptions) => SeriesRun;

/** Starts this program's engine with a constant hash: the walk computes the hash over its bars itself. */
export const startEngine: StartRun = (series, options) =>
  startSeriesRun(series, () => NO_BARS_HASH, { noBars: NO_BARS_HASH }, options);

/** Position of a walk. */
export interface WalkPlace {
  readonly run: SeriesRun;
  /** Bars read, the opening time of the last one, and the hash over them, which the walk computes itself. */
  readonly bars: number;
  readonly cursorMs: number | null;
  readonly barsHash: Buffer;
}

/** Listener to the steps of a walk. */
export interface StepListener {
  /** Receives the events that became known at `atMs`; `barsHash` is over exactly the bars that close by then. */
  events(records: readonly EventRecord[], atMs: number, barsHash: Buffer): void;
  /** Receives each bar's close; `barsHash` includes the bar. */
  bar?(closeMs: number, barsHash: Buffer): void;
  /** Receives a refusal of the engine to read the bar that opens at `openTimeMs`. */
  refused?(openTimeMs: number, refusal: BarRefusal): void;
  /** Receives the number of bars processed since the last call. */
  progress?(bars: number): void;
}

/** End of a walk. */
export interface Stepped extends WalkPlace {
  /** Whether no stored bar follows the analysed ones. */
  readonly complete: boolean;
  /** Reason for which the stored bars could not be read to their end; null when they could. */
  readonly unreadable: string | null;
}

/**
 * Steps through the analysed bars of a series as they arrived in time. The clock advances by one bar's length at a
 * time. The run receives each bar at its close, alone, in columns that hold no other bar, and each event is reported
 * with the clock's time. A run can therefore use no bar later than the time of its events, however it is implemented.
 * Keeps one list of bars in memory. `from`: continues where an earlier walk ended.
 */
export async function stepThrough(
  db: Db,
  series: Series,
  state: SeriesState,
  options: {
    readonly listener: StepListener;
    /** Version of the engine, and the end of its rows. */
    readonly of?: RunOptions;
    readonly start?: StartRun;
    readonly from?: WalkPlace | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Stepped> {
  const { listener, of = {}, start = startEngine, signal } = options;
  const from = options.from ?? {
    run: start(series, of),
    bars: 0,
    cursorMs: null,
    barsHash: NO_BARS_HASH,
  };
  const walk = beginWalk(series, from, listener);
  const { id: seriesId, base: resolution } = series;
  let complete = true;
  let unreadable: string | null = null;
  for (;;) {
    signal?.throwIfAborted();
    let bars: BarColumns | undefined;
    try {
      const cursor = { seriesId, resolution, afterMs: walk.cursorMs };
      bars = (await readBarsAfter(db, [cursor])).get(seriesId);
    } catch (error) {
      unreadable = error instanceof Error ? error.message : 'unknown reason';
    }
    if (!bars) break;
    const wanted = Math.min(bars.length, state.bars - walk.bars);
    for (let row = 0; row < wanted; row += 1) walk.handOver(bars, row);
    listener.progress?.(wanted);
    if (wanted < bars.length) {
      complete = false;
      break;
    }
  }
  if (state.advancedMs !== null) walk.waitUntil(state.advancedMs);
  const { run, bars, cursorMs, barsHash } = walk;
  return { run, bars, cursorMs, barsHash, complete, unreadable };
}

/**
 * Later than this after the last bar, the passing of time closes no bucket and ends no forecast: a forecast lasts at
 * most eight market weeks, of which a calendar week is never less than one.
 */
const LONGEST_WAIT_MS = 9 * WEEK_MS;

interface Walk extends WalkPlace {
  /** Advances the clock to the close of the bar and passes the bar to the run. */
  handOver(bars: BarColumns, row: number): void;
  /** Advances the clock without a bar. */
  waitUntil(timeMs: number): void;
}

function beginWalk(series: Series, from: WalkPlace, listener: StepListener): Walk {
  const { run } = from;
  const stepMs = resolutionMs[series.base];
  const barsHash: InputHash<Buffer> = rollInputHash(sha256, from.barsHash);
  const alone = createColumns(1);
  let { bars, cursorMs } = from;
  let nowMs = cursorMs === null ? null : cursorMs + stepMs;

  const listen = (atMs: number): void => {
    const records = run.takeEvents();
    if (records.length > 0) listener.events(records, atMs, barsHash.value);
  };
  /** Advances the run to every time before `timeMs` at which a bucket can close. */
  const passUntil = (timeMs: number): void => {
    if (nowMs === null) return;
    const endMs = Math.min(timeMs, nowMs + LONGEST_WAIT_MS);
    for (let t = (Math.floor(nowMs / stepMs) + 1) * stepMs; t < endMs; t += stepMs) {
      run.advance(t);
      listen(t);
    }
  };

  return {
    run,
    get bars() {
      return bars;
    },
    get cursorMs() {
      return cursorMs;
    },
    get barsHash() {
      return barsHash.value;
    },
    handOver(columns, row) {
      copyBar(columns, row, alone);
      const openTimeMs = alone.openTimeMs[0] as number;
      const closeMs = openTimeMs + stepMs;
      passUntil(closeMs);
      barsHash.add(alone, 0);
      bars += 1;
      cursorMs = openTimeMs;
      nowMs = closeMs;
      const refusal = run.read(alone, 0);
      if (refusal !== null) listener.refused?.(openTimeMs, refusal);
      run.advance(closeMs);
      listen(closeMs);
      listener.bar?.(closeMs, barsHash.value);
    },
    waitUntil(timeMs) {
      if (nowMs !== null && timeMs <= nowMs) return;
      passUntil(timeMs);
      run.advance(timeMs);
      listen(timeMs);
    },
  };
}

function copyBar(from: BarColumns, row: number, to: BarColumns): void {
  to.openTimeMs[0] = from.openTimeMs[row] as number;
  to.open[0] = from.open[row] as number;
  to.high[0] = from.high[row] as number;
  to.low[0] = from.low[row] as number;
  to.close[0] = from.close[row] as number;
  to.volume[0] = from.volume[row] as number;
}
