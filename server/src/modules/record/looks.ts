import { ENGINE_VERSION, resolutionMs } from '@rasat/engine';
import {
  BASELINE_YEAR_MS,
  type CostSettings,
  costInR,
  excessOf,
  type Look,
  type LookRow,
  recordedEntry,
  takeLooks,
  VOID,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { listHeads, type Series } from '../market/index.ts';
import type { Signal } from '../signals/index.ts';
import { type Baseline, unpackEntries } from './baseline-part.ts';
import { listLooks, type PrimaryState } from './look-store.ts';
import type { RecordCellTable } from './tables.ts';

/** Collects the rows of the primary question while the ledger is read. */
export interface LookCollector {
  /** Adds a row with its outcomes and matched entries; it counts if it is of the primary question. */
  add(
    cell: Pick<Selectable<RecordCellTable>, 'origin' | 'kind' | 'source' | 'category' | 'symbol'>,
    signal: Signal,
    baseline: Baseline | null,
  ): void;
  /** Returns the rows of each source in the order of their numbers. */
  rows(): ReadonlyMap<string, readonly LookRow[]>;
}

/** Returns a collector without rows. Outcomes after number `toNo` do not count. */
export function collectLookRows({
  toNo,
  costs,
}: {
  readonly toNo: number;
  readonly costs: CostSettings;
}): LookCollector {
  const bySource = new Map<string, LookRow[]>();
  return {
    add({ origin, kind, source, category, symbol }, signal, baseline) {
      const isAsked =
        origin === 'live' && kind === 'condition' && signal.row.engineVersion === ENGINE_VERSION;
      const entry = isAsked ? recordedEntry(signal.row, null) : null;
      if (!entry) return;
      const { openedMs, expiryMs } = entry;
      const first = signal.outcomes.find(({ leg, no }) => leg === 'tp1' && no <= toNo);
      const isVoid = first?.status === VOID;
      const own = costInR(costs, category, symbol, entry.price, entry.risk);
      const rows = bySource.get(source) ?? [];
      bySource.set(source, rows);
      rows.push({
        seq: signal.row.seq,
        openedMs,
        dueMs: expiryMs + BASELINE_YEAR_MS,
        settledMs: baseline?.settledMs ?? null,
        excess: isVoid ? 'void' : readExcess(first ? (first.r ?? 0) : null, own, baseline),
      });
    },
    rows: () =>
      new Map(
        [...bySource].map(([source, rows]) => [
          source,
          rows.toSorted((one, other) => one.seq - other.seq),
        ]),
      ),
  };
}

function readExcess(r: number | null, cost: number, baseline: Baseline | null): LookRow['excess'] {
  if (baseline?.reason === 'days' || baseline?.reason === 'few') return 'none';
  if (r === null || !baseline || baseline.reason === 'wait') return 'open';
  const entries = unpackEntries(baseline.entries1);
  return excessOf({ r, cost, entries, entryCosts: baseline.costs });
}

/** What the looks of every source are taken with. */
export interface LookInput {
  readonly series: readonly Series[];
  readonly nowMs: number;
  /**
   * Closes of the last bars of an earlier computation, by source: all its looks are then taken again. Absent: the looks
   * that were taken before are kept.
   */
  readonly lookMarks?: ReadonlyMap<string, number>;
}

/** Takes the looks at the rows of every source. */
export async function computeLooks(
  db: Db,
  { series, nowMs, lookMarks }: LookInput,
  rows: ReadonlyMap<string, readonly LookRow[]>,
): Promise<PrimaryState[]> {
  const taken = lookMarks ? new Map<string, never[]>() : await listLooks(db, ENGINE_VERSION);
  const states: PrimaryState[] = [];
  for (const [source, own] of rows) {
    const ofSource = series.filter((each) => each.source === source);
    const lastMs = lookMarks?.get(source) ?? (await findLastClose(db, ofSource));
    const looks: readonly Look[] = (taken.get(source) ?? []).map(
      ({ takenMs: _taken, costs: _costs, ...look }) => look,
    );
    states.push({
      source,
      engineVersion: ENGINE_VERSION,
      lastMs,
      ...takeLooks(own, { lastMs, nowMs }, looks),
    });
  }
  return states;
}

/** Returns the close of the last base bar of some series; 0 without one. */
async function findLastClose(db: Db, series: readonly Series[]): Promise<number> {
  const bases = new Map(series.map(({ id, base }) => [id, base]));
  const heads = await listHeads(db, [...bases.keys()]);
  return heads
    .filter(({ seriesId, resolution }) => bases.get(seriesId) === resolution)
    .reduce(
      (last, { resolution, lastOpenTimeMs }) =>
        Math.max(last, lastOpenTimeMs + resolutionMs[resolution]),
      0,
    );
}
