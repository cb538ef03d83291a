import type { Box, Trade, TradeStatus } from '../boxes/box.ts';
import { boxPrices, boxTimes } from '../boxes/geometry.ts';
import type { BoxSlot } from '../boxes/slots.ts';
import { CYCLE_WARM_UP_DAYS, type Cycle } from '../cycle/cycle.ts';
import type {
  BoxBasis,
  ConditionBasis,
  CrystalBoxBasis,
  CycleBasis,
  Direction,
  GannBasis,
  LevelsBasis,
  PivotInput,
  SeerBasis,
  TradeBasis,
} from '../explain/basis.ts';
import { RULE_VERSIONS } from '../explain/rules.ts';
import type { Pivot } from '../indicators/pivots.ts';
import type { WeeklyLevels } from '../levels/levels.ts';
import { roundTo } from '../price/rounding.ts';
import type { CrystalSeer, Seer } from '../seer/seer.ts';
import type { ConditionEnd, TradeCondition } from '../signals/condition.ts';
import type {
  BoxRecord,
  ConditionRecord,
  GannRecord,
  LevelsRecord,
  TradeRecord,
} from './records.ts';
import { detectorRule, type EngineState, type SlotState } from './state.ts';

/** Returns the direction of a numeric way. */
export function directionOf(way: number): Direction {
  return way > 0 ? 'up' : 'down';
}

/** Returns a pivot as an input of a basis. */
function publishPivot(pivot: Pivot): PivotInput {
  return {
    detector: detectorRule(pivot.detector).name,
    way: directionOf(pivot.way),
    level: pivot.level,
    openTimeMs: pivot.openTimeMs,
    confirmedMs: pivot.confirmedMs,
  };
}

/**
 * Returns a pivot as a seer, null without a pivot.
 * Rule: docs/analysis.md#main-close-and-reverse-seer
 */
export function publishSeer(pivot: Pivot | null, digits: number): Seer | null {
  if (pivot === null) return null;
  const rule = detectorRule(pivot.detector);
  const basis: SeerBasis = {
    rule: 'seer',
    version: RULE_VERSIONS.seer,
    computedAtMs: pivot.confirmedMs,
    digits,
    n: rule.n,
    resolution: rule.resolution,
    pivot: publishPivot(pivot),
    atr: pivot.atr,
    close: pivot.close,
  };
  return {
    datetime: pivot.openTimeMs,
    way: basis.pivot.way,
    level: roundTo(pivot.level, digits),
    confirmedMs: pivot.confirmedMs,
    basis,
  };
}

function crystalBasis(state: SlotState, box: BoxRecord, digits: number): CrystalBoxBasis {
  return {
    rule: 'crystal',
    version: state.rules.crystal,
    computedAtMs: box.createdMs,
    digits,
    kind: state.slot.kind,
    term: state.slot.term,
    resolution: state.slot.resolution,
    close: box.close,
    atr1D: box.atr1D,
    atr: box.atr,
    spacingMs: box.spacing,
    pivots: state.clusters.map(publishPivot),
  };
}

function boxBasis(state: SlotState, box: BoxRecord, digits: number): BoxBasis {
  if (state.slot.detector === null) return crystalBasis(state, box, digits);
  return {
    rule: 'box',
    version: RULE_VERSIONS.box,
    computedAtMs: box.createdMs,
    digits,
    kind: state.slot.kind,
    term: state.slot.term,
    resolution: state.slot.resolution,
    n: box.n,
    pivot: {
      detector: detectorRule(box.detector).name,
      way: directionOf(box.way),
      level: box.level,
      openTimeMs: box.pivotMs,
      confirmedMs: box.confirmedMs,
    },
    atr: box.atr,
    spacingMs: box.spacing,
  };
}

/**
 * Returns the stable id of a box: its slot and the close that made it.
 * Rule: docs/analysis.md#names-of-events
 */
export function boxId(slot: BoxSlot, createdMs: number): string {
  return `box.${slot.kind}.${slot.term}.${createdMs}`;
}

/**
 * Returns the stable id of a weekly set: the Monday of its week.
 * Rule: docs/analysis.md#names-of-events
 */
export function levelsId(d: number): string {
  return `levels.${d}`;
}

/**
 * Returns the current box of a slot, null before the first.
 * Rule: docs/analysis.md#trade-of-a-box
 */
export function publishBox(state: SlotState, digits: number): Box | null {
  const { slot, box } = state;
  if (box === null) return null;
  const published = {
    id: boxId(slot, box.createdMs),
    kind: slot.kind,
    term: slot.term,
    resolution: slot.resolution,
    p: boxPrices(box, digits),
    d: boxTimes(box, slot.kind),
    createdMs: box.createdMs,
    basis: boxBasis(state, box, digits),
  };
  if (slot.detector !== null) return published;
  return { ...published, crystalSeer: { top: published.p.top, bottom: published.p.bottom } };
}

/**
 * Returns the stable id of a trade: its slot and the close that opened it.
 * Rule: docs/analysis.md#names-of-events
 */
export function tradeId(slot: BoxSlot, openedMs: number): string {
  return `trade.${slot.kind}.${slot.term}.${openedMs}`;
}

/**
 * Returns a trade of a box.
 * Rule: docs/analysis.md#trade-of-a-box
 */
