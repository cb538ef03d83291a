import type { BoxKind, BoxTerm } from '../boxes/kinds.ts';
import type { TouchBasis } from '../explain/basis.ts';
import type { ConeEdges } from './chance.ts';
import type { TouchClass } from './classes.ts';
import type { TouchVariances } from './measure.ts';

/** Name of the model of touch. A changed formula or constant is a new model with a record of its own. */
export const TOUCH_MODEL = 'touch-1';

/** The horizons of cones: a day, a week, four weeks. */
export const CONE_SETUPS = ['cone.1d', 'cone.1w', 'cone.4w'] as const;
/** A horizon of a cone. */
export type ConeSetup = (typeof CONE_SETUPS)[number];

/**
 * Returns whether forecasts are on trial: recorded like all others, and shown as such.
 * Rule: docs/analysis.md#forecasts
 */
export function isTrialForecast(touchClass: TouchClass, setup: string): boolean {
  return touchClass === 'share60' || setup === 'cone.4w';
}

/** A level of a published set with its chance. */
export interface LevelChance {
  /** The published price. */
  readonly level: number;
  /** Chance of touch as published, four decimals. */
  readonly chance: number;
  /** Close of the first bar of the window that reached it; null while none has. */
  readonly firstMs: number | null;
}

/** The published chances of a set of levels. */
export interface SetChances {
  /** When they were published, and until when they count. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Levels that were not reached when the set was published. */
  readonly levels: readonly LevelChance[];
  readonly basis: TouchBasis;
}

/** A published cone. */
export interface ShownCone {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Edges of 50, 80 and 95 %, rounded to the symbol's digits. */
  readonly edges: readonly ConeEdges[];
  readonly basis: TouchBasis;
}

/** An instant and the market weeks until it. */
export interface TouchHorizon {
  readonly untilMs: number;
  readonly weeks: number;
}

/** What the chances of the newest bar are computed from. */
export interface TouchNow {
  /** Close of the newest bar. */
  readonly atMs: number;
  /** Its closing price, unrounded. */
  readonly price: number;
  readonly variances: TouchVariances;
  /** End of the running day and week. */
  readonly day: TouchHorizon;
  readonly week: TouchHorizon;
  /** Market weeks until the end of the shown chances; null where there are none. */
  readonly levels: number | null;
  readonly boxes: Readonly<Record<BoxKind, Readonly<Record<BoxTerm, number | null>>>>;
}
