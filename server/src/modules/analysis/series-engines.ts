import {
  ENGINE_VERSION,
  ENGINE_VERSIONS,
  type EngineVersion,
  listOlderVersions,
  resolutionMs,
} from '@rasat/engine';
import { type BarColumns, CHUNK_BARS } from '@rasat/ledger';
import type { Logger } from 'pino';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { FILE_SOURCE, REPLAY_SOURCE, readBarsAfter, type Series } from '../market/index.ts';
import { startForecasts } from './forecast-start.ts';
import {
  createEntry,
  endRepetition,
  isOver,
  needsSnapshot,
  noteSnapshot,
  readBars,
  type SeriesEntry,
  takeAdvance,
} from './series-entry.ts';
import {
  endSuperseded,
  getStates,
  insertRound,
  listStarted,
  listSuperseded,
  type SeriesAdvance,
  type StoredState,
  supersede,
  updateSnapshots,
} from './store.ts';

/** Log, clock and end of the closed bars for the engines. */
export interface SeriesEnginesOptions {
  readonly log: Logger;
  /** Returns the time of the rows that are written. */
  readonly now: () => number;
  /** Returns the known time up to which no bar of a symbol can still arrive; null without one. */
  readonly throughOf: (symbol: string) => number | null;
}

/** Result of a round. */
export interface Round {
  /** Symbols whose bars were read. */
  readonly symbols: readonly string[];
  /** Symbols whose shown view has changed. */
  readonly changed: readonly string[];
}

/** Number of series, number of those that caught up, and names of those that failed. */
export interface EnginesProgress {
  readonly series: number;
  readonly caughtUp: number;
  readonly failed: readonly string[];
}

/** An archived series and its number of base bars. */
export interface EndedSeries {
  readonly series: Series;
  readonly bars: number;
}

/**
 * Greatest number of bars of one series in a round: for series that are near the end, and for those that are far
 * behind.
 */
const NEAR_BARS = 2000;
const BEHIND_BARS = 5000;
/** Greatest number of far-behind series in a round. */
const BEHIND_SERIES = 8;
const SNAPSHOTS_AT_ONCE = 20;

/**
 * Engines of all current series, with the series that need work: one of the present version for each series, and one
 * of each earlier version that has open rows there. An archived series is read to its last bar by the versions that have
 * begun it, so that every leg that its bars decide has its outcome. When a round fails, the engines are ahead of the database: create a
 * new instance.
 */
export class SeriesEngines {
  readonly #options: SeriesEnginesOptions;
  readonly #entries = new Set<SeriesEntry>();
  readonly #bySymbol = new Map<string, Set<SeriesEntry>>();
  readonly #due = new Set<SeriesEntry>();

  constructor(options: SeriesEnginesOptions) {
    this.#options = options;
  }

