import type { CalibrationScope, Reply, ROUTES } from '@rasat/contract';
import { CONE_SHARES, isTrialForecast } from '@rasat/engine';
import { shareRangeOf } from '../ui/share-range.ts';
import type { WhySubject } from './subject.ts';

type Calibration = Reply<typeof ROUTES.recordCalibration>;
type Group = 'weekly' | 'boxes' | 'cone.1d' | 'cone.1w';

/** Number of bins of chances, each ten per cent wide. */
const BINS = 10;
/** Published chances have four decimals. */
const UNIT = 1e4;

/** Which figures of the record are those of a subject. */
export interface ChanceQuestion {
  /** Chances on trial are counted apart. */
  readonly scope: CalibrationScope & ('main' | 'trial');
  readonly group: Group;
  /** The chances that are counted with the subject's, from one to another; of a cone, its share twice. 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/** What came of chances like that of a subject. Shares are 0 to 1. */
export interface ChanceFigure extends ChanceQuestion {
  readonly source: string;
  /** Levels in the bin, or cones. */
  readonly n: number;
  /** Share of the levels that was reached, or of the cones that the price stayed in. */
  readonly seen: number;
  /** 95 % interval of `seen`; null with too few weeks. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** First publication that counts; null for a backtest. */
  readonly sinceMs: number | null;
  /** Symbols of a backtest that are computed, of all, while some are missing; else null. */
  readonly symbols: { readonly done: number; readonly all: number } | null;
}

/** The record's answers; null for one that is missing. */
export interface ChanceAnswers {
  readonly live: Calibration | null;
  readonly backtest: Calibration | null;
}

/**
 * Returns which figures of the record are those of a subject: of a chance, the bin of ten that holds it, a chance on an
 * edge in the upper one; of an edge of a cone, its share. Null for other subjects.
 */
export function chanceQuestion({
  kind,
  box,
  cone,
  value,
  basis,
}: WhySubject): ChanceQuestion | null {
  if (kind === 'chance' && 'chance' in value && value.chance) {
    const { published, trial } = value.chance;
    const bin = Math.min(BINS - 1, Math.floor((Math.round(published * UNIT) * BINS) / UNIT));
    return {
      scope: trial ? 'trial' : 'main',
      group: box ? 'boxes' : 'weekly',
      from: bin / BINS,
      to: (bin + 1) / BINS,
    };
  }
  if (!cone || basis?.rule !== 'touch') return null;
  const group = kind.startsWith('cone.day') ? 'cone.1d' : 'cone.1w';
  const scope = isTrialForecast(basis.touchClass, group) ? 'trial' : 'main';
  return { scope, group, from: cone.share, to: cone.share };
}

/**
 * Returns what came of such chances: of the record, and before its figure has an interval also of the backtest. The
 * first of the list is that of the record. Empty without any.
 */
export function chanceFigures(
  question: ChanceQuestion,
  source: string,
  { live, backtest }: ChanceAnswers,
): readonly ChanceFigure[] {
  const own = live && live.since !== null ? figureOf(question, source, live, live.since) : null;
  if (own?.interval) return [own];
  const tested = backtest ? figureOf(question, source, backtest, null) : null;
  return [own, tested].filter((figure) => figure !== null);
}

function figureOf(
  question: ChanceQuestion,
  source: string,
  { scopes, symbols }: Calibration,
  sinceMs: number | null,
): ChanceFigure | null {
  const { scope, group, from } = question;
  const of = scopes.find((one) => one.scope === scope);
  const bin = of?.levels.find((one) => one.group === group)?.figures.bins[Math.round(from * BINS)];
  const cones = of?.cones.find((one) => one.group === group)?.figures;
  const share = cones?.inside[CONE_SHARES.findIndex((one) => one === from)];
  const known = bin ?? (cones && share ? { n: cones.n, seen: share } : null);
  if (!known) return null;
  return {
    ...question,
    source,
    n: known.n,
    seen: known.seen.value,
    interval: shareRangeOf(known.seen),
    sinceMs,
    symbols: symbols && symbols.done < symbols.all ? symbols : null,
  };
}
