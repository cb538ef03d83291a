import type { Box, Trade, TradeStatus } from '../boxes/box.ts';
import type { BoxKind, BoxTerm } from '../boxes/kinds.ts';
import type { DetectorName } from '../boxes/slots.ts';
import type { Cycle } from '../cycle/cycle.ts';
import type {
  ConditionBasis,
  ConditionSetup,
  Direction,
  LevelsTradeBasis,
} from '../explain/basis.ts';
import type { WeeklyLevels } from '../levels/levels.ts';
import type { TouchClass } from '../touch/classes.ts';

interface EventHead {
  /** When the event became known: the close of the bar or bucket that caused it. */
  readonly timeMs: number;
  /** Number of the base bar, from 0. An event between two bars has the number of the next bar. */
  readonly index: number;
}

/** A detector confirmed a pivot. It is never withdrawn. The level is rounded. */
export interface PivotEvent extends EventHead {
  readonly type: 'pivot';
  readonly detector: DetectorName;
  readonly way: Direction;
  readonly level: number;
  readonly openTimeMs: number;
}

/** A box was made and replaced the earlier box of its kind and term. */
export interface BoxEvent extends EventHead {
  readonly type: 'box';
  readonly id: string;
  readonly kind: BoxKind;
  readonly term: BoxTerm;
  readonly box: Box;
}

/** The exits of a trade: at the first and at the second target, each with the same stop. */
export const LEGS = ['tp1', 'tp2'] as const;
/** An exit: at the first or at the second target, or at the stop before it. */
export type Leg = (typeof LEGS)[number];

/** The result of one leg. */
export interface LegResult {
  readonly leg: Leg;
  /** -1 stop, 1 target, 0 expired. */
  readonly status: TradeStatus;
  /** A gap through the stop exits at the open, a target at the target, expiry at the close. */
  readonly exit: number;
  /** Profit in multiples of the initial risk, six decimals, before costs. */
  readonly r: number;
}

/** A close crossed the trigger of a box; `timeMs` is the opening of the trade. */
export interface TradeEvent extends EventHead {
  readonly type: 'trade';
  readonly id: string;
  readonly kind: BoxKind;
  readonly term: BoxTerm;
  readonly trade: Trade;
}

/** One leg of a box's trade is decided. */
export interface TradeClosedEvent extends EventHead, LegResult {
  readonly type: 'tradeClosed';
  readonly id: string;
  readonly kind: BoxKind;
  readonly term: BoxTerm;
}

/** A trade condition fired and is now the symbol's newest. Prices rounded. */
export interface ConditionEvent extends EventHead {
  readonly type: 'condition';
  readonly id: string;
  readonly setup: ConditionSetup;
  readonly way: Direction;
  readonly price: number;
  readonly range: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  readonly expiry: number;
  readonly basis: ConditionBasis;
}

/** The result of one target of a condition, superseded conditions included. */
export interface ConditionLegEvent extends EventHead, LegResult {
  readonly type: 'conditionLeg';
  readonly id: string;
}

/** A condition ended: -1 stop, 2 second target, 0 expiry. */
export interface ConditionEndedEvent extends EventHead {
  readonly type: 'conditionEnded';
  readonly id: string;
  readonly result: -1 | 0 | 2;
  /** False when a newer condition had replaced it before. */
  readonly current: boolean;
}

/** Levels for the week that opens at `d` were made. */
export interface LevelsEvent extends EventHead, WeeklyLevels {
  readonly type: 'levels';
  readonly id: string;
  readonly m: number;
  readonly beta: number;
}

/** First close of the week beyond an entry level. `d` is the week of the levels. */
export interface LevelsTradeEvent extends EventHead {
  readonly type: 'levelsTrade';
  readonly id: string;
  readonly d: number;
  readonly way: Direction;
  readonly p: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  readonly expiry: number;
  readonly basis: LevelsTradeBasis;
}

/** One leg of a week's tracked entry is decided. */
export interface LevelsClosedEvent extends EventHead, LegResult {
  readonly type: 'levelsClosed';
  readonly id: string;
  readonly d: number;
}

/** Chances of a set's levels, or the edges of a cone, with the event of the set or at the close of the cone's bar. */
export interface ForecastEvent extends EventHead {
  readonly type: 'forecast';
  readonly id: string;
  /** Name of the set's event; null for a cone. */
  readonly ref: string | null;
  /** `weekly`, kind and term of a box, or a cone. */
  readonly setup: string;
  readonly until: number;
  /** End of a box; null for other forecasts. */
  readonly boxEnd: number | null;
  readonly touchClass: TouchClass;
  /** Last base close, rounded. */
  readonly price: number;
  /** Market weeks from `timeMs` to `until`, six decimals. */
  readonly weeks: number;
  /** Levels that are not reached yet; of a cone its edges: low and high of 50, 80 and 95 %. */
  readonly levels: readonly number[];
  /** Chance of each level, four decimals; of a cone the three shares. */
  readonly chances: readonly number[];
  /** Chance of each level from the average range alone, null before there is one; empty for a cone. */
  readonly plain: readonly (number | null)[];
}

/** What came of a forecast; `timeMs` is the close of the last bar that could count. */
export interface TouchedEvent extends EventHead {
  readonly type: 'touched';
  readonly id: string;
  /** When the forecast was made. */
  readonly fromMs: number;
  /** Bars in the window; 0 makes the forecast void. */
  readonly bars: number;
  /** Last base close, rounded. */
  readonly price: number;
  /** Close of the first bar that reached each level; null where none did. */
  readonly first: readonly (number | null)[];
}

/** The cycle gauge after a completed day. */
export interface CycleEvent extends EventHead {
  readonly type: 'cycle';
  readonly dateMs: number;
  readonly cycle: Cycle;
  /** The value before rounding. */
  readonly exact: number;
}

/** Everything the engine reports. */
export type EngineEvent =
  | PivotEvent
  | BoxEvent
  | TradeEvent
  | TradeClosedEvent
  | ConditionEvent
  | ConditionLegEvent
  | ConditionEndedEvent
  | LevelsEvent
  | LevelsTradeEvent
  | LevelsClosedEvent
  | ForecastEvent
  | TouchedEvent
  | CycleEvent;
