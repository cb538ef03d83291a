import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import { type StateVisitor, visitRecord } from '../state/visitor.ts';
import { type BaseResolution, bucketStart, WEEK_MS } from '../time/resolution.ts';
import { WEEK_SLOTS, type WeekSlots, weekSlot } from './market-time.ts';

const LEARNING_MS = 8 * WEEK_MS;
const READY_MS = 26 * WEEK_MS;
const READY_DAYS = 90;

/** Memory of the two averages of hourly squares, in market weeks. */
const FAST_WEEKS = 0.1;
const SLOW_WEEKS = 4;

const DAY_KEPT_5 = exp(-1 / 5);
const DAY_KEPT_50 = exp(-1 / 50);
const DAY_KEPT_500 = exp(-1 / 500);

/** Smallest weight of a new visit in a slot: a year of weeks. */
const LEAST_ALPHA = 1 / 52;

/** Lower limit of every variance. */
const LEAST_VARIANCE = 1e-14;

type Scalars = {
  /** 1 once a bar was read; its opening time. */
  begun: number;
  firstMs: number;
  /** Start of the learning phase, and 1 once it has ended. */
  learningMs: number;
  learned: number;
  lastMs: number;
  previousClose: number;
  /** Sum of the slots' weights. */
  total: number;
  /** Sums of squares and of weights with fast (1) and slow (2) forgetting. */
  a1: number;
  b1: number;
  a2: number;
  b2: number;
  /** The running day: 1 while there is one. Unused on base 1D. */
  dayOpen: number;
  dayMs: number;
  dayHigh: number;
  dayLow: number;
  dayClose: number;
  /** 1 once a day was counted, and its close. */
  days: number;
  previousDayClose: number;
  /** Sums of logarithmic day ranges and of days that forget over 5, 50 and 500 days. */
  a5: number;
  b5: number;
  a50: number;
  b50: number;
  a500: number;
  b500: number;
};

/**
 * What is remembered of a symbol's movement: when in the week it moves, and how much it moved lately. Free of price units
 * but for the previous closes and the running day.
 */
export interface TouchMeasure {
  readonly base: BaseResolution;
  readonly fx: boolean;
  readonly slots: WeekSlots;
  readonly scalars: Scalars;
  /** Weight of each slot of the week, and how often it was counted. */
  readonly weights: Float64Array;
  readonly visits: Float64Array;
}

/** Returns the measure before the first bar. */
export function createTouchMeasure(base: BaseResolution, fx: boolean): TouchMeasure {
  const slots = WEEK_SLOTS[base];
  return {
    base,
    fx,
    slots,
    scalars: {
      begun: 0,
      firstMs: 0,
      learningMs: 0,
      learned: 0,
      lastMs: 0,
      previousClose: 0,
      total: 0,
      a1: 0,
      b1: 0,
      a2: 0,
      b2: 0,
      dayOpen: 0,
      dayMs: 0,
      dayHigh: 0,
      dayLow: 0,
      dayClose: 0,
      days: 0,
      previousDayClose: 0,
      a5: 0,
      b5: 0,
      a50: 0,
      b50: 0,
      a500: 0,
      b500: 0,
    },
    weights: new Float64Array(slots.count),
    visits: new Float64Array(slots.count),
  };
}

/** Walks the measure for saving or restoring. */
export function visitTouchMeasure(visitor: StateVisitor, measure: TouchMeasure): void {
  visitRecord(visitor, measure.scalars);
  visitor.values(measure.weights);
  visitor.values(measure.visits);
}

/**
 * Multiplies the prices of the measure by a split factor.
 * Rule: docs/analysis.md#splits
 */
export function rescaleTouchMeasure({ scalars }: TouchMeasure, factor: number): void {
  scalars.previousClose *= factor;
  scalars.dayHigh *= factor;
  scalars.dayLow *= factor;
  scalars.dayClose *= factor;
  scalars.previousDayClose *= factor;
}

/** Returns the logarithm of a bar's range, with the close before it. */
function logRange(high: number, low: number, previousClose: number): number {
  return ln(Math.max(high, previousClose) / Math.min(low, previousClose));
}

/**
 * Adds a closed base bar.
 * Rule: docs/analysis.md#measure-of-movement
 */
export function updateTouchMeasure(
  measure: TouchMeasure,
  openTimeMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
): void {
  const { slots, scalars } = measure;
  const isFirst = scalars.begun === 0;
  const range = logRange(high, low, isFirst ? open : scalars.previousClose);
  const square = (range * range) / (4 * Math.LN2);
  const skipped = isFirst ? 0 : countSkipped(slots, scalars.lastMs, openTimeMs);
  if (isFirst) {
    scalars.begun = 1;
    scalars.firstMs = openTimeMs;
    scalars.learningMs = openTimeMs;
  }
  const slot = weekSlot(slots, openTimeMs);
  if (scalars.learned === 1) follow(measure, slot, skipped, square);
  else learn(measure, slot, skipped, square, openTimeMs);
  addToDay(measure, openTimeMs, high, low, close);
  scalars.previousClose = close;
  scalars.lastMs = openTimeMs;
}

/** Returns the slots without a bar before this one; 0 after a gap of more than a week. */
function countSkipped({ lengthMs, count }: WeekSlots, lastMs: number, openTimeMs: number): number {
  const skipped = Math.round((openTimeMs - lastMs) / lengthMs) - 1;
  return skipped > count ? 0 : skipped;
}

