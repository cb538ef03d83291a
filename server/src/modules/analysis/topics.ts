import { topic } from '../../platform/bus/bus.ts';

/** What a round of the analyst brought; published after it was stored. */
export interface AnalysisUpdated {
  /** Symbols of which bars were analysed. */
  readonly symbols: readonly string[];
  /** Those of which something that screens show has changed. */
  readonly changed: readonly string[];
}

/** Tells that stored analyses can be read again. */
export const updatedTopic = topic<AnalysisUpdated>('analysis.updated');
