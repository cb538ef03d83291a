import {
  type EventRecord as RecordOf,
  type SeriesRun as RunOf,
  type SeriesRules,
  type RunSnapshot as SnapshotOf,
  startSeriesRun,
} from '@rasat/ledger';
import { sha256 } from '../../platform/sha256.ts';

/** An event with its hash as the database keeps it. */
export type EventRecord = RecordOf<Buffer>;
/** See `EventRecord`. */
export type RunSnapshot = SnapshotOf<Buffer>;
/** See `EventRecord`. */
export type SeriesRun = RunOf<Buffer>;

/** The rolling hash before the first bar. */
export const NO_BARS_HASH: Buffer = Buffer.alloc(32);

/** A run from the first bar on, or from a snapshot; see {@link startSeriesRun}. */
export function startRun(rules: SeriesRules, from?: RunSnapshot): SeriesRun {
  return startSeriesRun(rules, sha256, from ?? { noBars: NO_BARS_HASH });
}
