import { roundTo, roundToMinute, tickSize } from '../price/rounding.ts';
import type { BoxPrices, BoxTimes } from './box.ts';
import type { BoxKind } from './kinds.ts';

/** A box in unrounded numbers; everything published of a box follows from these four. */
export interface BoxFrame {
  readonly bottom: number;
  readonly top: number;
  readonly start: number;
  readonly end: number;
}

/** A fraction. Numerator and denominator are kept apart so that an explanation can show both. */
export type Fraction = readonly [numerator: number, denominator: number];

/** Price lines as fractions of the height above the bottom. Triggers lie 1/32 outside (Gann). */
export const PRICE_FRACTIONS: Readonly<Record<keyof BoxPrices, Fraction>> = {
  bottom: [0, 1],
  middleDown: [1, 4],
  middle: [1, 2],
  middleUp: [3, 4],
  top: [1, 1],
  upTrade: [33, 32],
  downTrade: [-1, 32],
};

/** Quarters and the half-way lines between them and the middle. */
const EIGHTHS: Readonly<Record<keyof BoxTimes, Fraction>> = {
  start: [0, 1],
  fQuarter: [1, 4],
  fHalf: [3, 8],
  middle: [1, 2],
  lHalf: [5, 8],
  lQuarter: [3, 4],
  end: [1, 1],
};

/** Years 8 to 24 of the 33-year cycle with eight leap years attributed to Omar Khayyam. */
const LEAP_YEARS: Readonly<Record<keyof BoxTimes, Fraction>> = {
  start: [0, 1],
  fQuarter: [8, 33],
  fHalf: [12, 33],
  middle: [16, 33],
  lHalf: [20, 33],
  lQuarter: [24, 33],
  end: [1, 1],
};

/**
 * Returns the time lines as fractions of the box's duration.
 * Rule: docs/analysis.md#time-lines
 */
export function timeFractions(kind: BoxKind): Readonly<Record<keyof BoxTimes, Fraction>> {
  return kind === 'hayyam' ? LEAP_YEARS : EIGHTHS;
}

/** Returns the height of a box of n bars: average range times the root of n (price squared follows time). */
function squareHeight(atr: number, n: number): number {
  return atr * Math.sqrt(n);
}

/**
 * Returns bottom and top of the box that a pivot makes. The pivot's level is one edge (`way` 1: bottom, -1: top).
 * Rule: docs/analysis.md#edges-of-a-square-box
 */
export function squareEdges(
  way: number,
  level: number,
  atr: number,
  n: number,
): { readonly bottom: number; readonly top: number } {
  const height = squareHeight(atr, n);
  return way > 0 ? { bottom: level, top: level + height } : { bottom: level - height, top: level };
}

/**
 * Returns true when an eighth of the height is less than two ticks. Such a box is not made.
 * Rule: docs/analysis.md#edges-of-a-square-box
 */
export function isTooFlat(height: number, digits: number): boolean {
  return height / 8 < 2 * tickSize(digits);
}

/**
 * Returns the box that a pivot makes: edges of {@link squareEdges}, from the time of the pivot over n bars at the given
 * spacing. Null when it would be too flat, reach zero or end by `nowMs`.
 * Rule: docs/analysis.md#edges-of-a-square-box
 */
export function squareBox(
  way: number,
  level: number,
  pivotMs: number,
  atr: number,
  n: number,
  spacing: number,
  digits: number,
  nowMs: number,
): BoxFrame | null {
  if (isTooFlat(squareHeight(atr, n), digits)) return null;
  const { bottom, top } = squareEdges(way, level, atr, n);
  const end = pivotMs + n * spacing;
  return bottom <= 0 || end <= nowMs ? null : { bottom, top, start: pivotMs, end };
}

/**
 * Returns one price line, unrounded.
 * Rule: docs/analysis.md#price-lines
 */
export function priceLine(frame: BoxFrame, line: keyof BoxPrices): number {
  if (line === 'top') return frame.top;
  const [numerator, denominator] = PRICE_FRACTIONS[line];
  return frame.bottom + (numerator / denominator) * (frame.top - frame.bottom);
}

/**
 * Returns one time line, rounded to the minute.
 * Rule: docs/analysis.md#time-lines
 */
export function timeLine(frame: BoxFrame, kind: BoxKind, line: keyof BoxTimes): number {
  const [numerator, denominator] = timeFractions(kind)[line];
  return roundToMinute(frame.start + (numerator / denominator) * (frame.end - frame.start));
}

/**
 * Returns all price lines, rounded to digits.
 * Rule: docs/analysis.md#price-lines
 */
export function boxPrices(frame: BoxFrame, digits: number): BoxPrices {
  const line = (name: keyof BoxPrices): number => roundTo(priceLine(frame, name), digits);
  return {
    bottom: line('bottom'),
    middleDown: line('middleDown'),
    middle: line('middle'),
    middleUp: line('middleUp'),
    top: line('top'),
    upTrade: line('upTrade'),
    downTrade: line('downTrade'),
  };
}

/**
 * Returns all time lines, rounded to the minute.
 * Rule: docs/analysis.md#time-lines
 */
export function boxTimes(frame: BoxFrame, kind: BoxKind): BoxTimes {
  return {
    start: timeLine(frame, kind, 'start'),
    fQuarter: timeLine(frame, kind, 'fQuarter'),
    fHalf: timeLine(frame, kind, 'fHalf'),
    middle: timeLine(frame, kind, 'middle'),
    lHalf: timeLine(frame, kind, 'lHalf'),
    lQuarter: timeLine(frame, kind, 'lQuarter'),
    end: timeLine(frame, kind, 'end'),
  };
}

/**
 * Returns the initial risk of a trade of a box: a quarter of its height.
 * Rule: docs/analysis.md#trade-of-a-box
 */
export function boxRisk(frame: BoxFrame): number {
  return (frame.top - frame.bottom) / 4;
}
