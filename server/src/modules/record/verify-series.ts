import { canonicalJson, draftOf, type LedgerRow, type OutcomeRow } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import type { Db } from '../../platform/db/pool.ts';
import {
  countMislabelledEvents,
  type EventRecord,
  listStates,
  listViews,
  readEvents,
  type SeriesRun,
  type SeriesState,
  type StoredEvent,
  shownOf,
  startRun,
} from '../analysis/index.ts';
import { readAllBaseBars, type Series } from '../market/index.ts';
import { isRecorded, listLedgerOfSeries, listOutcomesOfSeries } from '../signals/index.ts';
import type { Findings } from './findings.ts';

/** What was looked at. */
export interface SeriesCount {
  readonly bars: number;
  readonly events: number;
  /** Rows of engine versions that this program no longer has; only their chain was checked. */
  readonly ofOtherVersions: number;
}

const BATCH = 5000;

/** Recomputes everything that was published of a series from its stored bars and compares. */
export async function verifySeries(
  db: Db,
  series: Series,
  publishedTo: number,
  findings: Findings,
): Promise<SeriesCount> {
  const where = `${series.symbol} (epoch ${series.epoch})`;
  const add = (what: string): void => findings.add(where, what);
  let ofOtherVersions = 0;
  let count = { bars: 0, events: 0 };
  for (const state of await listStates(db, series.id)) {
    const { engineVersion } = state;
    const stored = new Map<string, StoredEvent>();
    for await (const part of readEvents(db, series.id, engineVersion, BATCH)) {
      for (const event of part) stored.set(event.key, event);
    }
    if (engineVersion !== ENGINE_VERSION) {
      ofOtherVersions += stored.size;
      continue;
    }
    const again = await recompute(db, series, state, add);
    const barsDiffer = again ? compareBars(again, state, stored, add) : true;
    if (again) compareEvents(again.events, stored, barsDiffer, add);
    const mislabelled = await countMislabelledEvents(db, series.id);
    if (mislabelled > 0) add(`${mislabelled} events are filed under other words than they say`);
    if (again?.complete) await compareView(db, series, again.run, add);
    if (again) await compareRecord(db, series, { ...again, stored, barsDiffer, publishedTo }, add);
    count = { bars: again?.run.bars ?? 0, events: stored.size };
  }
  return { ...count, ofOtherVersions };
}

type Add = (what: string) => void;

interface Recomputed {
  readonly run: SeriesRun;
  readonly events: readonly EventRecord[];
  /** Whether every stored bar was part of what was analysed. */
  readonly complete: boolean;
}

/** Reads the bars again as far as they were analysed; undefined when they cannot be read. */
async function recompute(
  db: Db,
  series: Series,
  state: SeriesState,
  add: Add,
): Promise<Recomputed | undefined> {
  const run = startRun(series);
  let complete = true;
  try {
    for await (const bars of readAllBaseBars(db, series)) {
      for (let row = 0; row < bars.length; row += 1) {
        if (run.bars === state.bars) {
          complete = false;
          break;
        }
        const refusal = run.read(bars, row);
        if (refusal !== null) {
          add(`the engine refuses the stored bar of ${iso(bars.openTimeMs[row] ?? 0)}: ${refusal}`);
        }
      }
    }
  } catch (error) {
    add(
      `the stored bars cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`,
    );
    return undefined;
  }
  if (run.bars < state.bars) {
    add(`${state.bars} bars were analysed, ${run.bars} are stored`);
  }
  if (state.advancedMs !== null) run.advance(state.advancedMs);
  return { run, events: run.takeEvents(), complete };
}

/** Says from when on the bars are others than those that were analysed. Whether they are. */
function compareBars(
  { run, events }: Recomputed,
  state: SeriesState,
  stored: ReadonlyMap<string, StoredEvent>,
  add: Add,
): boolean {
  if (run.bars < state.bars || run.inputHash.equals(state.inputHash)) return run.bars < state.bars;
  const first = events.find(({ key, inputHash }) => {
    const known = stored.get(key);
    return known && !known.inputHash.equals(inputHash);
  });
  const until = first ? ` before ${iso(first.event.timeMs)}` : '';
  add(`the stored bars differ from those that were analysed${until}`);
  return true;
}

