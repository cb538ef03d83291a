import { type ConeSetup, DAY_MS, WEEK_MS } from '@rasat/engine';
import {
  coneFigures,
  levelFigures,
  type Measured,
  meanErrorOf,
  sliceWeeks,
  startOfWeek,
} from './calibration.ts';
import type { CalibrationBook } from './calibration-book.ts';

/** The registered looks at the chances of touch: weeks of the record, and standard errors of the intervals. */
export const CALIBRATION_LOOKS = [
  { weeks: 26, z: 3 },
  { weeks: 52, z: 3 },
  { weeks: 78, z: 1.97 },
] as const;

/** Bins of the registered secondary questions: from one share to another, in tenths. */
export const LOOK_BINS = [
  { from: 1, before: 3 },
  { from: 3, before: 5 },
  { from: 5, before: 8 },
] as const;

/** Cones of the registered secondary questions. Those of four weeks are on trial. */
export const LOOK_CONES = ['cone.1d', 'cone.1w'] as const satisfies readonly ConeSetup[];

/** A look at the weekly levels of all symbols, in the first weeks of the record. Errors are forecast minus seen. */
export interface CalibrationLook {
  /** Number of weeks, the first of them, and the end of the last one, epoch milliseconds. */
  readonly weeks: number;
  readonly fromMs: number;
  readonly beforeMs: number;
  /** Levels, and their mean error: the primary question. Null without levels. */
  readonly n: number;
  readonly error: Measured | null;
  /** Mean errors of the levels whose chance lay in the registered bins; null without such levels. */
  readonly bins: readonly (Measured | null)[];
  /** Shares inside the cones of 80 %, of those with cones. */
  readonly cones: readonly {
    readonly group: ConeSetup;
    readonly n: number;
    readonly inside: Measured;
  }[];
  /** 1 less the ratio of the Brier scores of chance and plain chance; null without one. */
  readonly skill: Measured | null;
}

/** The 80 % cone among 50, 80 and 95 %. */
const EIGHTY = 1;

/**
 * Returns when a look is due: a week after the end of the last window, so that the last bars have arrived. Null before
 * the first weekly forecast, at `sinceMs`.
 * Rule: docs/analysis.md#looks-at-the-chances
 */
export function lookDueMs(weeks: number, sinceMs: number | null): number | null {
  return sinceMs === null ? null : startOfWeek(sinceMs) + (weeks + 1) * WEEK_MS + DAY_MS;
}

/**
 * Returns a look at the forecasts of a book: of the first weeks from that of `sinceMs`, the first weekly forecast.
 * Rule: docs/analysis.md#looks-at-the-chances
 */
export function lookAt(
  book: CalibrationBook,
  { weeks, z }: (typeof CALIBRATION_LOOKS)[number],
  sinceMs: number,
): CalibrationLook {
  const fromMs = startOfWeek(sinceMs);
  const span = { fromMs, beforeMs: fromMs + weeks * WEEK_MS };
  const weekly = sliceWeeks(book.levels.weekly, span);
  const figures = levelFigures(weekly, z);
  return {
    weeks,
    ...span,
    n: figures?.n ?? 0,
    error: figures?.error ?? null,
    bins: LOOK_BINS.map(({ from, before }) => meanErrorOf(weekly, z, from, before)),
    cones: LOOK_CONES.flatMap((group) => {
      const cones = coneFigures(sliceWeeks(book.cones[group], span), z);
      return cones ? [{ group, n: cones.n, inside: cones.inside[EIGHTY] as Measured }] : [];
    }),
    skill: figures?.plain?.skill ?? null,
  };
}
