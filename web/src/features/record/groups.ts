import { BOX_KINDS, type BoxKind, type Category } from '@rasat/contract';
import { BOX_TERMS, type BoxTerm } from '@rasat/engine';
import type { RecordFigures, RecordGroup, RecordTouches } from './calls.ts';

type Figures = RecordGroup['figures'];
/** The word of a comparison: see the contract's `recordVerdict`. */
export type Verdict = Figures['verdict'];

/** What a row of the plot is about. */
export type Subject =
  | { readonly kind: 'condition' | 'levels' }
  | { readonly kind: 'box'; readonly box: BoxKind; readonly term: BoxTerm };

/** The name of a subject in the address and as a key: `condition`, `36.short`, `levels`. */
export function subjectKey(subject: Subject): string {
  return subject.kind === 'box' ? `${subject.box}.${subject.term}` : subject.kind;
}

/** Every subject in the order of the page; long terms only when they are asked for. */
export function listSubjects(long: boolean): readonly Subject[] {
  const terms = long ? BOX_TERMS : (['short'] as const);
  return [
    { kind: 'condition' },
    ...BOX_KINDS.flatMap((box) => terms.map((term) => ({ kind: 'box' as const, box, term }))),
    { kind: 'levels' },
  ];
}

/** The figures of one group; undefined where it has no rows. */
export function findFigures(
  groups: RecordFigures['groups'],
  kind: RecordGroup['kind'],
  setup: string | null = null,
  category: Category | null = null,
): Figures | undefined {
  return groups.find(
    (group) => group.kind === kind && group.setup === setup && group.category === category,
  )?.figures;
}

/**
 * A group beside its baseline as it is drawn: `value` is the group's, `low` and `high` its interval, all on the scale of
 * `baseline`; null what is not known.
 */
export interface Comparison {
  readonly key: string;
  readonly n: number;
  /** `none`: nothing is said, since rules may have been chosen on such bars; `few` is said of any. */
  readonly verdict: Verdict | 'none';
  readonly baseline: number | null;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** By how much the group differs from its baseline; null where no interval is known. */
  readonly difference: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
  } | null;
}

function compare(
  key: string,
  n: number,
  verdict: Comparison['verdict'],
  baseline: number | null,
  own: number | null,
  difference: Comparison['difference'],
): Comparison {
  if (baseline === null || difference === null) {
    return { key, n, verdict, baseline, value: own, low: null, high: null, difference: null };
  }
  // The interval is that of the difference, so that it leaves the baseline out exactly when the verdict says so.
  return {
    key,
    n,
    verdict,
    baseline,
    value: baseline + difference.value,
    low: baseline + difference.low,
    high: baseline + difference.high,
    difference,
  };
}

/** The verdict as it is shown: of what nothing follows from, none but that it is of few. */
function shownVerdict(verdict: Verdict, judged: boolean): Comparison['verdict'] {
  return judged || verdict === 'few' ? verdict : 'none';
}

/** Mean results at the first target of each subject that has rows, in R; `n` counts those with matched entries. */
export function listComparisons(
  groups: RecordFigures['groups'],
  long: boolean,
  judged: boolean,
): readonly (Comparison & { readonly subject: Subject; readonly figures: Figures })[] {
  return listSubjects(long).flatMap((subject) => {
    const figures =
      subject.kind === 'box'
        ? findFigures(groups, 'box', subjectKey(subject))
        : findFigures(groups, subject.kind);
    if (!figures) return [];
    const { verdict, matched, first } = figures;
    const key = subjectKey(subject);
    return [
      {
        ...compare(
          key,
          matched,
          shownVerdict(verdict, judged),
          first.baseline,
          first.mean,
          first.difference,
        ),
        subject,
        figures,
      },
    ];
  });
}

/** Shares of first levels that held beside those of shifted twins, 1 is all: of all categories, then of each. */
export function listTouchComparisons(
  touches: readonly RecordTouches[],
  categories: readonly Category[],
  judged: boolean,
): readonly (Comparison & { readonly category: Category | null; readonly twins: number })[] {
  return [null, ...categories].flatMap((category) => {
    const found = touches.find((touch) => touch.category === category);
    if (!found) return [];
    const { n, twins, verdict, held, twinsHeld, difference } = found;
    return [
      {
        ...compare(
          category ?? 'all',
          n,
          shownVerdict(verdict, judged),
          twinsHeld,
          held,
          difference,
        ),
        category,
        twins,
      },
    ];
  });
}

/** The result of a part of the record in one sentence. */
export type Judgement =
  /** Too few rows to say anything. */
  | { readonly kind: 'few' }
  | {
      /** All rows together beside matched entries; `none`: the interval contains 0. */
      readonly kind: 'none' | 'better' | 'worse';
      /** How many kinds differ by themselves. */
      readonly differs: number;
    };

/** Judges a part of the record by the verdict over all rows and those of its kinds. */
export function judge(groups: RecordFigures['groups']): Judgement {
  const all = findFigures(groups, null);
  if (!all || all.verdict === 'few') return { kind: 'few' };
  const { difference } = all.first;
  const differs = listComparisons(groups, true, true).filter(
    ({ verdict }) => verdict === 'interval-excludes-zero',
  ).length;
  return {
    kind:
      all.verdict !== 'interval-excludes-zero'
        ? 'none'
        : (difference?.value ?? 0) < 0
          ? 'worse'
          : 'better',
    differs,
  };
}
