import { DAY_MS, WEEK_MS } from '@rasat/engine';

/** A level of a forecast whose window has ended. */
export interface ResolvedLevel {
  /** When the forecast was made. */
  readonly timeMs: number;
  /** Published chance of touch, 0 to 1, four decimals. */
  readonly chance: number;
  /** Chance that the average range alone gives, four decimals; null without one. */
  readonly plain: number | null;
  readonly touched: 0 | 1;
}

/** A cone whose window has ended. */
export interface ResolvedCone {
  /** When the cone was made. */
  readonly timeMs: number;
  /** Whether the whole path stayed within the edges of 50, 80 and 95 %. */
  readonly inside: readonly [boolean, boolean, boolean];
}

/**
 * Sums by the week in which the forecasts were made. It holds whole numbers alone, so the order of adding has no
 * effect, and JSON stores it as it is.
 */
export interface WeekSums<Width extends number> {
  /** Number of sums of each week. */
  readonly width: Width;
  /** Numbers of the weeks, ascending; 0 is the week of Monday, 5 January 1970. */
  readonly weeks: number[];
  /** The sums of the first week, then those of the second, and so on. */
  readonly sums: number[];
}

/** Number of bins of chances, each ten per cent wide. A chance on an edge is in the upper bin, 1 in the last one. */
export const CHANCE_BINS = 10;

/** Chances are counted in ten-thousandths, their squares in the square of that. */
const UNIT = 1e4;

// Sums of a week of levels: four of Brier scores, then three of each bin.
const BRIER = 0;
const COMPARED = 1;
const COMPARED_BRIER = 2;
const PLAIN_BRIER = 3;
const FIRST_BIN = 4;
const BIN_WIDTH = 3;
const LEVEL_WIDTH = 34;

/** Sums of the levels of a group by week: Brier scores; by bin the levels, their chances, the touched ones. */
export type LevelTally = WeekSums<typeof LEVEL_WIDTH>;

const CONE_WIDTH = 4;

/** Sums of the cones of a group by week: cones, and those whose path stayed within 50, 80 and 95 %. */
export type ConeTally = WeekSums<typeof CONE_WIDTH>;

/** Weeks within which errors are taken as dependent: levels overlap, and quiet times last. */
const MOST_LAGS = 13;

/** Fewest weeks with forecasts of an interval: twice the lags, the time of the first registered look. */
export const INTERVAL_WEEKS = 2 * MOST_LAGS;

/** Fewest outcomes of each sort (touched and untouched, inside and outside) of an interval. */
const FEWEST_OUTCOMES = 10;

/** A mean, or a ratio of sums, with its interval: the value plus and minus the half-width. */
export interface Measured {
  readonly value: number;
  /** Null with too few weeks or outcomes, see {@link levelFigures}. */
  readonly halfWidth: number | null;
}

/** One bin of a reliability diagram. */
export interface BinFigures {
  readonly n: number;
  /** Mean chance of its levels, 0 to 1. */
  readonly forecast: number;
  /** Share of its levels that were touched, 0 to 1. */
  readonly seen: Measured;
}

/** The figures of the levels of a group. Chances, shares and errors are fractions: 0.01 is one point. */
export interface LevelFigures {
  readonly n: number;
  /** Weeks in which forecasts were made. */
  readonly weeks: number;
  /** Mean of forecast minus seen. Positive: the chances were too high. */
  readonly error: Measured;
  /** Mean over all levels of the distance between forecast and seen of their bin. */
  readonly calibrationError: number;
  /** Mean square of chance minus outcome. */
  readonly brier: number;
  /** The comparison with the plain chance; null while no level has one. */
  readonly plain: {
    /** Levels with a plain chance; the three figures are over these alone. */
    readonly n: number;
    readonly brier: number;
    readonly plainBrier: number;
    /** 1 less the ratio of both. Positive: better than the plain chance. Null when the plain chance is never wrong. */
    readonly skill: Measured | null;
  } | null;
  /** The ten bins, lowest first; null for one without levels. */
  readonly bins: readonly (BinFigures | null)[];
}

