import { BOX_KINDS, type BoxKind, type Category } from '@rasat/contract';
import { BOX_TERMS, type BoxTerm } from '@rasat/engine';
import type { RecordFigures, RecordGroup, RecordTouches } from './calls.ts';

type Figures = RecordGroup['figures'];
/** Verdict of a comparison; see the contract's `recordVerdict`. */
export type Verdict = Figures['verdict'];

/** Subject of a row of the plot: a kind of signal, or a box and its term. */
export type Subject =
  | { readonly kind: 'condition' | 'levels' }
  | { readonly kind: 'box'; readonly box: BoxKind; readonly term: BoxTerm };

/** Returns the key of a subject, as in the address: `condition`, `36.short`, `levels`. */
export function subjectKey(subject: Subject): string {
  return subject.kind === 'box' ? `${subject.box}.${subject.term}` : subject.kind;
}

/** Lists the subjects in the order of the page; boxes of the long term only when `long` is true. */
export function listSubjects(long: boolean): readonly Subject[] {
  const terms = long ? BOX_TERMS : (['short'] as const);
  return [
    { kind: 'condition' },
    ...BOX_KINDS.flatMap((box) => terms.map((term) => ({ kind: 'box' as const, box, term }))),
    { kind: 'levels' },
  ];
}

/** Finds the figures of one group; undefined for a group without rows. */
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
 * Comparison of a group with its baseline. `value` is the group's figure, `low` and `high` are the ends of its
 * interval, all in the unit of `baseline`; null where unknown.
 */
export interface Comparison {
  readonly key: string;
  readonly n: number;
  /**
   * `none` for a backtest, whose verdict is hidden since rules may have been chosen on its bars; `few` is never hidden.
   */
  readonly verdict: Verdict | 'none';
  readonly baseline: number | null;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Difference between the group and its baseline; null without an interval. */
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
  // The interval is that of the difference, so that it excludes the baseline exactly when the verdict says so.
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

/** Returns the verdict to show: `none` for a group that is not judged, unless it has too few rows. */
function shownVerdict(verdict: Verdict, judged: boolean): Comparison['verdict'] {
  return judged || verdict === 'few' ? verdict : 'none';
}

/**
 * Compares the mean result at the first target after costs with its baseline, in R, for each subject with rows. `n`
 * counts the rows with matched entries.
 */
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
    const { verdict, matched, first, cost } = figures;
    const key = subjectKey(subject);
    return [
      {
        ...compare(
          key,
          matched,
          shownVerdict(verdict, judged),
          first.netBaseline,
          first.mean === null || cost === null ? null : first.mean - cost,
          first.netDifference,
        ),
        subject,
        figures,
      },
    ];
  });
}

/**
 * Compares the share of first levels that held with that of their shifted twins, from 0 to 1: over all categories, then
 * for each category.
 */
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

/** Result of a part of the record, shown as one sentence. */
export type Judgement =
  /** Too few rows for a verdict. */
  | { readonly kind: 'few' }
  | {
      /** All rows together compared with matched entries; `none` when the verdict is undecided. */
      readonly kind: 'none' | 'better' | 'worse';
      /** Number of subjects whose own interval excludes 0. */
      readonly differs: number;
    };

/** Judges a part of the record by the verdict over all its rows and the verdicts of its subjects. */
export function judge(groups: RecordFigures['groups']): Judgement {
  const all = findFigures(groups, null);
  if (!all || all.verdict === 'few') return { kind: 'few' };
  const { netDifference: difference } = all.first;
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