/** Counts a bar of the first eight weeks, in which the weights of the slots are plain means. */
function learn(
  { slots: { count }, scalars, weights, visits }: TouchMeasure,
  slot: number,
  skipped: number,
  square: number,
  openTimeMs: number,
): void {
  for (let back = skipped; back > 0; back--) {
    const at = (slot - back + 2 * count) % count;
    visits[at] = (visits[at] as number) + 1;
  }
  visits[slot] = (visits[slot] as number) + 1;
  weights[slot] = (weights[slot] as number) + square;
  if (openTimeMs - scalars.learningMs < LEARNING_MS) return;

  let total = 0;
  for (let at = 0; at < count; at++) {
    const visited = visits[at] as number;
    if (visited > 0) weights[at] = (weights[at] as number) / visited;
    total += weights[at] as number;
  }
  if (total === 0) {
    weights.fill(0);
    visits.fill(0);
    scalars.learningMs = openTimeMs;
    return;
  }
  for (let at = 0; at < count; at++) weights[at] = (weights[at] as number) / total;
  scalars.total = 1;
  scalars.a1 = FAST_WEEKS * total;
  scalars.b1 = FAST_WEEKS;
  scalars.a2 = SLOW_WEEKS * total;
  scalars.b2 = SLOW_WEEKS;
  scalars.learned = 1;
}

/** Counts a bar after the first eight weeks. */
function follow(measure: TouchMeasure, slot: number, skipped: number, square: number): void {
  const { scalars, weights } = measure;
  const { count } = measure.slots;
  const share = (weights[slot] as number) / scalars.total;
  const typical = scalars.a2 / scalars.b2;
  const fast = exp(-share / FAST_WEEKS);
  const slow = exp(-share / SLOW_WEEKS);
  scalars.a1 = fast * scalars.a1 + square;
  scalars.b1 = fast * scalars.b1 + share;
  scalars.a2 = slow * scalars.a2 + square;
  scalars.b2 = slow * scalars.b2 + share;
  for (let back = skipped; back > 0; back--) {
    moveWeight(measure, (slot - back + 2 * count) % count, 0);
  }
  moveWeight(measure, slot, typical > 0 ? square / typical : (weights[slot] as number));
}

/** Moves the weight of a slot towards a new observation. */
function moveWeight(
  { scalars, weights, visits }: TouchMeasure,
  slot: number,
  observed: number,
): void {
  const before = weights[slot] as number;
  const alpha = Math.max(LEAST_ALPHA, 1 / ((visits[slot] as number) + 1));
  const after = before + alpha * (observed - before);
  weights[slot] = after;
  visits[slot] = (visits[slot] as number) + 1;
  scalars.total += after - before;
}

function addToDay(
  { base, fx, scalars }: TouchMeasure,
  openTimeMs: number,
  high: number,
  low: number,
  close: number,
): void {
  if (base === '1D') {
    countDay(scalars, high, low, close);
    return;
  }
  const dayMs = bucketStart('1D', openTimeMs, fx);
  if (scalars.dayOpen === 1 && dayMs > scalars.dayMs) {
    countDay(scalars, scalars.dayHigh, scalars.dayLow, scalars.dayClose);
    scalars.dayOpen = 0;
  }
  if (scalars.dayOpen === 0) {
    scalars.dayOpen = 1;
    scalars.dayMs = dayMs;
    scalars.dayHigh = high;
    scalars.dayLow = low;
  } else {
    if (high > scalars.dayHigh) scalars.dayHigh = high;
    if (low < scalars.dayLow) scalars.dayLow = low;
  }
  scalars.dayClose = close;
}

function countDay(scalars: Scalars, high: number, low: number, close: number): void {
  const range = scalars.days === 1 ? logRange(high, low, scalars.previousDayClose) : ln(high / low);
  scalars.a5 = DAY_KEPT_5 * scalars.a5 + range;
  scalars.b5 = DAY_KEPT_5 * scalars.b5 + 1;
  scalars.a50 = DAY_KEPT_50 * scalars.a50 + range;
  scalars.b50 = DAY_KEPT_50 * scalars.b50 + 1;
  scalars.a500 = DAY_KEPT_500 * scalars.a500 + range;
  scalars.b500 = DAY_KEPT_500 * scalars.b500 + 1;
  scalars.days = 1;
  scalars.previousDayClose = close;
}

/**
 * Whether the measure gives chances: after half a year with about a hundred days.
 * Rule: docs/analysis.md#measure-of-movement
 */
export function isTouchReady({ scalars }: TouchMeasure): boolean {
  const { learned, total, lastMs, firstMs, b500 } = scalars;
  return learned === 1 && total > 0 && lastMs - firstMs >= READY_MS && b500 >= READY_DAYS;
}

/** Variances of a market week: of the last hours, then of 5, 50 and 500 days. */
export type TouchVariances = readonly [
  hours: number,
  days5: number,
  days50: number,
  days500: number,
];

/**
 * Returns the four variances. `daysPerWeek` is 7 in crypto, else 5. Meaningless before {@link isTouchReady}.
 * Rule: docs/analysis.md#measure-of-movement
 */
export function touchVariances({ scalars }: TouchMeasure, daysPerWeek: number): TouchVariances {
  const ofDays = (a: number, b: number): number => {
    const mean = b > 0 ? a / b : 0;
    return Math.max(LEAST_VARIANCE, mean * mean * (Math.PI / 8) * daysPerWeek);
  };
  const hours = scalars.b1 > 0 ? scalars.a1 / scalars.b1 : 0;
  return [
    Math.max(LEAST_VARIANCE, hours),
    ofDays(scalars.a5, scalars.b5),
    ofDays(scalars.a50, scalars.b50),
    ofDays(scalars.a500, scalars.b500),
  ];
}