/** The figures of the cones of a group. */
export interface ConeFigures {
  readonly n: number;
  /** Weeks in which cones were made. */
  readonly weeks: number;
  /** Shares of paths that stayed within the edges of 50, 80 and 95 %, 0 to 1. */
  readonly inside: readonly Measured[];
}

/**
 * Returns a tally without levels.
 * Rule: docs/analysis.md#calibration
 */
export function createLevelTally(): LevelTally {
  return { width: LEVEL_WIDTH, weeks: [], sums: [] };
}

/**
 * Returns a tally without cones.
 * Rule: docs/analysis.md#calibration
 */
export function createConeTally(): ConeTally {
  return { width: CONE_WIDTH, weeks: [], sums: [] };
}

/**
 * Returns the number of the week of an instant, 0 for that of Monday, 5 January 1970. Sunday counts with the Monday
 * after it: forex has its weekly sets on Sunday 00:00 UTC, the other markets a day later for the same week.
 */
function weekOf(timeMs: number): number {
  return Math.floor((timeMs - 3 * DAY_MS) / WEEK_MS);
}

/**
 * Returns the start of the week in which a forecast counts: a Sunday 00:00 UTC.
 * Rule: docs/analysis.md#calibration
 */
export function startOfWeek(timeMs: number): number {
  return weekOf(timeMs) * WEEK_MS + 3 * DAY_MS;
}

/**
 * Returns the part of a tally with the weeks from one start of a week up to, not including, another.
 * Rule: docs/analysis.md#calibration
 */
export function sliceWeeks<Width extends number>(
  { width, weeks, sums }: WeekSums<Width>,
  { fromMs, beforeMs }: { readonly fromMs: number; readonly beforeMs: number },
): WeekSums<Width> {
  const [from, before] = [weekOf(fromMs), weekOf(beforeMs)];
  const first = weeks.filter((week) => week < from).length;
  const end = weeks.filter((week) => week < before).length;
  return {
    width,
    weeks: weeks.slice(first, end),
    sums: sums.slice(first * width, end * width),
  };
}

/** Returns the place of a week's first sum, and inserts the week if it is missing. */
function placeOf({ width, weeks, sums }: WeekSums<number>, week: number): number {
  let row = 0;
  for (let end = weeks.length; row < end; ) {
    const middle = (row + end) >> 1;
    if ((weeks[middle] as number) < week) row = middle + 1;
    else end = middle;
  }
  if (weeks[row] !== week) {
    weeks.splice(row, 0, week);
    sums.splice(row * width, 0, ...Array.from({ length: width }, () => 0));
  }
  return row * width;
}

function add(sums: number[], at: number, value: number): void {
  sums[at] = (sums[at] as number) + value;
}

/** Returns a chance in ten-thousandths. Throws RangeError for one that is not from 0 to 1. */
function unitsOf(chance: number): number {
  if (!(chance >= 0 && chance <= 1)) throw new RangeError(`a chance of ${chance}`);
  return Math.round(chance * UNIT);
}

/**
 * Adds a level to a tally. Throws RangeError for a chance that is not from 0 to 1.
 * Rule: docs/analysis.md#calibration
 */
export function addLevel(
  tally: LevelTally,
  { timeMs, chance, plain, touched }: ResolvedLevel,
): void {
  const units = unitsOf(chance);
  const plainUnits = plain === null ? null : unitsOf(plain);
  const { sums } = tally;
  const at = placeOf(tally, weekOf(timeMs));
  const bin =
    at +
    FIRST_BIN +
    BIN_WIDTH * Math.min(CHANCE_BINS - 1, Math.floor((units * CHANCE_BINS) / UNIT));
  add(sums, bin, 1);
  add(sums, bin + 1, units);
  add(sums, bin + 2, touched);
  const outcome = touched * UNIT;
  const brier = (units - outcome) ** 2;
  add(sums, at + BRIER, brier);
  if (plainUnits === null) return;
  add(sums, at + COMPARED, 1);
  add(sums, at + COMPARED_BRIER, brier);
  add(sums, at + PLAIN_BRIER, (plainUnits - outcome) ** 2);
}

