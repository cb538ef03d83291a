import type { BoxKind, BoxTerm } from '../boxes/kinds.ts';
import type { DetectorName } from '../boxes/slots.ts';
import type { BaseResolution, Resolution } from '../time/resolution.ts';
import type { TouchClass } from '../touch/classes.ts';
import type { TouchVariances } from '../touch/measure.ts';

/** `up` is support or buy, `down` is resistance or sell. */
export type Direction = 'up' | 'down';

/** A confirmed pivot as an input of a computation. The level is unrounded. */
export interface PivotInput {
  readonly detector: DetectorName;
  readonly way: Direction;
  readonly level: number;
  /** Opening time of the bar that made the extreme. */
  readonly openTimeMs: number;
  /** When the pivot became known. */
  readonly confirmedMs: number;
}

/** Fields of every basis. Prices in a basis are unrounded unless the rule itself rounds them. */
interface BasisHead {
  readonly version: number;
  /** Close of the bar that the computation used; no later data entered it. */
  readonly computedAtMs: number;
  readonly digits: number;
}

/** Frozen inputs of a pivot that is shown as a seer. */
export interface SeerBasis extends BasisHead {
  readonly rule: 'seer';
  readonly n: number;
  readonly resolution: Resolution;
  readonly pivot: PivotInput;
  /** Average true range of the detector's timeframe after the confirming bar. */
  readonly atr: number;
  /** Close of the confirming bar. */
  readonly close: number;
}

/** Frozen inputs of a box that a pivot made. */
export interface SquareBoxBasis extends BasisHead {
  readonly rule: 'box';
  readonly kind: BoxKind;
  readonly term: BoxTerm;
  readonly resolution: Resolution;
  readonly n: number;
  readonly pivot: PivotInput;
  readonly atr: number;
  readonly spacingMs: number;
}

/** Frozen inputs of a crystal box and of the crystal seer. */
export interface CrystalBoxBasis extends BasisHead {
  readonly rule: 'crystal';
  readonly kind: BoxKind;
  readonly term: BoxTerm;
  readonly resolution: Resolution;
  readonly close: number;
  readonly atr1D: number;
  /** Average true range and spacing of the box's own timeframe. */
  readonly atr: number;
  readonly spacingMs: number;
  /** Pivots in memory at that time, by confirmation, that can affect the result (within 7 daily ATR). */
  readonly pivots: readonly PivotInput[];
}

/** Frozen inputs of any box. */
export type BoxBasis = SquareBoxBasis | CrystalBoxBasis;

/** Frozen inputs of a trade of a box. */
export interface TradeBasis extends BasisHead {
  readonly rule: 'trade';
  readonly way: Direction;
  readonly close: number;
  readonly previousClose: number;
  readonly bottom: number;
  readonly top: number;
  /** Unrounded start and end of the box. */
  readonly startMs: number;
  readonly endMs: number;
  readonly boxCreatedMs: number;
}

/** Frozen inputs of a week's levels. `scale` is the product of split factors since then. */
export interface LevelsBasis extends BasisHead {
  readonly rule: 'levels';
  readonly anchor: number;
  readonly atr1W: number;
  readonly m: number;
  readonly beta: number;
  readonly scale: number;
}

/** Frozen inputs of the tracked entry of a week's levels. */
export interface LevelsTradeBasis extends BasisHead {
  readonly rule: 'levelsTrade';
  readonly way: Direction;
  readonly close: number;
  readonly previousClose: number;
  /** Published entry price of the list and published anchor. */
  readonly entry: number;
  readonly anchor: number;
}

/** Inputs of the Gann spectrum: all frozen but `close`, the last completed daily close. */
export interface GannBasis extends BasisHead {
  readonly rule: 'gann';
  readonly pivot: PivotInput;
  readonly atr1D: number;
  readonly m: number;
  readonly beta: number;
  readonly scale: number;
  readonly close: number;
}

/** The two setups of a trade condition. */
export const CONDITION_SETUPS = ['pivot', 'break'] as const;
/** The setup of a trade condition. */
export type ConditionSetup = (typeof CONDITION_SETUPS)[number];

/** Frozen inputs of a trade condition. */
export interface ConditionBasis extends BasisHead {
  readonly rule: 'condition';
  readonly setup: ConditionSetup;
  readonly way: Direction;
  readonly close: number;
  readonly previousClose: number;
  readonly atr1D: number;
  readonly spacingMs: number;
  /** The signal pivot: the pivot just confirmed, or the pivot whose level broke. */
  readonly pivot: PivotInput;
  readonly seer: PivotInput;
}

/** Frozen inputs of the cycle value: the filter's state before the day and the two closes. */
export interface CycleBasis extends BasisHead {
  readonly rule: 'cycle';
  readonly dateMs: number;
  readonly close: number;
  readonly previousClose: number;
  readonly highPass: number;
  readonly filtered1: number;
  readonly filtered2: number;
}

/** Inputs of the chances and cones of one moment and horizon. */
export interface TouchBasis extends BasisHead {
  readonly rule: 'touch';
  readonly touchClass: TouchClass;
  readonly base: BaseResolution;
  /** Last base close, unrounded. */
  readonly price: number;
  readonly variances: TouchVariances;
  /** Market weeks until `untilMs`. */
  readonly weeks: number;
  readonly untilMs: number;
}

/** Frozen inputs of any published value. */
export type Basis =
  | SeerBasis
  | SquareBoxBasis
  | CrystalBoxBasis
  | TradeBasis
  | LevelsBasis
  | LevelsTradeBasis
  | GannBasis
  | ConditionBasis
  | CycleBasis
  | TouchBasis;
