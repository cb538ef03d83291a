import { ENGINE_VERSION } from '@rasat/engine';
import { CHUNK_BARS } from '@rasat/ledger';
import type { Logger } from 'pino';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { FILE_SOURCE, readBarsAfter, type Series } from '../market/index.ts';
import {
  createEntry,
  endRepetition,
  needsSnapshot,
  noteSnapshot,
  readBars,
  type SeriesEntry,
  takeAdvance,
} from './series-entry.ts';
import { getStates, insertRound, type SeriesAdvance, updateSnapshots } from './store.ts';

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
 * Engines of all current series, with the series that need work. When a round fails, the engines are ahead of the
 * database: create a new instance.
 */
export class SeriesEngines {
  readonly #options: SeriesEnginesOptions;
  readonly #entries = new Map<number, SeriesEntry>();
  readonly #bySymbol = new Map<string, SeriesEntry>();
  readonly #due = new Set<SeriesEntry>();

  constructor(options: SeriesEnginesOptions) {
    this.#options = options;
  }

  /** Adds new series and removes those that are no longer current. */
  async load(connection: Db, series: readonly Series[]): Promise<void> {
    const current = new Set(series.map((one) => one.id));
    for (const entry of this.#entries.values()) {
      if (!current.has(entry.series.id)) this.#letGo(entry);
    }
    const fresh = series.filter((one) => !this.#entries.has(one.id));
    for (let at = 0; at < fresh.length; at += SNAPSHOTS_AT_ONCE) {
      await this.#takeUp(connection, fresh.slice(at, at + SNAPSHOTS_AT_ONCE));
    }
  }

  /** Marks symbols that may need work; null marks all. */
  mark(symbols: Iterable<string> | null): void {
    for (const symbol of symbols ?? this.#bySymbol.keys()) {
      const entry = this.#bySymbol.get(symbol);
      if (entry && entry.failure === null) this.#due.add(entry);
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
    const found = await readBarsAfter(
      connection,
      taken.map(({ series, run }) => ({
        seriesId: series.id,
        resolution: series.base,
        afterMs: run.cursorMs,
      })),
      maxBars,
    );
    const advances = new Map<SeriesEntry, SeriesAdvance>();
    for (const entry of taken) {
      this.#attempt(entry, () => {
        const bars = found.get(entry.series.id);
        if (bars) readBars(entry, bars, log);
        entry.farBehind = (bars?.length ?? 0) > maxBars - CHUNK_BARS;
        if (entry.farBehind) this.#due.add(entry);
        const advance = takeAdvance(entry, through.get(entry) ?? null);
        if (advance) advances.set(entry, advance);
      });
    }
    if (advances.size > 0) {
      const rows = [...advances.values()];
      await inTransaction(connection, (trx) => insertRound(trx, ENGINE_VERSION, rows, now()));
    }
    for (const entry of taken) entry.caughtUp = !entry.farBehind && entry.failure === null;
    for (const [entry, { after, view }] of advances) {
      entry.committed = after;
      if (view) entry.viewHash = view.hash;
    }
    const stored = [...advances].map(([{ series }, { view }]) => ({ symbol: series.symbol, view }));
    return {
      symbols: stored.map(({ symbol }) => symbol),
      changed: stored.filter(({ view }) => view).map(({ symbol }) => symbol),
    };
  }

  /** Stores snapshots of some engines that have seen a day close; false when none is left. */
  async keepSnapshots(connection: Db): Promise<boolean> {
    const due = [...this.#entries.values()].filter(needsSnapshot).slice(0, SNAPSHOTS_AT_ONCE);
    if (due.length === 0) return false;
    const snapshots = due.map(({ series, run }) => ({
      seriesId: series.id,
      snapshot: run.snapshot(),
    }));
    await updateSnapshots(connection, ENGINE_VERSION, snapshots);
    for (const entry of due) noteSnapshot(entry);
    return true;
  }

  progress(): EnginesProgress {
    const all = [...this.#entries.values()];
    return {
      series: all.length,
      caughtUp: all.filter((entry) => entry.caughtUp).length,
      failed: all.filter((entry) => entry.failure !== null).map((entry) => entry.series.symbol),
    };
  }

  async #takeUp(connection: Db, series: readonly Series[]): Promise<void> {
    const { log, now } = this.#options;
    const ids = series.map((one) => one.id);
    const states = await getStates(connection, ENGINE_VERSION, ids, now());
    const byId = new Map(states.map((state) => [state.seriesId, state]));
    for (const one of series) {
      const state = byId.get(one.id);
      if (!state) continue;
      const entry = createEntry(one, state, log);
      this.#entries.set(one.id, entry);
      this.#bySymbol.set(one.symbol, entry);
      this.#due.add(entry);
      this.#attempt(entry, () => endRepetition(entry));
    }
  }

  #letGo(entry: SeriesEntry): void {
    const { id, symbol } = entry.series;
    this.#entries.delete(id);
    this.#due.delete(entry);
    if (this.#bySymbol.get(symbol) === entry) this.#bySymbol.delete(symbol);
  }

  #take(): SeriesEntry[] {
    const near = [...this.#due].filter((entry) => !entry.farBehind);
    const taken = near.length > 0 ? near : [...this.#due].slice(0, BEHIND_SERIES);
    for (const entry of taken) this.#due.delete(entry);
    return taken;
  }

  /** Returns null for a series from files: the clock cannot tell whether more will be imported. */
  #throughOf({ series }: SeriesEntry): number | null {
    return series.source === FILE_SOURCE ? null : this.#options.throughOf(series.symbol);
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
        { err: error, symbol, series: id },
        'the analysis of a symbol stopped',
      );
    }
  }
}