/**
 * Adds a cone to a tally.
 * Rule: docs/analysis.md#calibration
 */
export function addCone(tally: ConeTally, { timeMs, inside }: ResolvedCone): void {
  const at = placeOf(tally, weekOf(timeMs));
  add(tally.sums, at, 1);
  for (const [share, isInside] of inside.entries()) {
    add(tally.sums, at + 1 + share, isInside ? 1 : 0);
  }
}

/**
 * Adds the forecasts of one tally to another, such as a category's to those of all.
 * Rule: docs/analysis.md#calibration
 */
export function addTally<Width extends number>(to: WeekSums<Width>, from: WeekSums<Width>): void {
  const { width, weeks, sums } = from;
  for (const [row, week] of weeks.entries()) {
    const at = placeOf(to, week);
    for (let k = 0; k < width; k++) add(to.sums, at + k, sums[row * width + k] as number);
  }
}

/** Returns the sum of a column, or of several that stand `BIN_WIDTH` apart, of each week. */
function weekly({ width, weeks, sums }: WeekSums<number>, column: number, count = 1): number[] {
  return weeks.map((_, row) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += sums[row * width + column + k * BIN_WIDTH] as number;
    return sum;
  });
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/**
 * Returns z standard errors of the ratio of two sums over weeks. It is linearised: the residual of a week is its part
 * less ratio times its whole, and the variance of the ratio is that of the sum of residuals, over the square of the
 * whole. Residuals of weeks up to 13 apart count as dependent, with the falling weights of Bartlett, 1 - lag / 14
 * (Newey and West 1987). A week without forecasts has the residual 0.
 */
function halfWidthOf(
  weeks: readonly number[],
  part: readonly number[],
  whole: readonly number[],
  z: number,
): number {
  const count = total(whole);
  const ratio = total(part) / count;
  const residuals = part.map((value, row) => value - ratio * (whole[row] as number));
  let variance = 0;
  for (const [row, residual] of residuals.entries()) {
    variance += residual * residual;
    for (let other = row - 1; other >= 0; other--) {
      const lag = (weeks[row] as number) - (weeks[other] as number);
      if (lag > MOST_LAGS) break;
      variance += 2 * (1 - lag / (MOST_LAGS + 1)) * residual * (residuals[other] as number);
    }
  }
  // Never negative with these weights, except by rounding.
  return (z * Math.sqrt(Math.max(0, variance))) / count;
}

function hasWeeks(counts: readonly number[]): boolean {
  return counts.filter((count) => count > 0).length >= INTERVAL_WEEKS;
}

/** Returns whether there are enough weeks with forecasts, and enough outcomes of both sorts, for an interval. */
function isEnough(counts: readonly number[], happened: number): boolean {
  return hasWeeks(counts) && Math.min(happened, total(counts) - happened) >= FEWEST_OUTCOMES;
}

/**
 * Returns the mean error of the levels of some bins, from bin `from` up to, not including, bin `before` of the ten:
 * forecast minus seen, as {@link levelFigures}. Null without levels in them.
 * Rule: docs/analysis.md#calibration
 */
export function meanErrorOf(
  tally: LevelTally,
  z: number,
  from = 0,
  before = CHANCE_BINS,
): Measured | null {
  const column = FIRST_BIN + BIN_WIDTH * from;
  const counts = weekly(tally, column, before - from);
  const count = total(counts);
  if (count === 0) return null;
  const chances = weekly(tally, column + 1, before - from);
  const touched = weekly(tally, column + 2, before - from);
  const errors = chances.map((sum, row) => sum - UNIT * (touched[row] as number));
  const halfWidth = isEnough(counts, total(touched))
    ? halfWidthOf(tally.weeks, errors, counts, z) / UNIT
    : null;
  return { value: total(errors) / count / UNIT, halfWidth };
}

