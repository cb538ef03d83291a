import { topic } from '../../platform/bus/bus.ts';

/** Result of a round of the analyst; published after it was stored. */
export interface AnalysisUpdated {
  /** Symbols whose bars were analysed. */
  readonly symbols: readonly string[];
  /** Symbols whose shown view has changed. */
  readonly changed: readonly string[];
}

/** Announces that stored analyses can be read again. */
export const updatedTopic = topic<AnalysisUpdated>('analysis.updated');
