import { blankPosition, type Position } from '../boxes/position.ts';
import { blankPivot, type Pivot, visitPivot } from '../indicators/pivots.ts';
import { type StateVisitor, visitOptional, visitRecord } from '../state/visitor.ts';

/** The forming higher bar. `closedEndMs` is the end of the last closed bar. */
export type Bucket = {
  open: number;
  startMs: number;
  endMs: number;
  high: number;
  low: number;
  close: number;
  closedEndMs: number;
};

/** A box in numbers with its inputs. A crystal box does not use `level` to `confirmedMs`. */
export type BoxRecord = {
  n: number;
  way: number;
  detector: number;
  level: number;
  pivotMs: number;
  confirmedMs: number;
  atr: number;
  spacing: number;
  /** Crystal only: close and daily range of the computation, positions of the two clusters. */
  close: number;
  atr1D: number;
  topCluster: number;
  bottomCluster: number;
  createdMs: number;
  traded: number;
  bottom: number;
  top: number;
  start: number;
  end: number;
  upTrade: number;
  downTrade: number;
  lastEntryMs: number;
};

/** The box and the bar that a trade comes from. */
export type TradeSource = {
  previousClose: number;
  bottom: number;
  top: number;
  startMs: number;
  endMs: number;
  boxCreatedMs: number;
};

/** A trade of a box. */
export interface TradeRecord {
  /** Position in the engine's list of slots. */
  slot: number;
  readonly position: Position;
  readonly source: TradeSource;
}

/** The setup and the bar that a condition comes from. `setup` 0 is pivot, 1 is break. */
export type ConditionSource = {
  setup: number;
  close: number;
  previousClose: number;
  atr1D: number;
  spacing: number;
};

/** A trade condition with the two pivots behind it. */
export interface ConditionRecord {
  readonly position: Position;
  readonly source: ConditionSource;
  pivot: Pivot;
  seer: Pivot;
}

/** The levels and the bar that the tracked entry of a week comes from. */
export type LevelsTradeSource = {
  d: number;
  previousClose: number;
  entry: number;
  anchor: number;
};

/** The tracked entry of a week's levels. */
export interface LevelsTradeRecord {
  readonly position: Position;
  readonly source: LevelsTradeSource;
}

/** The inputs of a week's levels, before later splits, and the product of these splits. */
export type LevelsRecord = {
  d: number;
  anchor: number;
  atr1W: number;
  m: number;
  beta: number;
  scale: number;
  createdMs: number;
  traded: number;
};

/** The inputs of the Gann anchor, before later splits. */
export type GannInputs = {
  atr1D: number;
  m: number;
  beta: number;
  scale: number;
};

/** `subject` of a forecast for the weekly set; those of boxes are their slots from 0 on, those of cones lower. */
export const LEVELS_SUBJECT = -1;

/** A set of levels or a cone that was made and has no forecast yet. */
export interface MadeSubject {
  /** A slot of boxes from 0 on; the weekly set; a cone. */
  readonly subject: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Number that names the set: creation of a box, Monday of a week, `fromMs` of a cone. */
  readonly refMs: number;
  /** Published levels above and below the price; none for a cone. */
  readonly above: readonly number[];
  readonly below: readonly number[];
  /** End of a box. */
  readonly boxEndMs?: number;
}

/** The inputs of a forecast, and the nearest levels above and below that are not reached. */
export type ForecastHead = {
  subject: number;
  /** Creation of the box, Monday of the week, or the time of the cone. */
  refMs: number;
  fromMs: number;
  untilMs: number;
  /** Close of the last bar that can count. */
  lastMs: number;
  price: number;
  weeks: number;
  hours: number;
  days5: number;
  days50: number;
  days500: number;
  /** Bars in the window so far. */
  bars: number;
  above: number;
  below: number;
};

/** Published chances of a set, or a cone, and what came of them. */
export interface ForecastRecord {
  readonly head: ForecastHead;
  readonly levels: number[];
  readonly chances: number[];
  /** NaN where there is no plain chance. */
  readonly plain: number[];
  /** Close of the first bar that reached each level; NaN before. */
  readonly first: number[];
}

/** The Gann anchor: its pivot and the frozen scale. */
export interface GannRecord {
  readonly inputs: GannInputs;
  readonly pivot: Pivot;
}

/** Scalars of the engine outside of its components. */
export type Clock = {
  accepted: number;
  lastBarMs: number;
  lastEndMs: number;
  previousClose: number;
  /** Completed daily bars; opening time and close of the last one. */
  days: number;
  lastDayMs: number;
  lastDayClose: number;
  /** 1 once a close crossed the level of the newest signal pivot. */
  pivotUsed: number;
};

/** Returns a bucket without a bar. */
export function createBucket(): Bucket {
  return {
    open: 0,
    startMs: 0,
    endMs: 0,
    high: 0,
    low: 0,
    close: 0,
    closedEndMs: Number.NEGATIVE_INFINITY,
  };
}

