import type { LedgerRow } from '../rows/chain.ts';
import type { Timeframe } from './aggregation.ts';
import { countUpTo, meanRange, type PreparedBars, spacingOf } from './prepared-bars.ts';

/** The unrounded risk of a row, between two bounds. */
export interface RiskBounds {
  readonly least: number;
  readonly most: number;
}

/** The timeframe of each box and its number of bars; a crystal box has its number from its height. */
const BOXES: Readonly<Record<string, readonly [timeframe: Timeframe, bars: number | null]>> = {
  'hayyam.short': ['240', 33],
  'hayyam.long': ['1D', 33],
  '52.short': ['1D', 52],
  '52.long': ['1W', 52],
  '144.short': ['240', 144],
  '144.long': ['1D', 144],
  '36.short': ['60', 36],
  '36.long': ['240', 36],
  'crystal.short': ['240', null],
  'crystal.long': ['1D', null],
};
const [FEWEST, MOST] = [24, 288];
/** Milliseconds. Times are doubles near 2^41, so a duration between two of them is exact to 2^-11 ms. */
const TIME_SLACK = 0.01;

/** The fields of a row of a box trade. */
export type BoxRow = Pick<LedgerRow, 'setup' | 'barTime' | 'price' | 'detail'> & {
  readonly way: boolean;
  readonly range: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
};

/**
 * Returns the bounds between which the unrounded risk of a box trade lies by the row alone: its rounded risk, stop and
 * targets. Null when no risk rounds to all four.
 */
export function riskByRow(bars: PreparedBars, row: BoxRow): RiskBounds | null {
  const half = bars.tick / 2;
  const way = row.way ? 1 : -1;
  // Room for the rounding errors of sums of prices.
  const slack = errorOf(row);
  const down = way * (row.price - row.sl);
  const up = way * (row.tp1 - row.price);
  const far = (way * (row.tp2 - row.price)) / 2;
  const least = Math.max(row.range - half, down - half, up - half, far - half / 2) - slack;
  const most = Math.min(row.range + half, down + half, up + half, far + half / 2) + slack;
  return least <= most && most > 0 ? { least, most } : null;
}

/**
 * Returns the bounds of the unrounded risk of a box trade by the bars: a quarter of `ATR * sqrt(N)` of the box's
 * timeframe when the box was made, up to the last bits. A crystal box has only the bounds of the row. Null when the
 * bars contradict the row. Source: docs/analysis.md, Boxes.
 */
export function boxRiskOf(bars: PreparedBars, row: BoxRow): RiskBounds | null {
  const byRow = riskByRow(bars, row);
  const shape = shapeOf(bars, row);
  if (byRow === null || shape === null) return null;
  const { bars: spanned, range } = shape;
  if (spanned === null) return byRow;
  const risk = (range * Math.sqrt(spanned)) / 4;
  const slack = errorOf(row);
  if (risk + slack < byRow.least || risk - slack > byRow.most) return null;
  return { least: risk - slack, most: risk + slack };
}

/**
 * Returns whether the time limit of a box trade is half the duration of its box after its entry, the duration being the
 * box's number of bars at the spacing of the time at which the box was made.
 */
export function isBoxExpiry(bars: PreparedBars, row: BoxRow, expiryMs: number): boolean {
  const shape = shapeOf(bars, row);
  if (shape === null) return false;
  const { bars: spanned, range, spacing } = shape;
  const duration = 2 * (expiryMs - row.barTime);
  if (spanned !== null) return Math.abs(duration - spanned * spacing) <= TIME_SLACK;
  const bounds = riskByRow(bars, row);
  if (bounds === null || !(range > 0)) return false;
  const count = Math.round(duration / spacing);
  if (Math.abs(duration - count * spacing) > TIME_SLACK) return false;
  const barsOf = (risk: number): number => {
    const height = (4 * risk) / range;
    return Math.min(MOST, Math.max(FEWEST, Math.round(height * height)));
  };
  return barsOf(bounds.least) <= count && count <= barsOf(bounds.most);
}

/** Returns average range and spacing of a box's timeframe when it was made; null when no box could be made then. */
function shapeOf(
  bars: PreparedBars,
  { setup, detail }: BoxRow,
): { readonly bars: number | null; readonly range: number; readonly spacing: number } | null {
  const box = BOXES[setup];
  const { box: madeMs } = detail;
  if (box === undefined || typeof madeMs !== 'number') return null;
  const [timeframe, count] = box;
  const frame = bars.timeframe(timeframe);
  const ended = countUpTo(frame.endMs, frame.length, madeMs);
  // A square box is made by a pivot, which the close of a bar of its timeframe confirms.
  if (count !== null && frame.endMs[ended - 1] !== madeMs) return null;
  const range = meanRange(frame, ended);
  return range > 0 ? { bars: count, range, spacing: spacingOf(frame, ended) } : null;
}

function errorOf({ price, tp2, sl }: BoxRow): number {
  return 2 ** -50 * Math.max(Math.abs(price), Math.abs(tp2), Math.abs(sl));
}
