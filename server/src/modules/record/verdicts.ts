import { standingOf } from '@rasat/contract';
import { correctVerdicts, type Figures } from '@rasat/ledger';
import type { GroupFigures, NewFigures, NewTouches, RecordPart } from './figure-store.ts';

/**
 * Corrects figures that were computed separately: verdicts of kinds and setups, and of touches, are corrected for their
 * number. The verdict for a source that has not been live for long enough becomes `few`.
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

/** Whether a part gets verdicts: every backtest does; live parts do when their source has been live for long enough. */
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
 * Whether the verdict of a group counts among those that are corrected together. The only setup of weekly sets repeats
 * the verdict of their kind, and is not counted twice.
 */
export function isJudged({ kind, setup, figures }: GroupFigures): boolean {
  return kind !== '' && !(kind === 'levels' && setup !== '') && figures.verdict !== 'few';
}

/** Corrects the verdicts of the kinds and setups of a category together; parts without enough live rows get `few`. */
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

/** Corrects the verdicts of touches, of all categories and of each, in the same way. */
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
