import type { Db } from '../../platform/db/pool.ts';
import { findSignals } from '../signals/index.ts';
import type { BuildFault } from './build-rules.ts';
import type { NewFailure } from './certificate-store.ts';
import type { MetCounts } from './checkpoint.ts';
import type { ComparedItem } from './comparison.ts';
import { type ChainRow, isRegisterRow } from './verify-chains.ts';

/** Counts and failures of a certificate. */
export interface Tally {
  readonly counts: Record<ComparedItem['what'] | NewFailure['cause'], number>;
  /** Number of items computed again. */
  readonly again: number;
  /** First thousand failures. */
  readonly failures: readonly NewFailure[];
  /** Counts an item that was computed again. */
  count(item: ComparedItem): void;
  /** Adds the counts of a checkpoint, which are not computed again. */
  carry(met: MetCounts): void;
  fail(item: ComparedItem, symbol: string, sameUntilMs: number): void;
  /** Adds a row that differs from its chained hash and belongs to no compared item. */
  addBroken(db: Db, row: ChainRow): Promise<void>;
  /** Adds a broken rule of the registered builds. */
  addBuildFault(fault: BuildFault): void;
}

const SHOWN_FAILURES = 1000;

/** Creates an empty tally. */
export function createTally(): Tally {
  const counts = { signal: 0, levels: 0, box: 0, outcome: 0, engine: 0, vendor: 0 };
  const failures: NewFailure[] = [];
  let again = 0;
  const add = (failure: NewFailure): void => {
    counts[failure.cause] += 1;
    if (failures.length < SHOWN_FAILURES) failures.push(failure);
  };
  const addRegister = (seq: number, event_key: string, bar_time: number): void =>
    add({ symbol: '', seq, what: 'register', event_key, cause: 'engine', bar_time });
  return {
    counts,
    failures,
    get again() {
      return again;
    },
    count({ what }) {
      counts[what] += 1;
      again += 1;
    },
    carry({ signal, levels, box, outcome }) {
      counts.signal += signal;
      counts.levels += levels;
      counts.box += box;
      counts.outcome += outcome;
    },
    fail({ what, key, seq, timeMs }, symbol, sameUntilMs) {
      const cause = timeMs <= sameUntilMs ? 'engine' : 'vendor';
      add({ symbol, seq, what, event_key: key, cause, bar_time: timeMs });
    },
    addBuildFault: ({ seq, code, createdAt }) => addRegister(seq, code, createdAt),
    async addBroken(db, row) {
      if (isRegisterRow(row)) {
        addRegister(row.seq, 'row-changed', row.createdAt);
        return;
      }
      const isOutcome = 'no' in row;
      const of = isOutcome ? (await findSignals(db, [row.seq])).get(row.seq)?.row : row;
      const what = isOutcome ? 'outcome' : row.kind === 'levels' ? 'levels' : 'signal';
      const event_key = isOutcome ? `${of?.eventKey}.${row.leg}` : row.eventKey;
      const { seq, barTime } = row;
      const symbol = of?.symbol ?? '';
      add({ symbol, seq, what, event_key, cause: 'engine', bar_time: barTime });
    },
  };
}
