import { hash } from 'node:crypto';
import { type BarColumns, CHUNK_BARS } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import type { Logger } from 'pino';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { FILE_SOURCE, readBarsAfter, type Series } from '../market/index.ts';
import { type SeriesRun, startRun } from './series-run.ts';
import { keptView } from './shown-view.ts';
import {
  getStates,
  insertRound,
  type SeriesAdvance,
  type SeriesState,
  type StoredState,
  updateSnapshots,
} from './store.ts';

/** One series in the hands of the analyst. */
interface Entry {
  readonly series: Series;
  readonly run: SeriesRun;
  /** What the database holds; null while the run repeats what was published before the restart. */
  committed: SeriesState;
  /** How far the repetition has to go before anything new is published. */
  repeating: SeriesState | null;
  viewHash: Buffer | null;
  snapshotDay: number | null;
  /** Whether there are more bars ahead than a live series has. */
  farBehind: boolean;
  /** Whether all there was to read is stored. */
  caughtUp: boolean;
  /** Up to when no bar can come any more. */
  throughMs: number | null;
  /** Why it was given up. */
  failure: string | null;
}

/** What a round brought. */
export interface Round {
  /** Symbols of which bars were read. */
  readonly symbols: readonly string[];
  /** Those of which something on the screens changed. */
  readonly changed: readonly string[];
}

/** How far the desk is. */
export interface DeskProgress {
  readonly series: number;
  readonly caughtUp: number;
  readonly failed: readonly string[];
}

/** The engines of all current series, and what is still to be read. */
export interface Desk {
  /** Takes in series that are new and lets go of those that are no longer current. */
  load(connection: Db, series: readonly Series[]): Promise<void>;
  /** There may be new bars of these symbols (null: of any); `throughMs`: no bar that closes by then can still come. */
  markSymbols(symbols: readonly string[] | null, throughMs: number | null): void;
  /** Whether the symbol's series was taken in. */
  has(symbol: string): boolean;
  /** Whether a round would find something to do. */
  readonly hasWork: boolean;
  /** Reads, computes and stores some of what there is to do; live series first, all of them in one go. */
  round(connection: Db): Promise<Round>;
  /** Keeps the engines of some series that have seen a day close; false when there is none left. */
  keepSnapshots(connection: Db): Promise<boolean>;
  progress(): DeskProgress;
}

/** Bars of one series that a round reads at most, behind others and on its own. */
const NEAR_BARS = 2000;
const BEHIND_BARS = 5000;
/** Series of a round that are far behind. */
const BEHIND_SERIES = 8;
const SNAPSHOTS_AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** A desk without series. `now` is the clock of the rows that are written. */
export function createDesk(log: Logger, now: () => number): Desk {
  const entries = new Map<number, Entry>();
  const bySymbol = new Map<string, Entry>();
  const due = new Set<Entry>();

  /** One series that cannot go on must not hold up the others. */
  const attempt = (entry: Entry, step: () => void): void => {
    try {
      step();
    } catch (error) {
      entry.failure = error instanceof Error ? error.message : String(error);
      due.delete(entry);
      const { symbol, id } = entry.series;
      log.error({ err: error, symbol, series: id }, 'the analysis of a symbol stopped');
    }
  };

  const take = (): Entry[] => {
    const near = [...due].filter((entry) => !entry.farBehind);
    return near.length > 0 ? near : [...due].slice(0, BEHIND_SERIES);
  };

  return {
    async load(connection, series) {
      const current = new Set(series.map((one) => one.id));
      for (const [id, entry] of entries) {
        if (current.has(id)) continue;
        entries.delete(id);
        due.delete(entry);
        if (bySymbol.get(entry.series.symbol) === entry) bySymbol.delete(entry.series.symbol);
      }
      const fresh = series.filter((one) => !entries.has(one.id));
      for (let at = 0; at < fresh.length; at += SNAPSHOTS_AT_ONCE) {
        const part = fresh.slice(at, at + SNAPSHOTS_AT_ONCE);
        const ids = part.map((one) => one.id);
        const states = await getStates(connection, ENGINE_VERSION, ids, now());
        const byId = new Map(states.map((state) => [state.seriesId, state]));
        for (const one of part) {
          const state = byId.get(one.id);
          if (!state) continue;
          const entry = createEntry(one, state, log);
          entries.set(one.id, entry);
          bySymbol.set(one.symbol, entry);
          due.add(entry);
          attempt(entry, () => finishRepeating(entry));
        }
      }
    },
    markSymbols(symbols, throughMs) {
      for (const symbol of symbols ?? bySymbol.keys()) {
        const entry = bySymbol.get(symbol);
        if (!entry || entry.failure !== null) continue;
        due.add(entry);
        // Whether more of a file will be imported is not for the clock to say.
        if (throughMs !== null && entry.series.source !== FILE_SOURCE) {
          entry.throughMs = Math.max(entry.throughMs ?? throughMs, throughMs);
        }
      }
    },
    has: (symbol) => bySymbol.has(symbol),
    get hasWork() {
      return due.size > 0;
    },
    async round(connection) {
      const taken = take();
      const maxBars = taken.some((entry) => entry.farBehind) ? BEHIND_BARS : NEAR_BARS;
      // Whatever is said about time after this moment belongs to the next round.
      const through = new Map(taken.map((entry) => [entry, entry.throughMs]));
      for (const entry of taken) due.delete(entry);
      const cursors = taken.map(({ series, run }) => ({
        seriesId: series.id,
        resolution: series.base,
        afterMs: run.cursorMs,
      }));
      const found = await readBarsAfter(connection, cursors, maxBars);
      const advances: { entry: Entry; advance: SeriesAdvance }[] = [];
      for (const entry of taken) {
        attempt(entry, () => {
          const bars = found.get(entry.series.id);
          for (let row = 0; bars && row < bars.length; row += 1) readBar(entry, bars, row, log);
          entry.farBehind = (bars?.length ?? 0) > maxBars - CHUNK_BARS;
          if (entry.farBehind) due.add(entry);
          const advance = finishReading(entry, through.get(entry) ?? null);
          if (advance) advances.push({ entry, advance });
        });
      }
      if (advances.length > 0) {
        const rows = advances.map(({ advance }) => advance);
        await inTransaction(connection, (trx) => insertRound(trx, ENGINE_VERSION, rows, now()));
      }
      for (const entry of taken) entry.caughtUp = !entry.farBehind && entry.failure === null;
      for (const { entry, advance } of advances) {
        entry.committed = advance.after;
        if (advance.view) entry.viewHash = advance.view.hash;
      }
      return {
        symbols: advances.map(({ entry }) => entry.series.symbol),
        changed: advances
          .filter(({ advance }) => advance.view)
          .map(({ entry }) => entry.series.symbol),
      };
    },
    async keepSnapshots(connection) {
      const part = [...entries.values()].filter(needsSnapshot).slice(0, SNAPSHOTS_AT_ONCE);
      if (part.length === 0) return false;
      const snapshots = part.map(({ series, run }) => ({
        seriesId: series.id,
        snapshot: run.snapshot(),
      }));
      await updateSnapshots(connection, ENGINE_VERSION, snapshots);
      for (const entry of part) entry.snapshotDay = dayOf(entry.run.cursorMs);
      return true;
    },
    progress() {
      const all = [...entries.values()];
      return {
        series: all.length,
        caughtUp: all.filter((entry) => entry.caughtUp).length,
        failed: all.filter((entry) => entry.failure !== null).map((entry) => entry.series.symbol),
      };
    },
  };
}

