import { basisOf, type WireTouch } from '@rasat/contract';
import { CONE_SHARES } from '@rasat/engine';
import { touchQuery } from '../../api/calls/analysis.ts';
import { whyConeEdge } from '../../why/index.ts';
import type { DrawingKind } from '../drawing-kind.ts';
import type { DrawingWords } from '../words.ts';
import { coneCourse, type PublishedCone } from './geometry.ts';
import { CONE_SPANS, type ConeSpan, drawCones, partsOf, readPart } from './view.ts';

/** The published cones, one or both. */
export interface Cones {
  readonly cones: WireTouch['cones'];
  readonly trial: boolean;
}

/** Returns a cone with the inputs of its edges; null without a cone, and for inputs of another rule. */
function publishedCone(cone: WireTouch['cones'][ConeSpan]): PublishedCone | null {
  if (!cone) return null;
  const basis = basisOf(cone.basis);
  if (basis.rule !== 'touch') return null;
  return { fromMs: cone.from, untilMs: cone.until, edges: cone.edges, basis };
}

function shownCones({ cones }: Pick<Cones, 'cones'>): (PublishedCone & { span: ConeSpan })[] {
  return CONE_SPANS.flatMap((span) => {
    const cone = publishedCone(cones[span]);
    return cone ? [{ ...cone, span }] : [];
  });
}

function labelsOf(
  untilMs: number,
  trial: boolean,
  { t, formats, chances }: DrawingWords,
): string[] {
  const until = chances().until(untilMs);
  return CONE_SHARES.map((each) => {
    const share = formats.percent(each * 100, 0);
    return t(trial ? 'labels.coneTrial' : 'labels.cone', { share, until });
  });
}

/** Reads, draws and explains the cones of a day and of a week: how far the price may move, not which way. */
export const cone: DrawingKind<Cones> = {
  async load(client, { symbol }) {
    const touch = await client.fetchQuery(touchQuery(symbol));
    if (!touch || shownCones(touch).length === 0) return null;
    return { cones: touch.cones, trial: touch.trial };
  },
  draw: (id, source, words) =>
    drawCones(
      id,
      shownCones(source).map((published) => ({
        span: published.span,
        course: coneCourse(published, source.cones.slots),
        labels: labelsOf(published.untilMs, source.trial, words),
      })),
    ),
  describe(source, { t, chances }) {
    const { until, trial: trialWord } = chances();
    const spans = shownCones(source).map(({ span, untilMs }) =>
      t(`legend.cone.${span}`, { until: until(untilMs) }),
    );
    const trial = source.trial ? [trialWord] : [];
    const parts = shownCones(source).flatMap(({ span }) => partsOf(span));
    return {
      legend: [t('legend.cone.what'), ...spans, ...trial].join(' · '),
      lines: source.trial ? Object.fromEntries(parts.map((part) => [part, trialWord])) : {},
    };
  },
  why(source, part) {
    const read = readPart(part);
    const published = read && publishedCone(source.cones[read.span]);
    return published ? whyConeEdge(published, read.span, read.side, read.band) : null;
  },
};
