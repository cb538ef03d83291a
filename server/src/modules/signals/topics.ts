import { topic } from '../../platform/bus/bus.ts';

/** A build must be compared with the stored rows of its version before it publishes; repeated until it is. */
export interface BuildUnchecked {
  readonly build: string;
}
/** See `BuildUnchecked`. */
export const buildWaitsTopic = topic<BuildUnchecked>('signals.build-waits');
