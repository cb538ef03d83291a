import { standingOf } from '@rasat/contract';
import { correctVerdicts, type Figures } from '@rasat/ledger';
import type { GroupFigures, NewFigures, NewTouches, RecordPart } from './figure-store.ts';

/**
 * What is said of figures that were computed each for itself: verdicts of kinds and setups, and of touches, are corrected
 * for their number, and of a source that has not been live for long enough nothing is said.
 */
export function judge(
  groups: readonly NewFigures[],
  touches: readonly NewTouches[],
): { readonly figures: NewFigures[]; readonly touches: NewTouches[] } {
  const hasEnough = findLongEnough(groups);
  return {
    figures: judgeGroups(groups, hasEnough),
    touches: judgeTouches(touches, hasEnough),
  };
}

/** Whether anything is said of a part: a backtest says what it says, a source that is live must have been so for long. */
type HasEnough = (part: RecordPart) => boolean;

function findLongEnough(groups: readonly NewFigures[]): HasEnough {
  const sources = groups.filter(
    ({ origin, period, kind, category, figures }) =>
      origin === 'live' &&
      period === 'all' &&
      kind === '' &&
      category === '' &&
      standingOf(figures).enough,
  );
  const known = new Set(sources.map(({ source }) => source));
  return ({ source, origin }) => origin === 'backfill' || known.has(source);
}

/**
 * Whether the verdict of a group is one of many that are looked at together. The one setup of weekly sets says the same as
 * their kind, and is not counted twice.
 */
export function isJudged({ kind, setup, figures }: GroupFigures): boolean {
  return kind !== '' && !(kind === 'levels' && setup !== '') && figures.verdict !== 'few';
}

/** Corrects the verdicts of the kinds and setups of a category that stand together, and takes away those of the few. */
function judgeGroups(groups: readonly NewFigures[], hasEnough: HasEnough): NewFigures[] {
  const families = Map.groupBy(groups, ({ source, origin, period, category }) =>
    [source, origin, period, category].join(),
  );
  return [...families.values()].flatMap((family) => {
    const [first] = family;
    if (!first || !hasEnough(first)) return family.map((group) => say(group, 'few'));
    const judged = family.filter(isJudged);
    const verdicts = correctVerdicts(judged.map(({ figures }) => figures));
    const said = new Map(judged.map((group, at) => [group.kind + group.setup, verdicts[at]]));
    return family.map((group) => {
      const { kind, setup, figures } = group;
      const name = kind === 'levels' ? kind : kind + setup;
      return say(group, said.get(name) ?? figures.verdict);
    });
  });
}

function say(group: NewFigures, verdict: Figures['verdict']): NewFigures {
  return { ...group, figures: { ...group.figures, verdict } };
}

/** The same for touches, of all categories and of each. */
function judgeTouches(touches: readonly NewTouches[], hasEnough: HasEnough): NewTouches[] {
  const families = Map.groupBy(touches, ({ source, origin, period }) =>
    [source, origin, period].join(),
  );
  return [...families.values()].flatMap((family) => {
    const [first] = family;
    const verdicts = correctVerdicts(family.map((one) => one.touches));
    return family.map((one, at): NewTouches => {
      const verdict = first && hasEnough(first) ? verdicts[at] : 'few';
      return { ...one, touches: { ...one.touches, verdict: verdict ?? one.touches.verdict } };
    });
  });
}
