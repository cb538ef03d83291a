import { topic } from '../../platform/bus/bus.ts';

/** Share of the running computation that is completed, 0 to 1; null when none runs. */
export interface RecordProgress {
  readonly share: number | null;
}
/** See `RecordProgress`. */
export const recordProgressTopic = topic<RecordProgress>('record.progress');

/** End of a computation: figures, head and certificate are stored, or (`null`) it was given up. */
export interface RecordDone {
  readonly runId: number | null;
}
/** See `RecordDone`. */
export const recordDoneTopic = topic<RecordDone>('record.done');

/** Progress of the comparison of a new build with the published rows, 0 to 1; null at its end. */
export interface BuildCheckProgress {
  readonly share: number | null;
}
/** See `BuildCheckProgress`. */
export const buildCheckTopic = topic<BuildCheckProgress>('record.build-check');