const dayOf = (timeMs: number | null): number | null =>
  timeMs === null ? null : Math.floor(timeMs / DAY_MS);

function needsSnapshot(entry: Entry): boolean {
  const { run, caughtUp, repeating, failure } = entry;
  return (
    caughtUp &&
    repeating === null &&
    failure === null &&
    run.bars > 0 &&
    dayOf(run.cursorMs) !== entry.snapshotDay
  );
}

function createEntry(series: Series, stored: StoredState, log: Logger): Entry {
  const { snapshot, viewHash, ...state } = stored;
  let run: SeriesRun | undefined;
  if (snapshot && snapshot.bars <= state.bars) {
    try {
      run = startRun(series, snapshot);
    } catch (error) {
      log.warn({ err: error, symbol: series.symbol }, 'a snapshot is unreadable, reading all bars');
    }
  }
  return {
    series,
    run: run ?? startRun(series),
    committed: state,
    repeating: state,
    viewHash,
    snapshotDay: run ? dayOf(run.cursorMs) : null,
    caughtUp: false,
    farBehind: run === undefined,
    throughMs: null,
    failure: null,
  };
}

function readBar(entry: Entry, bars: BarColumns, row: number, log: Logger): void {
  const refusal = entry.run.read(bars, row);
  if (refusal !== null) {
    const { symbol, id } = entry.series;
    const d = bars.openTimeMs[row];
    log.error({ symbol, series: id, d, refusal }, 'the engine refused a stored bar');
  }
  finishRepeating(entry);
}

/**
 * Ends the repetition when the run is where it was when the process ended: what it made known until then is published
 * already. Throws when the bars are no longer those that were read then.
 */
function finishRepeating(entry: Entry): void {
  const { repeating, run } = entry;
  if (repeating === null || run.bars < repeating.bars) return;
  if (!run.inputHash.equals(repeating.inputHash)) {
    throw new Error('the stored bars are not those that were analysed; see rasat verify');
  }
  if (repeating.advancedMs !== null) run.advance(repeating.advancedMs);
  run.takeEvents();
  entry.repeating = null;
}

/** What the round adds to the series; undefined when there is nothing to store. */
function finishReading(entry: Entry, throughMs: number | null): SeriesAdvance | undefined {
  const { run, committed, series } = entry;
  if (entry.repeating !== null) {
    if (!entry.farBehind) throw new Error('stored bars are missing that were analysed before');
    return undefined;
  }
  if (!entry.farBehind && throughMs !== null) run.advance(throughMs);
  const after: SeriesState = {
    seriesId: series.id,
    cursorMs: run.cursorMs,
    bars: run.bars,
    advancedMs: run.advancedMs,
    inputHash: run.inputHash,
  };
  const view = !entry.farBehind && run.viewIsStale ? changedView(entry) : undefined;
  if (after.bars === committed.bars && after.advancedMs === committed.advancedMs && !view) {
    return undefined;
  }
  return { before: committed, after, events: run.takeEvents(), ...(view && { view }) };
}

function changedView(entry: Entry): { text: string; hash: Buffer } | undefined {
  const text = JSON.stringify(keptView(entry.run.view()));
  const viewHash = hash('sha256', text, 'buffer');
  return entry.viewHash?.equals(viewHash) ? undefined : { text, hash: viewHash };
}
