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

/** Log, clock and the end of stored bars that the engines depend on. */
export interface SeriesEnginesOptions {
  readonly log: Logger;
  /** The clock of the rows that are written. */
  readonly now: () => number;
  /** Up to when no bar of a symbol can come any more, as far as is known. */
  readonly throughOf: (symbol: string) => number | null;
}

/** What a round brought. */
export interface Round {
  /** Symbols of which bars were read. */
  readonly symbols: readonly string[];
  /** Those of which something on the screens changed. */
  readonly changed: readonly string[];
}

/** Number of series, number of those that caught up, and names of those that failed. */
export interface EnginesProgress {
  readonly series: number;
  readonly caughtUp: number;
  readonly failed: readonly string[];
}

/** Bars of one series that a round reads at most: of those that are near, and of those that are far behind. */
const NEAR_BARS = 2000;
const BEHIND_BARS = 5000;
/** Series of a round that are far behind. */
const BEHIND_SERIES = 8;
const SNAPSHOTS_AT_ONCE = 20;

/**
 * The engines of all current series, and what is still to be read. When a round fails, the engines are ahead of the
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

  /** Takes in series that are new and lets go of those that are no longer current. */
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

  /** There may be something to do for these symbols; null: for any. */
  mark(symbols: Iterable<string> | null): void {
    for (const symbol of symbols ?? this.#bySymbol.keys()) {
      const entry = this.#bySymbol.get(symbol);
      if (entry && entry.failure === null) this.#due.add(entry);
    }
  }

  /** Whether the symbol's series was taken up. */
  has(symbol: string): boolean {
    return this.#bySymbol.has(symbol);
  }

  /** Whether a round would find something to do. */
  get hasWork(): boolean {
    return this.#due.size > 0;
  }

  /** Whether a round would find nothing but histories that are far behind. */
  get hasOnlyHistories(): boolean {
    return this.hasWork && [...this.#due].every((entry) => entry.farBehind);
  }

  /** Reads, computes and stores some of what there is to do; live series first, all of them in one go. */
  async round(connection: Db): Promise<Round> {
    const { log, now } = this.#options;
    const taken = this.#take();
    const maxBars = taken.some((entry) => entry.farBehind) ? BEHIND_BARS : NEAR_BARS;
    // Asked before reading: what is closed after this moment has bars that are not among those read.
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

  /** Keeps the engines of some series that have seen a day close; false when there is none left. */
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

  /** Whether more of a file will be imported is not for the clock to say. */
  #throughOf({ series }: SeriesEntry): number | null {
    return series.source === FILE_SOURCE ? null : this.#options.throughOf(series.symbol);
  }

  /** One series that cannot go on must not hold up the others. */
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