export function publishTrade(slot: BoxSlot, trade: TradeRecord, digits: number): Trade {
  const { position, source } = trade;
  const basis: TradeBasis = {
    rule: 'trade',
    version: RULE_VERSIONS.trade,
    computedAtMs: position.openedMs,
    digits,
    way: directionOf(position.way),
    close: position.price,
    previousClose: source.previousClose,
    bottom: source.bottom,
    top: source.top,
    startMs: source.startMs,
    endMs: source.endMs,
    boxCreatedMs: source.boxCreatedMs,
  };
  return {
    id: tradeId(slot, position.openedMs),
    way: basis.way,
    sl: position.sl,
    p: roundTo(position.price, digits),
    tp1: position.tp1,
    tp2: position.tp2,
    status: position.status1 as TradeStatus,
    d: position.openedMs,
    expiry: position.expiryMs,
    closed: position.closed1 === 1,
    exit: position.closed1 === 1 ? roundTo(position.exit1, digits) : null,
    tp2Hit: position.status2 === 1,
    tp2Closed: position.closed2 === 1,
    basis,
  };
}

/**
 * Returns the stable id of a condition: its setup and the close that made it.
 * Rule: docs/analysis.md#names-of-events
 */
export function conditionId(condition: ConditionRecord): string {
  const setup = condition.source.setup === 0 ? 'pivot' : 'break';
  return `condition.${setup}.${condition.position.openedMs}`;
}

/** Returns the frozen inputs of a condition. */
function conditionBasis(condition: ConditionRecord, digits: number): ConditionBasis {
  const { position, source } = condition;
  return {
    rule: 'condition',
    version: RULE_VERSIONS.condition,
    computedAtMs: position.openedMs,
    digits,
    setup: source.setup === 0 ? 'pivot' : 'break',
    way: directionOf(position.way),
    close: source.close,
    previousClose: source.previousClose,
    atr1D: source.atr1D,
    spacingMs: source.spacing,
    pivot: publishPivot(condition.pivot),
    seer: publishPivot(condition.seer),
  };
}

/** The end of a condition by the status of its second leg. */
const ENDS: Readonly<Record<string, ConditionEnd>> = { '-1': 'stop', '0': 'expiry', '1': 'target' };

/**
 * Returns the newest trade condition, null before the first.
 * Rule: docs/analysis.md#prices-of-a-condition
 */
export function publishCondition(
  condition: ConditionRecord | null,
  digits: number,
): TradeCondition | null {
  if (condition === null) return null;
  const { position } = condition;
  const basis = conditionBasis(condition, digits);
  const ended = position.closed2 === 1;
  return {
    id: conditionId(condition),
    setup: basis.setup,
    way: basis.way,
    price: position.price,
    range: position.risk,
    sl: position.sl,
    tp1: position.tp1,
    tp2: position.tp2,
    datetime: position.openedMs,
    expiry: position.expiryMs,
    active: !ended,
    tp1Hit: position.status1 === 1,
    endedBy: ended ? (ENDS[position.status2] ?? null) : null,
    endedMs: ended ? position.closed2Ms : null,
    exit: ended ? roundTo(position.exit2, digits) : null,
    basis,
  };
}

/**
 * Returns the newest weekly levels, null before the first.
 * Rule: docs/analysis.md#weekly-levels
 */
export function publishLevels(
  levels: LevelsRecord | null,
  buy: readonly number[],
  sell: readonly number[],
  digits: number,
): WeeklyLevels | null {
  if (levels === null) return null;
  const basis: LevelsBasis = {
    rule: 'levels',
    version: RULE_VERSIONS.levels,
    computedAtMs: levels.createdMs,
    digits,
    anchor: levels.anchor,
    atr1W: levels.atr1W,
    m: levels.m,
    beta: levels.beta,
    scale: levels.scale,
  };
  return {
    d: levels.d,
    anchor: roundTo(levels.anchor * levels.scale, digits),
    buy: [...buy],
    sell: [...sell],
    basis,
  };
}

/** Returns the inputs of the Gann spectrum for a daily close. */
export function gannBasis(
  gann: GannRecord,
  close: number,
  dayMs: number,
  digits: number,
): GannBasis {
  return {
    rule: 'gann',
    version: RULE_VERSIONS.gann,
    computedAtMs: dayMs,
    digits,
    pivot: publishPivot(gann.pivot),
    ...gann.inputs,
    close,
  };
}

/**
 * Returns the cycle gauge, null before the first completed day.
 * Rule: docs/analysis.md#cycle-gauge
 */
export function publishCycle(state: EngineState): Cycle | null {
  const { sinewave, options } = state;
  if (sinewave.count === 0) return null;
  const basis: CycleBasis = {
    rule: 'cycle',
    version: RULE_VERSIONS.cycle,
    computedAtMs: sinewave.computedMs,
    digits: options.digits,
    dateMs: sinewave.dateMs,
    close: sinewave.close,
    previousClose: sinewave.previousClose,
    highPass: sinewave.previousHighPass,
    filtered1: sinewave.filtered1,
    filtered2: sinewave.filtered2,
  };
  const percentage = ((sinewave.value + 1) / 2) * 100;
  return {
    value: roundTo(sinewave.value, 4),
    percentage: roundTo(percentage, 2),
    positive: percentage >= 50,
    dateMs: sinewave.dateMs,
    warming: sinewave.count < CYCLE_WARM_UP_DAYS,
    basis,
  };
}

/**
 * Returns the nearer cluster of the primary crystal box, null before the first box.
 * Rule: docs/analysis.md#crystal-seer
 */
export function publishCrystalSeer(state: SlotState, digits: number): CrystalSeer | null {
  const { box } = state;
  if (box === null) return null;
  const up = box.close - box.bottom < box.top - box.close;
  const pivot = state.clusters[up ? box.bottomCluster : box.topCluster];
  if (pivot === undefined) return null;
  return {
    d: pivot.openTimeMs,
    way: up ? 'up' : 'down',
    level: roundTo(up ? box.bottom : box.top, digits),
    confirmedMs: box.createdMs,
    basis: crystalBasis(state, box, digits),
  };
}
