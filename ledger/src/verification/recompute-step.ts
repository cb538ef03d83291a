import { type CanonicalValue, canonicalJson } from '../rows/canonical-json.ts';

/**
 * The steps of a recomputation, in order: the checksum of the `file`; the `row`'s own hash; its link in the `chain`;
 * its place in the tree of the day's `head`; the rolling hash of its `bars`; the `signal` by the engine; its
 * `outcomes`; its matched entries (`baseline`); the shifted `twin` of a weekly set; and bars that vendors
 * delivered again with other values (`corrections`). Only weekly sets have a `twin`; a forecast has no `baseline`.
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

/** Why a step is `unknown` or `differs`, where the compared values alone do not tell. */
export type RecomputeReason =
  /** unknown: no published head covers the row yet. */
  | 'no-head'
  /** unknown: the row's engine version is not in this program. */
  | 'other-engine'
  /** unknown: matched entries or twin have not been computed yet. */
  | 'not-stored'
  /** unknown: the file's bars cannot be read; see the step `bars`. */
  | 'no-bars'
  /** differs: a chunk of the file's bars is damaged, or its times do not ascend. */
  | 'damaged-bars'
  /** differs: the bars give no such signal. */
  | 'no-signal'
  /** differs: the computation fails with the file's values. */
  | 'impossible'
  /** differs: the vendor's later values give another signal or other outcomes. */
  | 'vendor';

/** Two values that must be equal, the file's and the computed one; null when one is missing. */
export interface Comparison {
  /** Name of the compared field, preceded by the outcome's leg or the bar's time where needed. */
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

/** The result of a recomputation. */
export interface RecomputeReport {
  readonly steps: readonly RecomputeStep[];
  /**
   * `equal`: every known step is equal. `vendor`: the row follows from its bars, but later values of the vendor would
   * have given another. `differs`: at least one step differs.
   */
  readonly verdict: 'equal' | 'vendor' | 'differs';
  /** Bars that were read up to the row's time. */
  readonly bars: number;
}

/** A callback that receives each step when it is done. */
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

/** Compares every member of two objects, the members of `detail` one by one. */
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

/** Returns a step of comparisons: it differs when any comparison does. */
export function stepOf(
  name: RecomputeStepName,
  compared: readonly Comparison[],
  reason: RecomputeReason | null = null,
): RecomputeStep {
  const equal = compared.every((one) => one.equal);
  return { name, state: equal ? 'equal' : 'differs', reason: equal ? null : reason, compared };
}

/** Returns an unknown step, or a differing one when a comparison differs. */
export function unknownStep(
  name: RecomputeStepName,
  reason: RecomputeReason,
  compared: readonly Comparison[] = [],
): RecomputeStep {
  if (compared.some((one) => !one.equal)) return stepOf(name, compared);
  return { name, state: 'unknown', reason, compared };
}
