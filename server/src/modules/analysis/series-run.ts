import {
  type EventRecord as RecordOf,
  type SeriesRun as RunOf,
  type RunOptions,
  type SeriesRules,
  type RunSnapshot as SnapshotOf,
  startSeriesRun,
} from '@rasat/ledger';
import { sha256 } from '../../platform/sha256.ts';

/** Event with its hash in the form of the database. */
export type EventRecord = RecordOf<Buffer>;
/** See `EventRecord`. */
export type RunSnapshot = SnapshotOf<Buffer>;
/** See `EventRecord`. */
export type SeriesRun = RunOf<Buffer>;

/** Rolling hash before the first bar. */
export const NO_BARS_HASH: Buffer = Buffer.alloc(32);

/** Starts a run from the first bar, or from a snapshot; see {@link startSeriesRun}. */
export function startRun(rules: SeriesRules, from?: RunSnapshot, options?: RunOptions): SeriesRun {
  return startSeriesRun(rules, sha256, from ?? { noBars: NO_BARS_HASH }, options);
}