/** Returns the scalars before the first bar. */
export function createClock(): Clock {
  return {
    accepted: 0,
    lastBarMs: 0,
    lastEndMs: 0,
    previousClose: 0,
    days: 0,
    lastDayMs: 0,
    lastDayClose: 0,
    pivotUsed: 0,
  };
}

/** Returns a blank box, which a restoring walk fills. The order of its keys is the stored order. */
export function blankBox(): BoxRecord {
  return {
    n: 0,
    way: 0,
    detector: 0,
    level: 0,
    pivotMs: 0,
    confirmedMs: 0,
    atr: 0,
    spacing: 0,
    close: 0,
    atr1D: 0,
    topCluster: 0,
    bottomCluster: 0,
    createdMs: 0,
    traded: 0,
    bottom: 0,
    top: 0,
    start: 0,
    end: 0,
    upTrade: 0,
    downTrade: 0,
    lastEntryMs: 0,
  };
}

/** Returns a blank trade, which a restoring walk fills. */
export function blankTrade(): TradeRecord {
  return {
    slot: 0,
    position: blankPosition(),
    source: { previousClose: 0, bottom: 0, top: 0, startMs: 0, endMs: 0, boxCreatedMs: 0 },
  };
}

/** Returns a blank condition, which a restoring walk fills. */
export function blankCondition(): ConditionRecord {
  return {
    position: blankPosition(),
    source: { setup: 0, close: 0, previousClose: 0, atr1D: 0, spacing: 0 },
    pivot: blankPivot(),
    seer: blankPivot(),
  };
}

/** Returns a blank tracked entry, which a restoring walk fills. */
export function blankLevelsTrade(): LevelsTradeRecord {
  return {
    position: blankPosition(),
    source: { d: 0, previousClose: 0, entry: 0, anchor: 0 },
  };
}

/** Returns blank weekly levels, which a restoring walk fills. */
export function blankLevels(): LevelsRecord {
  return { d: 0, anchor: 0, atr1W: 0, m: 0, beta: 0, scale: 1, createdMs: 0, traded: 0 };
}

/** Returns a blank forecast, which a restoring walk fills. */
export function blankForecast(): ForecastRecord {
  return {
    head: {
      subject: 0,
      refMs: 0,
      fromMs: 0,
      untilMs: 0,
      lastMs: 0,
      price: 0,
      weeks: 0,
      hours: 0,
      days5: 0,
      days50: 0,
      days500: 0,
      bars: 0,
      above: 0,
      below: 0,
    },
    levels: [],
    chances: [],
    plain: [],
    first: [],
  };
}

/** Returns a blank Gann anchor, which a restoring walk fills. */
export function blankGann(): GannRecord {
  return { inputs: { atr1D: 0, m: 0, beta: 0, scale: 1 }, pivot: blankPivot() };
}

/** Walks a trade for saving or restoring. */
export function visitTrade(visitor: StateVisitor, trade: TradeRecord): void {
  trade.slot = visitor.value(trade.slot);
  visitRecord(visitor, trade.position);
  visitRecord(visitor, trade.source);
}

/** Walks a condition for saving or restoring. */
export function visitCondition(visitor: StateVisitor, condition: ConditionRecord): void {
  visitRecord(visitor, condition.position);
  visitRecord(visitor, condition.source);
  visitPivot(visitor, condition.pivot);
  visitPivot(visitor, condition.seer);
}

/** Walks a tracked entry for saving or restoring. */
export function visitLevelsTrade(visitor: StateVisitor, trade: LevelsTradeRecord): void {
  visitRecord(visitor, trade.position);
  visitRecord(visitor, trade.source);
}

/** Walks a forecast for saving or restoring. */
export function visitForecast(visitor: StateVisitor, forecast: ForecastRecord): void {
  visitRecord(visitor, forecast.head);
  visitNumbers(visitor, forecast.levels);
  visitNumbers(visitor, forecast.chances);
  visitNumbers(visitor, forecast.first);
  visitNumbers(visitor, forecast.plain);
}

function visitNumbers(visitor: StateVisitor, numbers: number[]): void {
  const length = visitor.value(numbers.length);
  for (let at = 0; at < length; at++) numbers[at] = visitor.value(numbers[at] ?? 0);
}

/** Walks a Gann anchor for saving or restoring. */
export function visitGann(visitor: StateVisitor, gann: GannRecord): void {
  visitRecord(visitor, gann.inputs);
  visitPivot(visitor, gann.pivot);
}

/** Walks a record that is a member of an open list or stands alone, and keeps its identity. */
export function visitShared<T>(
  visitor: StateVisitor,
  record: T | null,
  open: readonly T[],
  blank: () => T,
  visit: (visitor: StateVisitor, record: T) => void,
): T | null {
  const at = visitor.value(record === null ? -1 : open.indexOf(record));
  if (at >= 0) return open[at] ?? null;
  return visitOptional(visitor, record, blank, visit);
}
