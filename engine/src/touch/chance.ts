import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import type { BaseResolution } from '../time/resolution.ts';
import {
  MOST_WEEKS,
  NODE_WEEKS,
  NODE_WEIGHTS,
  type TouchClass,
  touchConstants,
} from './classes.ts';
import type { TouchVariances } from './measure.ts';

/** The inputs of every chance of one moment. */
export interface TouchInputs {
  readonly touchClass: TouchClass;
  readonly base: BaseResolution;
  /** Last base close, unrounded. */
  readonly price: number;
  readonly variances: TouchVariances;
}

/** Shares of paths that stay inside the edges of a cone. */
export const CONE_SHARES = [0.5, 0.8, 0.95] as const;

const POINTS = [
  [0, 0.457143],
  [1.154405, 0.2401231],
  [-1.154405, 0.2401231],
  [2.366759, 0.0307571],
  [-2.366759, 0.0307571],
  [3.75044, 0.00054827],
  [-3.75044, 0.00054827],
] as const;
const POINTS_SUM = POINTS.reduce((sum, [, weight]) => sum + weight, 0);

/**
 * Returns the chance that a standard normal number exceeds `z`, for `z` of at least 0; Abramowitz and Stegun 26.2.17.
 * Rule: docs/analysis.md#chance-of-touch
 */
export function upperTail(z: number): number {
  if (z >= 38) return 0;
  const t = 1 / (1 + 0.2316419 * z);
  const phi = 0.3989422804014327 * exp(-(z * z) / 2);
  const tail =
    phi *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + 1.330274429 * t))));
  return Math.min(0.5, tail);
}

/**
 * Returns the chance that a movement of uncertain size reaches `u` typical movements: twice the tail (reflection),
 * averaged over the size.
 * Rule: docs/analysis.md#chance-of-touch
 */
export function mixedTouch(u: number, s: number): number {
  let sum = 0;
  for (const [z, weight] of POINTS) sum += weight * 2 * upperTail(u * exp(-s * z));
  return Math.min(1, sum / POINTS_SUM);
}

/**
 * Returns the chance that a path stays within `k` typical movements to both sides; `k` is positive.
 * Rule: docs/analysis.md#cone
 */
export function stayInside(k: number, s: number): number {
  let sum = 0;
  for (const [z, weight] of POINTS) {
    const width = k * exp(-s * z);
    let alternating = 0;
    for (let j = 0, tail = upperTail(width); tail > 0; tail = upperTail((2 * j + 1) * width)) {
      alternating += j % 2 === 0 ? tail : -tail;
      j++;
    }
    sum += weight * (1 - 4 * alternating);
  }
  return sum / POINTS_SUM;
}

const widths = new Map<number, readonly number[]>();

/**
 * Returns the half-widths of the cone in typical movements, one for each of {@link CONE_SHARES}.
 * Rule: docs/analysis.md#cone
 */
export function coneWidths(s: number): readonly number[] {
  const known = widths.get(s);
  if (known) return known;
  const solved = CONE_SHARES.map((share) => {
    let [low, high] = [0.3, 50];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (stayInside(middle, s) < share) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  });
  widths.set(s, solved);
  return solved;
}

/** The sizes of movement on one side of the price, as logarithms of price. */
export interface TouchScale {
  /** Typical movement until the end of the horizon. */
  readonly sigma: number;
  /** Typical movement of a day. */
  readonly day: number;
}

/**
 * Returns the typical movement within `weeks` market weeks, above 0.
 * Rule: docs/analysis.md#scale-of-movement
 */
export function touchScale(
  { touchClass, base, variances }: Omit<TouchInputs, 'price'>,
  side: 'up' | 'down',
  weeks: number,
): TouchScale {
  const { m } = touchConstants(touchClass, side);
  const logs = variances.map(ln);
  const nodes: number[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < NODE_LOGS.length; j++) {
    const weights = NODE_WEIGHTS[base][j] as readonly number[];
    let node = NODE_LOGS[j] as number;
    for (let i = 0; i < logs.length; i++) {
      const weight = weights[i] as number;
      if (weight > 0) node += weight * (logs[i] as number);
    }
    // A longer horizon is never narrower.
    before = Math.max(node + 2 * (m[j] as number), before);
    nodes.push(before);
  }
  return { sigma: exp(interpolate(nodes, ln(weeks)) / 2), day: exp((nodes[1] as number) / 2) };
}

