import type { FailureClass } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { findSignals } from '../signals/index.ts';
import type { BuildFault } from './build-rules.ts';
import type { NewFailure } from './certificate-store.ts';
import { type MetCounts, NOTHING_MET } from './checkpoint.ts';
import { type ComparedItem, kindOfRow } from './comparison.ts';
import { classOfItem, type Flaw } from './flaw.ts';
import { type ChainRow, isRegisterRow } from './verify-chains.ts';

/** Counts and failures of a certificate. */
export interface Tally {
  readonly counts: Record<ComparedItem['what'] | NewFailure['cause'], number>;
  /** Number of items computed again. */
  readonly again: number;
  /** First failure of each class, cause, kind of item and symbol, with their number; a thousand at most. */
  readonly failures: readonly NewFailure[];
  /** Counts an item that was computed again. */
  count(item: ComparedItem): void;
  /** Adds the counts of a checkpoint, which are not computed again. */
  carry(met: MetCounts): void;
  /** Adds a compared item that differs, or whose row differs from its chained hash. */
  fail(item: ComparedItem, symbol: string, sameUntilMs: number): void;
  /** Adds a flaw; one of a row or outcome that has failed already, or that follows from it, is left out. */
  addFlaw(flaw: Flaw, symbol: string, cause?: NewFailure['cause']): void;
  /** Adds a row that differs from its chained hash and belongs to no compared item. */
  addBroken(db: Db, row: ChainRow): Promise<void>;
  /** Adds a broken rule of the registered builds. */
  addBuildFault(fault: BuildFault): void;
}

/** Items that are rows of the ledger or outcomes. */
const ROW_ITEMS: readonly Flaw['what'][] = ['signal', 'levels', 'forecast', 'outcome'];

const SHOWN_FAILURES = 1000;
/** Limit on the failed rows and outcomes kept in memory, so that each is counted once. */
const MOST_FAILED = 100_000;

/** Creates an empty tally. */
export function createTally(): Tally {
  const counts = { ...NOTHING_MET, engine: 0, vendor: 0 };
  const groups = new Map<string, NewFailure>();
  const failed = new Set<string>();
  let again = 0;
  const add = (failure: Omit<NewFailure, 'count'>): void => {
    counts[failure.cause] += 1;
    const key = [failure.class, failure.cause, failure.what, failure.symbol].join();
    const known = groups.get(key);
    if (known) groups.set(key, { ...known, count: known.count + 1 });
    else if (groups.size < SHOWN_FAILURES) groups.set(key, { ...failure, count: 1 });
  };
  const addRegister = (of: FailureClass, seq: number, event_key: string, bar_time: number): void =>
    add({ class: of, symbol: '', seq, what: 'register', event_key, cause: 'engine', bar_time });
  const keep = (seq: number | null, leg: string): void => {
    if (seq !== null && failed.size < MOST_FAILED) failed.add(`${seq} ${leg}`);
  };
  return {
    counts,
    get failures() {
      return [...groups.values()];
    },
    get again() {
      return again;
    },
    count({ what }) {
      counts[what] += 1;
      again += 1;
    },
    carry({ signal, levels, box, forecast, outcome }) {
      counts.signal += signal;
      counts.levels += levels;
      counts.box += box;
      counts.forecast += forecast;
      counts.outcome += outcome;
    },
    fail(item, symbol, sameUntilMs) {
      const { what, key, seq, row, timeMs } = item;
      const cause = timeMs <= sameUntilMs ? 'engine' : 'vendor';
      keep(seq ?? null, row && 'no' in row ? row.leg : '');
      // A missing row or outcome has no number.
      for (const one of item.differences) {
        if (one.of === 'row' && failed.size < MOST_FAILED) failed.add(`${symbol} ${one.name}`);
      }
      add({
        class: classOfItem(item) ?? 'chain',
        symbol,
        seq,
        what,
        event_key: key,
        cause,
        bar_time: timeMs,
      });
    },
    addFlaw(flaw, symbol, cause = 'engine') {
      const { what, seq, leg, key, timeMs } = flaw;
      // What follows from a row that has failed, or a state from an outcome that has, is no failure of its own.
      if (
        seq !== null &&
        (failed.has(`${seq} `) || failed.has(`${seq} ${what === 'list' ? 'tp1' : leg}`))
      )
        return;
      const name = leg === '' ? key : `${key.slice(0, -leg.length - 1)} ${leg}`;
      if (failed.has(`${symbol} ${name}`)) return;
      if (ROW_ITEMS.includes(what)) keep(seq, leg);
      add({ class: flaw.class, symbol, seq, what, event_key: key, cause, bar_time: timeMs });
    },
    addBuildFault: ({ seq, code, createdAt }) => addRegister(code, seq, code, createdAt),
    async addBroken(db, row) {
      if (isRegisterRow(row)) {
        addRegister('chain', row.seq, 'row-changed', row.createdAt);
        return;
      }
      const isOutcome = 'no' in row;
      const of = isOutcome ? (await findSignals(db, [row.seq])).get(row.seq)?.row : row;
      const what = kindOfRow(row);
      const event_key = isOutcome ? `${of?.eventKey}.${row.leg}` : row.eventKey;
      const { seq, barTime } = row;
      const symbol = of?.symbol ?? '';
      keep(seq, isOutcome ? row.leg : '');
      add({ class: 'chain', symbol, seq, what, event_key, cause: 'engine', bar_time: barTime });
    },
  };
}
