import { CONE_SETUPS, type ConeSetup } from '@rasat/engine';
import type { RecordedForecast } from '../rows/forecast.ts';
import {
  addCone,
  addLevel,
  addTally,
  type ConeFigures,
  type ConeTally,
  coneFigures,
  createConeTally,
  createLevelTally,
  type LevelFigures,
  type LevelTally,
  levelFigures,
} from './calibration.ts';

/** Standard errors of an interval of 95 %. */
export const CALIBRATION_Z = 1.96;

/** Groups of levels: all; weekly sets, boxes; and both by market weeks: up to half, up to two, up to eight. */
export const LEVEL_GROUPS = ['all', 'weekly', 'boxes', 'short', 'middle', 'long'] as const;
/** A group of levels. */
export type LevelGroup = (typeof LEVEL_GROUPS)[number];

/** Forecasts that are in no tally. */
export interface LeftOut {
  /** No bar lay in their time, or their series ended before. */
  voids: number;
  /** They were published more than five minutes after the close of their bar. */
  late: number;
  /** Their time is not over. */
  open: number;
}

/** Tallies of the forecasts of a history, or of many, and the number of those left out. JSON stores it as it is. */
export interface CalibrationBook extends LeftOut {
  readonly levels: Readonly<Record<Exclude<LevelGroup, 'all'>, LevelTally>>;
  readonly cones: Readonly<Record<ConeSetup, ConeTally>>;
}

/** A forecast whose time is over. */
export interface EndedForecast
  extends Pick<RecordedForecast, 'weeks' | 'levels' | 'chances' | 'plain'> {
  readonly setup: string;
  /** When it was made. */
  readonly timeMs: number;
  /** Close of the first bar that reached each level, null where none did; null for a void forecast. */
  readonly first: readonly (number | null)[] | null;
}

/** The figures of a book, without the groups that have none. */
export interface CalibrationFigures extends Readonly<LeftOut> {
  readonly levels: readonly { readonly group: LevelGroup; readonly figures: LevelFigures }[];
  readonly cones: readonly { readonly group: ConeSetup; readonly figures: ConeFigures }[];
}

/** Market weeks up to which a horizon is short, and middle. */
const [SHORT_WEEKS, MIDDLE_WEEKS] = [0.5, 2] as const;

const BOOK_LEVELS = LEVEL_GROUPS.filter((group) => group !== 'all');

/**
 * Returns a book without forecasts.
 * Rule: docs/analysis.md#calibration
 */
export function createCalibrationBook(): CalibrationBook {
  return {
    levels: {
      weekly: createLevelTally(),
      boxes: createLevelTally(),
      short: createLevelTally(),
      middle: createLevelTally(),
      long: createLevelTally(),
    },
    cones: {
      'cone.1d': createConeTally(),
      'cone.1w': createConeTally(),
      'cone.4w': createConeTally(),
    },
    voids: 0,
    late: 0,
    open: 0,
  };
}

/**
 * Adds a forecast to a book.
 * Rule: docs/analysis.md#calibration
 */
export function addForecast(book: CalibrationBook, forecast: EndedForecast): void {
  const { setup, timeMs, weeks, chances, plain, first } = forecast;
  if (first === null) {
    book.voids += 1;
    return;
  }
  const cone = CONE_SETUPS.find((group) => group === setup);
  if (cone !== undefined) {
    const isInside = (share: number): boolean =>
      first[2 * share] === null && first[2 * share + 1] === null;
    addCone(book.cones[cone], { timeMs, inside: [isInside(0), isInside(1), isInside(2)] });
    return;
  }
  const kind = setup === 'weekly' ? 'weekly' : 'boxes';
  const horizon = weeks > MIDDLE_WEEKS ? 'long' : weeks > SHORT_WEEKS ? 'middle' : 'short';
  for (const [at, chance] of chances.entries()) {
    const touched = first[at] === null ? 0 : 1;
    const level = { timeMs, chance, plain: plain[at] ?? null, touched } as const;
    addLevel(book.levels[kind], level);
    addLevel(book.levels[horizon], level);
  }
}

/**
 * Adds one book to another.
 * Rule: docs/analysis.md#calibration
 */
export function addBook(to: CalibrationBook, from: CalibrationBook): void {
  for (const group of BOOK_LEVELS) addTally(to.levels[group], from.levels[group]);
  for (const group of CONE_SETUPS) addTally(to.cones[group], from.cones[group]);
  to.voids += from.voids;
  to.late += from.late;
  to.open += from.open;
}

/**
 * Returns the figures of a book; the intervals are `z` standard errors to both sides.
 * Rule: docs/analysis.md#calibration
 */
export function bookFigures(book: CalibrationBook, z: number): CalibrationFigures {
  const all = createLevelTally();
  addTally(all, book.levels.weekly);
  addTally(all, book.levels.boxes);
  return {
    levels: LEVEL_GROUPS.flatMap((group) => {
      const figures = levelFigures(group === 'all' ? all : book.levels[group], z);
      return figures ? [{ group, figures }] : [];
    }),
    cones: CONE_SETUPS.flatMap((group) => {
      const figures = coneFigures(book.cones[group], z);
      return figures ? [{ group, figures }] : [];
    }),
    voids: book.voids,
    late: book.late,
    open: book.open,
  };
}