function binFigures(tally: LevelTally, bin: number, z: number): BinFigures | null {
  const column = FIRST_BIN + BIN_WIDTH * bin;
  const counts = weekly(tally, column);
  const n = total(counts);
  if (n === 0) return null;
  const forecast = total(weekly(tally, column + 1)) / n / UNIT;
  return { n, forecast, seen: shareOf(tally.weeks, weekly(tally, column + 2), counts, z) };
}

function shareOf(
  weeks: readonly number[],
  happened: readonly number[],
  counts: readonly number[],
  z: number,
): Measured {
  const sum = total(happened);
  const halfWidth = isEnough(counts, sum) ? halfWidthOf(weeks, happened, counts, z) : null;
  return { value: sum / total(counts), halfWidth };
}

function plainFigures(tally: LevelTally, z: number): LevelFigures['plain'] {
  const counts = weekly(tally, COMPARED);
  const n = total(counts);
  if (n === 0) return null;
  const own = weekly(tally, COMPARED_BRIER);
  const plain = weekly(tally, PLAIN_BRIER);
  const brier = total(own) / n / UNIT ** 2;
  const plainBrier = total(plain) / n / UNIT ** 2;
  if (plainBrier === 0) return { n, brier, plainBrier, skill: null };
  const halfWidth = hasWeeks(counts) ? halfWidthOf(tally.weeks, own, plain, z) : null;
  return { n, brier, plainBrier, skill: { value: 1 - brier / plainBrier, halfWidth } };
}

/**
 * Returns the figures of the levels of a group; null without levels. The intervals are `z` standard errors to both
 * sides: 3 for the registered looks after 26 and 52 weeks, 1.97 for the last one after 78, 1.96 for 95 %. The weeks in
 * which forecasts were made are the sample, since levels of one week are not independent: errors of weeks up to 13
 * apart count as dependent, with Bartlett's weights. An interval needs 26 weeks with levels, 10 touched and 10
 * untouched ones, that of the skill the weeks alone. Few weeks make it too short: in 78 independent weeks its variance
 * is on average 0.83 of the true one, in 26 weeks 0.56. In a simulation 1.97 misses the true value in 11 of 100 such
 * 78 weeks, not in 5.
 * Rule: docs/analysis.md#calibration
 */
export function levelFigures(tally: LevelTally, z: number): LevelFigures | null {
  const error = meanErrorOf(tally, z);
  if (error === null) return null;
  const bins = Array.from({ length: CHANCE_BINS }, (_, bin) => binFigures(tally, bin, z));
  const n = total(weekly(tally, FIRST_BIN, CHANCE_BINS));
  const gaps = bins.map((bin) => (bin ? bin.n * Math.abs(bin.forecast - bin.seen.value) : 0));
  return {
    n,
    weeks: tally.weeks.length,
    error,
    calibrationError: total(gaps) / n,
    brier: total(weekly(tally, BRIER)) / n / UNIT ** 2,
    plain: plainFigures(tally, z),
    bins,
  };
}

/**
 * Returns the figures of the cones of a group; null without cones. For the intervals see {@link levelFigures}; an
 * outcome is inside or outside.
 * Rule: docs/analysis.md#calibration
 */
export function coneFigures(tally: ConeTally, z: number): ConeFigures | null {
  const counts = weekly(tally, 0);
  const n = total(counts);
  if (n === 0) return null;
  const inside = [1, 2, 3].map((column) => shareOf(tally.weeks, weekly(tally, column), counts, z));
  return { n, weeks: tally.weeks.length, inside };
}
