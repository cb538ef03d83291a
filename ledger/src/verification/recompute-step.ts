import { type CanonicalValue, canonicalJson } from '../rows/canonical-json.ts';

/**
 * What is computed again, in this order: the checksum of the `file`; the `row`'s own hash; its link in the `chain`; its
 * place in the tree of the day's `head`; the rolling hash of its `bars`; the `signal` itself by the engine; its
 * `outcomes`; its forty matched entries (`baseline`); of a weekly set its shifted `twin`; and what vendors delivered
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
  /** unknown: matched entries or twin have not been computed yet. */
  | 'not-stored'
  /** unknown: the file's bars cannot be read; the step `bars` says which. */
  | 'no-bars'
  /** differs: a chunk of the file's bars is damaged; or their times do not ascend. */
  | 'damaged-bars'
  /** differs: the bars give no such signal. */
  | 'no-signal'
  /** differs: the file has values with which nothing can be computed. */
  | 'impossible'
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
  /** Bars that were read up to the row's time. */
  readonly bars: number;
}

/** Is told each step when it is done. */
export type OnRecomputeStep = (step: RecomputeStep) => void;

/** Compares two values by their canonical JSON. */
export function compare(
  what: string,
  published: CanonicalValue,
  computed: CanonicalValue,
): Comparison {
  const equal = canonicalJson(published) === canonicalJson(computed);
  return { what, published, computed, equal };
}

/** Compares every member that either of two objects has, those of `detail` one by one. */
export function compareFields(
  published: { readonly [key: string]: CanonicalValue },
  computed: { readonly [key: string]: CanonicalValue },
  prefix = '',
): Comparison[] {
  const names = new Set([...Object.keys(published), ...Object.keys(computed)]);
  return [...names].flatMap((name) => {
    const own = published[name] ?? null;
    const other = computed[name] ?? null;
    return isObject(own) && isObject(other)
      ? compareFields(own, other, `${prefix}${name}.`)
      : [compare(prefix + name, own, other)];
  });
}

function isObject(value: CanonicalValue): value is { readonly [key: string]: CanonicalValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A step by what was compared: it differs when anything does. */
export function stepOf(
  name: RecomputeStepName,
  compared: readonly Comparison[],
  reason: RecomputeReason | null = null,
): RecomputeStep {
  const equal = compared.every((one) => one.equal);
  return { name, state: equal ? 'equal' : 'differs', reason: equal ? null : reason, compared };
}

/** A step that cannot be known, unless what could be compared differs already. */
export function unknownStep(
  name: RecomputeStepName,
  reason: RecomputeReason,
  compared: readonly Comparison[] = [],
): RecomputeStep {
  if (compared.some((one) => !one.equal)) return stepOf(name, compared);
  return { name, state: 'unknown', reason, compared };
}