function compareEvents(
  expected: readonly EventRecord[],
  stored: ReadonlyMap<string, StoredEvent>,
  barsDiffer: boolean,
  add: Add,
): void {
  const keys = new Set<string>();
  for (const { key, event, inputHash } of expected) {
    keys.add(key);
    const found = stored.get(key);
    if (!found) {
      add(`event ${key} is missing`);
    } else if (JSON.stringify(found.event) !== JSON.stringify(event)) {
      add(`event ${key} differs from what its bars give`);
    } else if (!barsDiffer && !found.inputHash.equals(inputHash)) {
      add(`event ${key} was made from other bars than those stored until ${iso(event.timeMs)}`);
    }
  }
  for (const key of stored.keys()) {
    if (!keys.has(key)) add(`event ${key} does not follow from the bars`);
  }
}

async function compareView(db: Db, series: Series, run: SeriesRun, add: Add): Promise<void> {
  const [shown] = await listViews(db, [series.id]);
  if (!shown || shown.engineVersion !== ENGINE_VERSION) return;
  const expected = JSON.parse(JSON.stringify(shownOf(run.view())));
  if (canonicalJson(expected) !== canonicalJson(JSON.parse(JSON.stringify(shown.view)))) {
    add('the view that screens show differs from what the bars give');
  }
}

/** Compares the rows of both chains with what the published events ask for. */
async function compareRecord(
  db: Db,
  series: Series,
  of: {
    readonly events: readonly EventRecord[];
    readonly stored: ReadonlyMap<string, StoredEvent>;
    readonly barsDiffer: boolean;
    readonly publishedTo: number;
  },
  add: Add,
): Promise<void> {
  const { events, stored, barsDiffer, publishedTo } = of;
  const ledger = await listLedgerOfSeries(db, series.id, ENGINE_VERSION);
  const outcomes = await listOutcomesOfSeries(db, series.id, ENGINE_VERSION);
  const keyOfSeq = new Map(ledger.map((row) => [row.seq, row.eventKey]));
  const rows = new Map<string, (LedgerRow | OutcomeRow)[]>();
  const put = (name: string, row: LedgerRow | OutcomeRow): void => {
    const list = rows.get(name);
    if (list) list.push(row);
    else rows.set(name, [row]);
  };
  for (const row of ledger) put(row.eventKey, row);
  for (const row of outcomes) put(`${keyOfSeq.get(row.seq)} ${row.leg}`, row);

  for (const { key, event, inputHash } of isRecorded(series) ? events : []) {
    const id = stored.get(key)?.id;
    const draft = draftOf({ key, event, inputHash }, ENGINE_VERSION, series);
    if (!draft) continue;
    const name = draft.to === 'ledger' ? key : `${draft.of} ${draft.row.leg}`;
    const what = draft.to === 'ledger' ? 'row' : 'outcome';
    const [found, ...doubles] = rows.get(name) ?? [];
    rows.delete(name);
    if (!found) {
      // What the publisher has not come to yet is not missing.
      if (id !== undefined && id <= publishedTo) add(`the ${what} of ${name} is missing`);
      continue;
    }
    for (const double of doubles) add(`${nameOf(double)} publishes ${name} a second time`);
    const differing = Object.entries(draft.row)
      .filter(([field]) => !(barsDiffer && field === 'inputHash'))
      .filter(([field, value]) => {
        const own = (found as unknown as Record<string, typeof value>)[field] ?? null;
        return canonicalJson(own) !== canonicalJson(value);
      })
      .map(([field]) => field);
    if (differing.length > 0) {
      add(`${nameOf(found)} (${name}) differs from what its bars give: ${differing.join(', ')}`);
    }
  }
  for (const [name, list] of rows) {
    for (const row of list) add(`${nameOf(row)} (${name}) does not follow from the bars`);
  }
}

const nameOf = (row: LedgerRow | OutcomeRow): string =>
  'no' in row ? `outcome ${row.no}` : `row ${row.seq}`;

const iso = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
