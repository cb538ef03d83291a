import type { RecordHistory } from './calls.ts';
import { createScale, type Domain, listTicks, roundDomain } from './scale.ts';

/** A month of the cumulative result and of the band of matched entries, in R. */
export interface CurvePoint {
  /** Year * 12 + 0 to 11, UTC. */
  readonly month: number;
  readonly r: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/**
 * The curve of a history, from zero at the month before its first one. `net` takes the costs off, off the matched entries
 * too: each of them would have paid the same.
 */
export function listCurve(
  cumulative: RecordHistory['cumulative'],
  net: boolean,
): readonly CurvePoint[] {
  const [first] = cumulative;
  if (!first) return [];
  return [
    { month: first.month - 1, r: 0, low: 0, middle: 0, high: 0 },
    ...cumulative.map(({ month, r, cost, low, middle, high }) => {
      const paid = net ? cost : 0;
      return { month, r: r - paid, low: low - paid, middle: middle - paid, high: high - paid };
    }),
  ];
}

/** Where a curve is drawn. */
export interface CurveFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A drawn curve: its paths, graduations, and the scales that place a month and a value. */
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
/** Pixels that the name of a month takes. */
const MONTH_WIDTH = 44;
const VALUE_STEPS = 7;

const figure = (value: number): string => value.toFixed(1);

function path(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${figure(x)} ${figure(y)}`).join('');
}

/** The months that carry a name: whole steps of a year, so that each January is one of them. */
export function listMonthTicks(from: number, to: number, width: number): readonly number[] {
  const perMonth = width / Math.max(1, to - from);
  const step = MONTH_STEPS.find((each) => each * perMonth >= MONTH_WIDTH) ?? 24;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step);
}

/** Draws a curve of at least two points into a frame. */
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
    // The first point is the zero before the first month, and has no name.
    months: listMonthTicks(from + 1, to, frame.right - frame.left).map((month) => ({
      month,
      x: x(month),
    })),
    x,
    y,
  };
}

/** The point of a curve that lies nearest to a place on its horizontal axis. */
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
