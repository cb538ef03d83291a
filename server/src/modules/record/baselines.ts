import { resolutionMs } from '@rasat/engine';
import {
  BASELINE_YEAR_MS,
  createHistory,
  drawMatchedEntries,
  type EntryOutcome,
  followLevels,
  LEVEL_SET_LIFE_MS,
  type MarketHistory,
  recordedEntry,
  recordedLevels,
  shiftLevels,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { listHeads, listSeries, readBaseHistory, type Series } from '../market/index.ts';
import { findHashes, isRecorded, listSignals, type Signal } from '../signals/index.ts';
import { type Baseline, packEntries } from './baseline-part.ts';
import {
  listBaselines,
  listCells,
  listFollowed,
  saveBaselines,
  saveTwins,
} from './baseline-store.ts';
import type { RecordCellTable, RecordTwinTable } from './tables.ts';

/** Number of baselines drawn and of twins followed, for the first time or again. */
export interface BaselineCount {
  baselines: number;
  twins: number;
}

/** Abort signal and progress listener of a long computation. */
export interface LongRun {
  /** Ends the computation at its next check; what is stored stays. */
  readonly signal: AbortSignal;
  /** Receives the completed share, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** Rows stored in one transaction: some hundredths of a second of drawing. */
const PAGE = 2000;

/**
 * Draws the matched entries of rows up to number `toSeq` and follows weekly sets and their twins, where they are
 * missing or where newer bars may change them. Stores page by page: after an interruption, the next run continues with
 * the rest. Rows before the twentieth day of a series have no matched entries.
 */
export async function updateBaselines(
  db: Db,
  toSeq: number,
  { signal, progress }: LongRun,
): Promise<BaselineCount> {
  const count: BaselineCount = { baselines: 0, twins: 0 };
  const cells = await listCells(db);
  const bySeries = Map.groupBy(cells, (cell) => cell.series_id);
  const all = cells.reduce((sum, cell) => sum + cell.rows, 0);
  let done = 0;
  for (const series of await listSeries(db)) {
    const own = bySeries.get(series.id) ?? [];
    if (own.length === 0 || !isRecorded(series)) continue;
    await updateSeries(db, series, own, { toSeq, count, signal });
    done += own.reduce((sum, cell) => sum + cell.rows, 0);
    progress(done / all);
  }
  return count;
}

interface Work {
  readonly toSeq: number;
  readonly count: BaselineCount;
  readonly signal: AbortSignal;
}

async function updateSeries(
  db: Db,
  series: Series,
  cells: readonly Selectable<RecordCellTable>[],
  { toSeq, count, signal }: Work,
): Promise<void> {
  const heads = await listHeads(db, [series.id]);
  const head = heads.find(({ resolution }) => resolution === series.base);
  if (!head) return;
  const barsTo = head.lastOpenTimeMs + resolutionMs[series.base];
  // Loaded on first use: on most nights no row of an ended history needs its bars.
  let loaded: MarketHistory | undefined;
  const load = async (): Promise<MarketHistory> => {
    loaded ??= createHistory(await readBaseHistory(db, series), series);
    return loaded;
  };
  const known = await listBaselines(db, series.id);
  for (const engineVersion of new Set(cells.map((cell) => cell.engine_version))) {
    const all = await listSignals(db, { seriesId: series.id, engineVersion });
    const signals = all.filter(({ row }) => row.seq <= toSeq);
    for (const page of pagesOf(signals.filter((signal) => isPending(signal, known, barsTo)))) {
      signal.throwIfAborted();
      const drawn = drawEntries(await load(), await withHashes(db, page));
      await inTransaction(db, (trx) => saveBaselines(trx, series.id, drawn));
      count.baselines += drawn.length;
    }
    const sets = signals.filter(({ row }) => row.kind === 'levels');
    const seqs = sets.map(({ row }) => row.seq);
    const followed = await listFollowed(db, seqs, barsTo);
    for (const page of pagesOf(sets.filter(({ row }) => !followed.has(row.seq)))) {
      signal.throwIfAborted();
      const twins = followSets(await load(), await withHashes(db, page));
      await saveTwins(db, twins);
      count.twins += twins.length;
    }
  }
}

function pagesOf(signals: readonly Signal[]): Signal[][] {
  const pages = Math.ceil(signals.length / PAGE);
  return Array.from({ length: pages }, (_, i) => signals.slice(i * PAGE, (i + 1) * PAGE));
}

/** Returns the entry outcome of a weekly set, recorded when a price breaks its first level; null without one. */
export function entryOf({ outcomes }: Signal): EntryOutcome | null {
  return outcomes.find(({ leg }) => leg === 'entry') ?? null;
}

/** Whether a row has an entry and either no baseline or an incomplete one drawn over other bars than up to `barsTo`. */
function isPending(signal: Signal, known: ReadonlyMap<number, Baseline>, barsTo: number): boolean {
  const { row } = signal;
  if (row.kind === 'levels' && entryOf(signal) === null) return false;
  const baseline = known.get(row.seq);
  return !baseline || (!baseline.complete && baseline.barsTo !== barsTo);
}

/** Signal with the hash of its row. */
interface HashedSignal {
  readonly signal: Signal;
  readonly hash: Buffer;
}

async function withHashes(db: Db, signals: readonly Signal[]): Promise<HashedSignal[]> {
  const hashes = await findHashes(
    db,
    'ledger',
    signals.map(({ row }) => row.seq),
  );
  return signals.map((signal) => {
    const hash = hashes.get(signal.row.seq);
    if (!hash) throw new Error(`the hash of row ${signal.row.seq} is missing; see rasat verify`);
    return { signal, hash };
  });
}

/** Returns the close of the last bar of a history. */
function endOf({ bars, barMs }: MarketHistory): number {
  return (bars.openTimeMs[bars.length - 1] ?? 0) + barMs;
}

function drawEntries(history: MarketHistory, pending: readonly HashedSignal[]): Baseline[] {
  const barsTo = endOf(history);
  return pending.flatMap(({ signal, hash }) => {
    const entry = recordedEntry(signal.row, entryOf(signal));
    const entries = entry && drawMatchedEntries(history, { ...entry, hash });
    if (!entries) return [];
    const { targets1, stops1, targets2, open, coverage, complete } = entries;
    return {
      seq: signal.row.seq,
      entries1: packEntries(entries.thousandths1),
      entries2: packEntries(entries.thousandths2),
      targets1,
      stops1,
      targets2,
      open,
      coverage,
      complete,
      settledMs: findCloseFrom(history, entry.expiryMs + BASELINE_YEAR_MS),
      barsTo,
    };
  });
}

/** Returns the close of the first bar of a history that closes at a time or later; null without one. */
function findCloseFrom({ bars, barMs }: MarketHistory, fromMs: number): number | null {
  let from = 0;
  let to = bars.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((bars.openTimeMs[middle] as number) + barMs < fromMs) from = middle + 1;
    else to = middle;
  }
  return from < bars.length ? (bars.openTimeMs[from] as number) + barMs : null;
}

function followSets(
  history: MarketHistory,
  pending: readonly HashedSignal[],
): Selectable<RecordTwinTable>[] {
  const barsTo = endOf(history);
  return pending.flatMap(({ signal: { row }, hash }) => {
    const set = recordedLevels(row);
    if (!set) return [];
    const own = followLevels(history, set);
    const twin = followLevels(history, shiftLevels(set, hash, history.options.digits));
    return {
      seq: row.seq,
      touch: own.touch,
      twin_touch: twin.touch,
      twin_status1: twin.trade?.status1 ?? null,
      twin_status2: twin.trade?.status2 ?? null,
      twin_r1: twin.trade?.r1 ?? null,
      twin_r2: twin.trade?.r2 ?? null,
      complete: barsTo >= set.d + LEVEL_SET_LIFE_MS,
      bars_to: barsTo,
    };
  });
}