const NODE_LOGS = NODE_WEEKS.map((weeks) => ln(weeks));

/** Returns the value at `x` on the line through the nodes, with slope 1 beyond them. */
function interpolate(nodes: readonly number[], x: number): number {
  const last = NODE_LOGS.length - 1;
  const at = (list: readonly number[], index: number): number => list[index] as number;
  if (x <= at(NODE_LOGS, 0)) return at(nodes, 0) + x - at(NODE_LOGS, 0);
  for (let j = 1; j <= last; j++) {
    if (x > at(NODE_LOGS, j)) continue;
    const share = (x - at(NODE_LOGS, j - 1)) / (at(NODE_LOGS, j) - at(NODE_LOGS, j - 1));
    return at(nodes, j - 1) + share * (at(nodes, j) - at(nodes, j - 1));
  }
  return at(nodes, last) + x - at(NODE_LOGS, last);
}

/**
 * Returns the chance that price reaches each level within `weeks` market weeks, 0 to 1: 1 at the price itself, 0 without
 * market time. Null beyond eight market weeks. Throws RangeError for a level that is not positive.
 * Rule: docs/analysis.md#chance-of-touch
 */
export function touchChances(
  inputs: TouchInputs,
  levels: readonly number[],
  weeks: number,
): number[] | null {
  const { price, touchClass } = inputs;
  const scales: { up?: TouchScale; down?: TouchScale } = {};
  const chanceOf = (level: number): number => {
    if (!(level > 0 && level < Number.POSITIVE_INFINITY)) {
      throw new RangeError('a level is positive');
    }
    if (level === price) return 1;
    if (!(weeks > 0)) return 0;
    const side = level > price ? 'up' : 'down';
    scales[side] ??= touchScale(inputs, side, weeks);
    const { sigma, day } = scales[side];
    const { s, kappa } = touchConstants(touchClass, side);
    return mixedTouch((Math.abs(ln(level / price)) + kappa * day) / sigma, s);
  };
  const chances = levels.map(chanceOf);
  return weeks > MOST_WEEKS ? null : chances;
}

/**
 * Returns the chance that price reaches one level, as {@link touchChances} does; 1 at the price also beyond eight market
 * weeks.
 * Rule: docs/analysis.md#chance-of-touch
 */
export function touchChance(inputs: TouchInputs, level: number, weeks: number): number | null {
  const chances = touchChances(inputs, [level], weeks);
  return chances?.[0] ?? (level === inputs.price ? 1 : null);
}

/** The edges of a cone, unrounded, for one of {@link CONE_SHARES}. */
export type ConeEdges = readonly [low: number, high: number];

/**
 * Returns the edges between which the whole path stays with each of {@link CONE_SHARES}, narrowest first: the price
 * itself without market time, null beyond eight market weeks.
 * Rule: docs/analysis.md#cone
 */
export function touchCone(inputs: TouchInputs, weeks: number): readonly ConeEdges[] | null {
  const { price, touchClass } = inputs;
  if (weeks > MOST_WEEKS) return null;
  if (!(weeks > 0)) return CONE_SHARES.map(() => [price, price]);
  const edge = (side: 'up' | 'down'): number[] => {
    const { s, kappa } = touchConstants(touchClass, side);
    const { sigma, day } = touchScale(inputs, side, weeks);
    return coneWidths(s).map((k) => Math.max(0, k * sigma - kappa * day));
  };
  const up = edge('up');
  const down = edge('down');
  return CONE_SHARES.map((_, at) => [
    price * exp(-(down[at] as number)),
    price * exp(up[at] as number),
  ]);
}

/**
 * Returns the chance of touch that the average daily range alone gives, against which the model is measured: `range` is
 * ATR_1D, `close` that of the same day, `days` trading days. Null without a range or a day.
 * Rule: docs/analysis.md#the-plain-chance
 */
export function plainChance(
  price: number,
  level: number,
  range: number,
  close: number,
  days: number,
): number | null {
  if (!(range > 0 && close > 0 && days > 0)) return null;
  const sigma = Math.sqrt(Math.PI / 8) * (range / close) * Math.sqrt(days);
  return Math.min(1, 2 * upperTail(Math.abs(ln(level / price)) / sigma));
}
