import { resolutionMs } from '@rasat/engine';
import {
  BASELINE_YEAR_MS,
  type CostSettings,
  costMultiple,
  createHistory,
  type EntryOutcome,
  followLevels,
  LEVEL_SET_LIFE_MS,
  type MarketHistory,
  matchEntries,
  type RoundTripCost,
  recordedEntry,
  recordedLevels,
  roundTripCost,
  shiftLevels,
  VOID,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { listHeads, listSeries, readBaseHistory, type Series } from '../market/index.ts';
import { isRecorded, listSignals, type Signal } from '../signals/index.ts';
import { type Baseline, packEntries, paysCost } from './baseline-part.ts';
import {
  listBaselines,
  listCells,
  listFollowed,
  saveBaselines,
  saveTwins,
} from './baseline-store.ts';
import type { RecordCellTable, RecordTwinTable } from './tables.ts';

/** Number of rows matched and of twins followed, for the first time or again. */
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

/** Rows stored in one transaction: some hundredths of a second of computing. */
const PAGE = 2000;

/**
 * Computes the matched entries of rows up to number `toSeq` and follows weekly sets and their twins, where they are
 * missing, where newer bars may change them, or where the cost of the symbol is another. Stores page by page: after an
 * interruption, the next run continues with the rest.
 */
export async function updateBaselines(
  db: Db,
  toSeq: number,
  costs: CostSettings,
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
    await updateSeries(db, series, own, { toSeq, costs, count, signal });
    done += own.reduce((sum, cell) => sum + cell.rows, 0);
    progress(done / all);
  }
  return count;
}

interface Work {
  readonly toSeq: number;
  readonly costs: CostSettings;
  readonly count: BaselineCount;
  readonly signal: AbortSignal;
}

async function updateSeries(
  db: Db,
  series: Series,
  cells: readonly Selectable<RecordCellTable>[],
  { toSeq, costs, count, signal }: Work,
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
  const cost = roundTripCost(costs, series.category, series.symbol);
  const known = await listBaselines(db, series.id);
  for (const engineVersion of new Set(cells.map((cell) => cell.engine_version))) {
    const all = await listSignals(db, { seriesId: series.id, engineVersion });
    const signals = all.filter(({ row }) => row.kind !== 'forecast' && row.seq <= toSeq);
    for (const page of pagesOf(
      signals.filter((signal) => isPending(signal, known, { barsTo, cost })),
    )) {
      signal.throwIfAborted();
      const matched = matchRows(await load(), page, { symbol: series.symbol, cost });
      await inTransaction(db, (trx) => saveBaselines(trx, series.id, matched));
      count.baselines += matched.length;
    }
    const sets = signals.filter(({ row }) => row.kind === 'levels');
    const seqs = sets.map(({ row }) => row.seq);
    const followed = await listFollowed(db, seqs, barsTo);
    for (const page of pagesOf(sets.filter(({ row }) => !followed.has(row.seq)))) {
      signal.throwIfAborted();
      const twins = followSets(await load(), page);
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
  return outcomes.find(({ leg, status }) => leg === 'entry' && status !== VOID) ?? null;
}

/**
 * Whether a row has an entry, and no baseline, one with another cost, or an incomplete one over other bars than up to
 * `barsTo`.
 */
function isPending(
  signal: Signal,
  known: ReadonlyMap<number, Baseline>,
  { barsTo, cost }: Pick<Baseline, 'barsTo' | 'cost'>,
): boolean {
  const { row } = signal;
  if (row.kind === 'levels' && entryOf(signal) === null) return false;
  const baseline = known.get(row.seq);
  if (!baseline || !paysCost(baseline, cost)) return true;
  return !baseline.complete && baseline.barsTo !== barsTo;
}

/** Returns the close of the last bar of a history. */
function endOf({ bars, barMs }: MarketHistory): number {
  return (bars.openTimeMs[bars.length - 1] ?? 0) + barMs;
}

function matchRows(
  history: MarketHistory,
  pending: readonly Signal[],
  { symbol, cost }: { readonly symbol: string; readonly cost: RoundTripCost },
): Baseline[] {
  const barsTo = endOf(history);
  return pending.flatMap((signal) => {
    const entry = recordedEntry(signal.row, entryOf(signal));
    if (!entry) return [];
    const matched = matchEntries(history, entry, (price, risk) =>
      costMultiple(cost, symbol, price, risk),
    );
    const { at: _at, thousandths1, thousandths2, ...counts } = matched;
    return {
      ...counts,
      seq: signal.row.seq,
      entries1: packEntries(thousandths1),
      entries2: packEntries(thousandths2),
      settledMs: findCloseFrom(history, entry.expiryMs + BASELINE_YEAR_MS),
      cost,
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
  pending: readonly Signal[],
): Selectable<RecordTwinTable>[] {
  const barsTo = endOf(history);
  return pending.flatMap(({ row }) => {
    const set = recordedLevels(row);
    if (!set) return [];
    const own = followLevels(history, set);
    const twin = followLevels(history, shiftLevels(set, history.options.digits));
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
