import { recordedEntry, recordedLevels } from '@rasat/contract';
import {
  createHistory,
  drawMatchedEntries,
  followLevels,
  LEVEL_SET_LIFE_MS,
  type MarketHistory,
  resolutionMs,
  shiftLevels,
} from '@rasat/engine';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { listHeads, listSeries, readBaseHistory, type Series } from '../market/index.ts';
import { isRecorded } from '../signals/index.ts';
import {
  type CellRange,
  findPageEnd,
  listCells,
  listPendingEntries,
  listPendingLevels,
  type NewBaseline,
  type PendingEntry,
  type PendingLevels,
  saveBaselines,
  saveTwins,
} from './baseline-store.ts';
import type { RecordCellTable, RecordTwinTable } from './tables.ts';

/** What was drawn or followed, again or for the first time. */
export interface BaselineCount {
  baselines: number;
  twins: number;
}

/** What a long computation is given besides its data. */
export interface LongRun {
  /** Ends it at the next occasion; what was stored stays. */
  readonly signal: AbortSignal;
  /** Told how much is done, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** Rows that are looked at in one statement: some hundredths of a second of drawing. */
const PAGE = 2000;

/**
 * Draws the random entries of rows up to number `toSeq`, and follows weekly sets and their twins, where that was never
 * done, or where bars have come since that may change it. Stored page by page: whatever interrupts it, the next one goes
 * on behind. Rows before the twentieth day of a series have none.
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
  // Read only when some row needs it: on most nights those of ended histories do not.
  let loaded: MarketHistory | undefined;
  const load = async (): Promise<MarketHistory> => {
    loaded ??= createHistory(await readBaseHistory(db, series), series);
    return loaded;
  };
  for (const { id: cell, kind } of cells) {
    for (let fromSeq = 1; ; ) {
      signal.throwIfAborted();
      const last = await findPageEnd(db, { cell, fromSeq, toSeq }, PAGE);
      if (last === null) break;
      const range: CellRange = { cell, fromSeq, toSeq: last };
      const entries = await listPendingEntries(db, range, barsTo);
      if (entries.length > 0) {
        const drawn = drawEntries(await load(), entries);
        await saveBaselines(db, drawn);
        count.baselines += drawn.length;
      }
      if (kind === 'levels') {
        const sets = await listPendingLevels(db, range, barsTo);
        const twins = sets.length > 0 ? followSets(await load(), sets) : [];
        await saveTwins(db, twins);
        count.twins += twins.length;
      }
      fromSeq = last + 1;
    }
  }
}

/** Close of the last bar of a history. */
function endOf({ bars, barMs }: MarketHistory): number {
  return (bars.openTimeMs[bars.length - 1] ?? 0) + barMs;
}

function drawEntries(history: MarketHistory, pending: readonly PendingEntry[]): NewBaseline[] {
  const barsTo = endOf(history);
  return pending.flatMap(({ seq, hash, row, entry: outcome }) => {
    const entry = recordedEntry(row, outcome);
    const entries = entry && drawMatchedEntries(history, { ...entry, hash });
    return entries ? [{ seq, entries, barsTo }] : [];
  });
}

function followSets(
  history: MarketHistory,
  pending: readonly PendingLevels[],
): Selectable<RecordTwinTable>[] {
  const barsTo = endOf(history);
  return pending.flatMap(({ seq, hash, price, detail }) => {
    const set = recordedLevels({ price, detail });
    if (!set) return [];
    const own = followLevels(history, set);
    const twin = followLevels(history, shiftLevels(set, hash, history.options.digits));
    return {
      seq,
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
