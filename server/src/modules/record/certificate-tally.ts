import type { Db } from '../../platform/db/pool.ts';
import { findSignals } from '../signals/index.ts';
import type { NewFailure } from './certificate-store.ts';
import type { MetCounts } from './checkpoint.ts';
import type { ComparedItem, RecordRow } from './comparison.ts';

/** What a certificate counts. */
export interface Tally {
  readonly counts: Record<ComparedItem['what'] | NewFailure['cause'], number>;
  /** How much was computed again. */
  readonly again: number;
  /** The first thousand. */
  readonly failures: readonly NewFailure[];
  /** Something was computed again. */
  count(item: ComparedItem): void;
  /** This much was computed when a checkpoint was made, and stands. */
  carry(met: MetCounts): void;
  fail(item: ComparedItem, symbol: string, sameUntilMs: number): void;
  /** A row that no history accounts for is not as it was chained. */
  addBroken(db: Db, row: RecordRow): Promise<void>;
}

const SHOWN_FAILURES = 1000;

/** Nothing counted yet. */
export function createTally(): Tally {
  const counts = { signal: 0, levels: 0, box: 0, outcome: 0, engine: 0, vendor: 0 };
  const failures: NewFailure[] = [];
  let again = 0;
  const add = (failure: NewFailure): void => {
    counts[failure.cause] += 1;
    if (failures.length < SHOWN_FAILURES) failures.push(failure);
  };
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
    async addBroken(db, row) {
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
