import type { CanonicalValue } from './canonical-json.ts';
import type { RecordFile } from './record-file.ts';
import type { Sha256 } from './series-run.ts';

/**
 * What is computed again, in this order: the checksum of the `file`; the `row`'s own hash; its link in the `chain`; its
 * place in the tree of the day's `head`; the rolling hash of its `bars`; the `signal` itself by the engine; its
 * `outcomes`; its forty random entries (`baseline`); of a weekly set its shifted `twin`; and what vendors delivered
 * again with other values (`corrections`). A row that is no weekly set has no `twin`.
 */
export const RECOMPUTE_STEPS = [
  'file',
  'row',
  'chain',
  'head',
  'bars',
  'signal',
  'outcomes',
  'baseline',
  'twin',
  'corrections',
] as const;
/** See {@link RECOMPUTE_STEPS}. */
export type RecomputeStepName = (typeof RECOMPUTE_STEPS)[number];

/** Why a step says `unknown` or `differs`, where the compared values alone do not. */
export type RecomputeReason =
  /** unknown: no published head covers the row yet. */
  | 'no-head'
  /** unknown: the row is of a version of the engine that this program does not have. */
  | 'other-engine'
  /** unknown: random entries or twin have not been computed yet. */
  | 'not-stored'
  /** unknown: the file's bars cannot be read; the step `bars` says which. */
  | 'no-bars'
  /** differs: a chunk of the file's bars is damaged; or their times do not ascend. */
  | 'damaged-bars'
  /** differs: the bars give no such signal. */
  | 'no-signal'
  /** differs: with the values that the vendor delivered later, signal or outcomes would be others. */
  | 'vendor';

/** Two values that must be equal, each as the file and as the computation has it; null where one has none. */
export interface Comparison {
  /** What is compared: the name of a field, with the outcome's leg or the bar's time in front where needed. */
  readonly what: string;
  readonly published: CanonicalValue;
  readonly computed: CanonicalValue;
  readonly equal: boolean;
}

/** One step of the recomputation. */
export interface RecomputeStep {
  readonly name: RecomputeStepName;
  readonly state: 'equal' | 'differs' | 'unknown';
  readonly reason: RecomputeReason | null;
  readonly compared: readonly Comparison[];
}

/** What came of a recomputation. */
export interface RecomputeReport {
  readonly steps: readonly RecomputeStep[];
  /**
   * `equal`: all that can be known is. `vendor`: the row is what its bars give, but a vendor delivered others later, which
   * would have given another. `differs`: something is not what it must be.
   */
  readonly verdict: 'equal' | 'vendor' | 'differs';
}

/** Is told each step when it is done. */
export type OnRecomputeStep = (step: RecomputeStep) => void;

/** The signature of {@link recompute}. */
export type Recompute = (
  file: RecordFile,
  sha256: Sha256,
  onStep?: OnRecomputeStep,
) => RecomputeReport;