  /**
   * Adds new series and removes those that are no longer current. Adds archived series that are not read to their last
   * bar.
   */
  async load(
    connection: Db,
    series: readonly Series[],
    ended: readonly EndedSeries[] = [],
  ): Promise<void> {
    const current = new Set(series.map((one) => one.id));
    for (const entry of this.#entries) {
      if (!current.has(entry.series.id) && !isArchived(entry)) this.#letGo(entry);
    }
    await this.#takeUpEnded(connection, ended);
    const loaded = new Set([...this.#entries].map((entry) => entry.series.id));
    const fresh = series.filter((one) => !loaded.has(one.id));
    for (let at = 0; at < fresh.length; at += SNAPSHOTS_AT_ONCE) {
      await this.#takeUp(connection, fresh.slice(at, at + SNAPSHOTS_AT_ONCE));
    }
  }

  /** Removes these symbols, so that `load` takes them up again from what is stored. */
  forget(symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      for (const entry of this.#bySymbol.get(symbol) ?? []) this.#letGo(entry);
    }
  }

  /** Marks symbols that may need work; null marks all. */
  mark(symbols: Iterable<string> | null): void {
    for (const symbol of symbols ?? this.#bySymbol.keys()) {
      for (const entry of this.#bySymbol.get(symbol) ?? []) {
        if (entry.failure === null) this.#due.add(entry);
      }
    }
  }

  /** Whether the symbol's series was loaded. */
  has(symbol: string): boolean {
    return this.#bySymbol.has(symbol);
  }

  /** Whether a round would find work. */
  get hasWork(): boolean {
    return this.#due.size > 0;
  }

  /** Whether a round would find only histories that are far behind. */
  get hasOnlyHistories(): boolean {
    return this.hasWork && [...this.#due].every((entry) => entry.farBehind);
  }

  /** Reads, computes and stores one portion of the work; all live series first, in one round. */
  async round(connection: Db): Promise<Round> {
    const { log, now } = this.#options;
    const taken = this.#take();
    const maxBars = taken.some((entry) => entry.farBehind) ? BEHIND_BARS : NEAR_BARS;
    // Read before the bars: a later time would also cover bars that are not among those read.
    const through = new Map(taken.map((entry) => [entry, this.#throughOf(entry)]));
    const found = await readNewBars(connection, taken, maxBars);
    const advances = new Map<SeriesEntry, SeriesAdvance>();
    for (const entry of taken) {
      this.#attempt(entry, () => {
        const bars = found.get(entry);
        if (bars) readBars(entry, bars, log);
        entry.farBehind = (bars?.length ?? 0) > maxBars - CHUNK_BARS;
        if (entry.farBehind) this.#due.add(entry);
        const advance = takeAdvance(entry, through.get(entry) ?? null);
        if (advance) advances.set(entry, advance);
      });
    }
    const over = taken.filter(isOver);
    if (advances.size > 0 || over.length > 0) {
      await inTransaction(connection, async (trx) => {
        for (const [version, some] of Map.groupBy(advances, ([entry]) => entry.version)) {
          const rows = some.map(([, advance]) => advance);
          await insertRound(trx, version, rows, now());
        }
        for (const [version, some] of Map.groupBy(over, (entry) => entry.version)) {
          await endSuperseded(trx, version, idsOf(some));
        }
      });
    }
    for (const entry of taken) entry.caughtUp = !entry.farBehind && entry.failure === null;
    for (const [entry, { after, view }] of advances) {
      entry.committed = after;
      if (view) entry.viewHash = view.hash;
    }
    for (const entry of over) this.#letGo(entry);
    for (const entry of taken) if (isArchived(entry) && entry.caughtUp) this.#letGo(entry);
    const stored = [...advances].map(([{ series }, { view }]) => ({ symbol: series.symbol, view }));
    return {
      symbols: [...new Set(stored.map(({ symbol }) => symbol))],
      changed: stored.filter(({ view }) => view).map(({ symbol }) => symbol),
    };
  }

  /** Stores snapshots of some engines that have seen a day close; false when none is left. */
  async keepSnapshots(connection: Db): Promise<boolean> {
    const due = [...this.#entries].filter(needsSnapshot).slice(0, SNAPSHOTS_AT_ONCE);
    if (due.length === 0) return false;
    for (const [version, some] of Map.groupBy(due, (entry) => entry.version)) {
      const snapshots = some.map(({ series, run, repairs }) => ({
        seriesId: series.id,
        snapshot: run.snapshot(),
        repairs,
      }));
      await updateSnapshots(connection, version, snapshots);
    }
    for (const entry of due) noteSnapshot(entry);
    return true;
  }

  progress(): EnginesProgress {
    const all = [...this.#bySymbol].map(([symbol, own]) => ({ symbol, entries: [...own] }));
    const failed = all.filter(({ entries }) => entries.some((entry) => entry.failure !== null));
    return {
      series: all.length,
      caughtUp: all.filter(({ entries }) => entries.every((entry) => entry.caughtUp)).length,
      failed: failed.map(({ symbol }) => symbol),
    };
  }

  async #takeUp(connection: Db, series: readonly Series[]): Promise<void> {
    const { now } = this.#options;
    const forecastsAfterMs = await startForecasts(connection, now());
    const ids = series.map((one) => one.id);
    const older = listOlderVersions(ENGINE_VERSION);
    const steps = series.map(({ id, base }) => ({ id, stepMs: resolutionMs[base] }));
    // In one transaction: where the present version has a state, the rows of earlier versions have ended.
    const states = await inTransaction(connection, async (trx) => {
      await supersede(trx, older, steps);
      return getStates(trx, ENGINE_VERSION, ids, now());
    });
    this.#add(ENGINE_VERSION, series, { states, forecastsAfterMs });
    const recorded = series.filter(({ source }) => source !== REPLAY_SOURCE).map(({ id }) => id);
    for (const version of older) {
      const open = await listSuperseded(connection, version, recorded);
      this.#add(version, series, { states: open, forecastsAfterMs });
    }
  }

  async #takeUpEnded(connection: Db, ended: readonly EndedSeries[]): Promise<void> {
    const loaded = new Set([...this.#entries].map((entry) => entry.series.id));
    const fresh = ended.filter(({ series }) => !loaded.has(series.id));
    if (fresh.length === 0) return;
    const forecastsAfterMs = await startForecasts(connection, this.#options.now());
    const barsOf = new Map(fresh.map(({ series, bars }) => [series.id, bars]));
    for (const version of ENGINE_VERSIONS) {
      const states = await listStarted(connection, version, [...barsOf.keys()]);
      const unread = states.filter(({ seriesId, bars }) => bars < (barsOf.get(seriesId) ?? 0));
      const all = fresh.map(({ series }) => series);
      this.#add(version, all, { states: unread, forecastsAfterMs });
    }
  }

  #add(
    version: EngineVersion,
    series: readonly Series[],
    { states, forecastsAfterMs }: Loaded,
  ): void {
    const byId = new Map(states.map((state) => [state.seriesId, state]));
    for (const one of series) {
      const state = byId.get(one.id);
      if (!state) continue;
      const { log } = this.#options;
      const entry = createEntry(one, version, state, { log, forecastsAfterMs });
      const own = this.#bySymbol.get(one.symbol) ?? new Set();
      this.#bySymbol.set(one.symbol, own.add(entry));
      this.#entries.add(entry);
      this.#due.add(entry);
      this.#attempt(entry, () => endRepetition(entry));
    }
  }

  #letGo(entry: SeriesEntry): void {
    const { symbol } = entry.series;
    this.#entries.delete(entry);
    this.#due.delete(entry);
    const own = this.#bySymbol.get(symbol);
    own?.delete(entry);
    if (own?.size === 0) this.#bySymbol.delete(symbol);
  }

  #take(): SeriesEntry[] {
    const near = [...this.#due].filter((entry) => !entry.farBehind);
    const taken = near.length > 0 ? near : [...this.#due].slice(0, BEHIND_SERIES);
    for (const entry of taken) this.#due.delete(entry);
    return taken;
  }

  /**
   * Returns null for a series from files: the clock cannot tell whether more will be imported. Returns null for an
   * archived series: its time ends with its bars.
   */
  #throughOf(entry: SeriesEntry): number | null {
    const { series } = entry;
    return series.source === FILE_SOURCE || isArchived(entry)
      ? null
      : this.#options.throughOf(series.symbol);
  }

  /** A failed series must not block the others. */
  #attempt(entry: SeriesEntry, step: () => void): void {
    try {
      step();
    } catch (error) {
      entry.failure = error instanceof Error ? error.message : String(error);
      this.#due.delete(entry);
      const { symbol, id } = entry.series;
      this.#options.log.error(
        { err: error, symbol, series: id, engine: entry.version },
        'the analysis of a symbol stopped',
      );
    }
  }
}

/** States of series, and the time after which their forecasts are published. */
interface Loaded {
  readonly states: readonly StoredState[];
  readonly forecastsAfterMs: number;
}

const isArchived = ({ series }: SeriesEntry): boolean => series.archivedAtMs !== null;

const idsOf = (entries: readonly SeriesEntry[]): number[] => entries.map(({ series }) => series.id);

/** Returns the bars after those that each entry has read; the versions of a series read at different places. */
async function readNewBars(
  connection: Db,
  taken: readonly SeriesEntry[],
  maxBars: number,
): Promise<ReadonlyMap<SeriesEntry, BarColumns>> {
  const bars = new Map<SeriesEntry, BarColumns>();
  for (const some of Map.groupBy(taken, (entry) => entry.version).values()) {
    const cursors = some.map(({ series, run }) => ({
      seriesId: series.id,
      resolution: series.base,
      afterMs: run.cursorMs,
    }));
    const found = await readBarsAfter(connection, cursors, maxBars);
    for (const entry of some) {
      const own = found.get(entry.series.id);
      if (own) bars.set(entry, own);
    }
  }
  return bars;
}
