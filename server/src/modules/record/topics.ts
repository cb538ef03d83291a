import { topic } from '../../platform/bus/bus.ts';

/** How much of the running computation is done, 0 to 1; null: none runs any more. */
export interface RecordProgress {
  readonly share: number | null;
}
/** See `RecordProgress`. */
export const recordProgressTopic = topic<RecordProgress>('record.progress');

/** A computation has ended: figures, head and certificate are stored, or (`null`) it was given up. */
export interface RecordDone {
  readonly runId: number | null;
}
/** See `RecordDone`. */
export const recordDoneTopic = topic<RecordDone>('record.done');
