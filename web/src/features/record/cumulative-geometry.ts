import type { RecordHistory } from './calls.ts';
import { createScale, type Domain, listTicks, roundDomain } from './scale.ts';

/** Cumulative result at the end of a month and the band of matched entries, in R. */
export interface CurvePoint {
  /** Year * 12 + 0 to 11, UTC. */
  readonly month: number;
  readonly r: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/**
 * Returns the curve of a history, beginning with 0 in the month before its first one; empty for an empty history. `net`
 * subtracts the costs of the rows from the result, and those of the matched entries from the band.
 */
export function listCurve(
  cumulative: RecordHistory['cumulative'],
  net: boolean,
): readonly CurvePoint[] {
  const [first] = cumulative;
  if (!first) return [];
  return [
    { month: first.month - 1, r: 0, low: 0, middle: 0, high: 0 },
    ...cumulative.map(({ month, r, cost, low, middle, high, baselineCost }) => {
      const paid = net ? baselineCost : 0;
      return {
        month,
        r: net ? r - cost : r,
        low: low - paid,
        middle: middle - paid,
        high: high - paid,
      };
    }),
  ];
}

/** Edges of the area in which a curve is drawn, in pixels. */
export interface CurveFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** SVG paths, ticks and labelled months of a curve, and the scales that convert a month and a value to pixels. */
export interface CurveDrawing {
  readonly line: string;
  readonly middle: string;
  readonly band: string;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly digits: number;
  readonly months: readonly { readonly month: number; readonly x: number }[];
  readonly x: (month: number) => number;
  readonly y: (value: number) => number;
}

const MONTH_STEPS = [1, 2, 3, 6, 12, 24] as const;
/** Width of a month's label, in pixels. */
const MONTH_WIDTH = 44;
const VALUE_STEPS = 7;

const figure = (value: number): string => value.toFixed(1);

function path(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${figure(x)} ${figure(y)}`).join('');
}

/** Lists the labelled months: multiples of the smallest step whose labels fit. Steps divide or multiply a year. */
export function listMonthTicks(from: number, to: number, width: number): readonly number[] {
  const perMonth = width / Math.max(1, to - from);
  const step = MONTH_STEPS.find((each) => each * perMonth >= MONTH_WIDTH) ?? 24;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step);
}

/** Returns the drawing of a curve of at least two points in a frame. */
export function drawCurve(points: readonly CurvePoint[], frame: CurveFrame): CurveDrawing {
  const from = points[0]?.month ?? 0;
  const to = points.at(-1)?.month ?? from + 1;
  const values = points.flatMap(({ r, low, high }) => [r, low, high]);
  const domain: Domain = roundDomain(
    [Math.min(...values, 0), Math.max(...values, 0) || (Math.min(...values, 0) < 0 ? 0 : 1)],
    VALUE_STEPS,
  );
  const x = createScale([from, to], frame.left, frame.right);
  const y = createScale(domain, frame.bottom, frame.top);
  const { ticks, digits } = listTicks(domain, VALUE_STEPS);
  const upper = points.map(({ month, high }) => [x(month), y(high)] as const);
  const lower = points.map(({ month, low }) => [x(month), y(low)] as const);
  return {
    line: path(points.map(({ month, r }) => [x(month), y(r)])),
    middle: path(points.map(({ month, middle }) => [x(month), y(middle)])),
    band: `${path([...upper, ...lower.toReversed()])}Z`,
    ticks: ticks.map((value) => ({ value, y: y(value) })),
    digits,
    // The first point is the zero before the first month and has no label.
    months: listMonthTicks(from + 1, to, frame.right - frame.left).map((month) => ({
      month,
      x: x(month),
    })),
    x,
    y,
  };
}

/** Returns the index of the point that is horizontally nearest to `at`, in pixels; 0 without points. */
export function nearestPoint(
  points: readonly CurvePoint[],
  x: (month: number) => number,
  at: number,
) {
  let best = 0;
  for (const [index, { month }] of points.entries()) {
    const known = points[best];
    if (known && Math.abs(x(month) - at) < Math.abs(x(known.month) - at)) best = index;
  }
  return best;
}
