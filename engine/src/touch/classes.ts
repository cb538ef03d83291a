import type { BaseResolution } from '../time/resolution.ts';
import type { MarketCategory } from './categories.ts';

/** The classes of the model: one set of constants each. It follows from category and base alone. */
export const TOUCH_CLASSES = ['fx', 'crypto', 'crypto1D', 'share', 'index', 'share60'] as const;
/** A class of the model. */
export type TouchClass = (typeof TOUCH_CLASSES)[number];

/** Constants of a class for the levels on one side of the price. */
export interface TouchConstants {
  /** Spread of the size of movement. */
  readonly s: number;
  /** Share of a day's typical movement by which a level counts as farther away. */
  readonly kappa: number;
  /** Corrections of the logarithmic scale at the five nodes. */
  readonly m: readonly number[];
}

/** Market weeks of the five nodes between which the scale is interpolated. */
export const NODE_WEEKS = [0.03, 0.2, 1, 4, 13] as const;

/** Market weeks after which no chance is given: the measured ones were four points too high there. */
export const MOST_WEEKS = 8;

/** Weights of the four variances at each node, by the base. */
export const NODE_WEIGHTS: Readonly<Record<BaseResolution, readonly (readonly number[])[]>> = {
  '60': [
    [0.52, 0.36, 0.12, 0],
    [0.3, 0.43, 0.27, 0],
    [0.15, 0.3, 0.45, 0.1],
    [0.06, 0.19, 0.5, 0.25],
    [0.02, 0.18, 0.25, 0.55],
  ],
  '1D': [
    [0, 0.7, 0.2, 0.1],
    [0, 0.7, 0.2, 0.1],
    [0, 0.55, 0.29, 0.16],
    [0, 0.38, 0.36, 0.26],
    [0, 0.15, 0.43, 0.42],
  ],
};

interface Sides {
  readonly up: TouchConstants;
  readonly down: TouchConstants;
}

function bothSides(s: number, kappa: number, m: readonly number[]): Sides {
  const constants = { s, kappa, m };
  return { up: constants, down: constants };
}

const CONSTANTS: Readonly<Record<TouchClass, Sides>> = {
  fx: bothSides(0.3, 0, [-0.095, -0.033, -0.008, 0.003, -0.003]),
  crypto: bothSides(0.4, 0, [-0.13, -0.08, -0.09, -0.07, -0.1]),
  crypto1D: bothSides(0.48, 0, [-0.07, -0.07, -0.06, 0, 0]),
  share: bothSides(0.33, 0.12, [0.1, 0.1, 0.07, 0.1, 0.13]),
  index: {
    up: { s: 0.11, kappa: 0.14, m: [0.18, 0.18, 0.19, 0.28, 0.4] },
    down: { s: 0.53, kappa: 0.18, m: [0.105, 0.105, 0.035, 0.004, -0.08] },
  },
  share60: bothSides(0.355, 0.032, [-0.053, -0.024, -0.036, 0.003, 0.081]),
};

/**
 * Returns the constants of a class for the levels above (`up`) or below the price.
 * Rule: docs/analysis.md#scale-of-movement
 */
export function touchConstants(touchClass: TouchClass, side: 'up' | 'down'): TouchConstants {
  return CONSTANTS[touchClass][side];
}

/**
 * Returns the class of a symbol.
 * Rule: docs/analysis.md#scale-of-movement
 */
export function touchClassOf(category: MarketCategory, base: BaseResolution): TouchClass {
  if (category === 'forex') return 'fx';
  if (category === 'crypto') return base === '60' ? 'crypto' : 'crypto1D';
  if (base === '60') return 'share60';
  return category === 'index' ? 'index' : 'share';
}

/**
 * Returns whether the chances of a class are on trial: recorded like all others, and shown as such.
 * Rule: docs/analysis.md#scale-of-movement
 */
export function isTrialClass(touchClass: TouchClass): boolean {
  return touchClass === 'share60';
}
