import { BOX_SLOTS, type BoxSlot, DETECTORS, type DetectorRule } from '../boxes/slots.ts';
import {
  createSinewave,
  rescaleSinewave,
  type Sinewave,
  visitSinewave,
} from '../cycle/even-better-sinewave.ts';
import {
  type AverageRange,
  createAverageRange,
  rescaleAverageRange,
  visitAverageRange,
} from '../indicators/average-range.ts';
import {
  blankPivot,
  createPivotDetector,
  type Pivot,
  type PivotDetector,
  rescalePivot,
  rescalePivotDetector,
  visitPivot,
  visitPivotDetector,
} from '../indicators/pivots.ts';
import { createSpacing, type Spacing, visitSpacing } from '../indicators/spacing.ts';
import { type StateVisitor, visitList, visitOptional, visitRecord } from '../state/visitor.ts';
import { BOX_RESOLUTIONS, type Resolution } from '../time/resolution.ts';
import { WEEK_SLOTS } from '../touch/market-time.ts';
import {
  createTouchMeasure,
  rescaleTouchMeasure,
  type TouchMeasure,
  visitTouchMeasure,
} from '../touch/measure.ts';
import type { EngineOptions } from './options.ts';
import {
  type BoxRecord,
  type Bucket,
  blankBox,
  blankCondition,
  blankForecast,
  blankGann,
  blankLevels,
  blankLevelsTrade,
  blankTrade,
  type Clock,
  type ConditionRecord,
  createBucket,
  createClock,
  type ForecastRecord,
  type GannRecord,
  type LevelsRecord,
  type LevelsTradeRecord,
  type MadeSubject,
  type TradeRecord,
  visitCondition,
  visitForecast,
  visitGann,
  visitLevelsTrade,
  visitShared,
  visitTrade,
} from './records.ts';
import { ENGINE_RULES, ENGINE_VERSION, type EngineRules, type EngineVersion } from './version.ts';

/** One timeframe: its forming bar (unused on the base), averages and detectors. */
export interface Frame {
  readonly resolution: Resolution;
  readonly bucket: Bucket;
  readonly range: AverageRange;
  readonly spacing: Spacing;
  readonly detectors: readonly PivotDetector[];
  /** Position in `slots` of the slot of each detector's pivots. */
  readonly slotOf: readonly number[];
  /** Detectors that confirmed a pivot on the current bar, one bit each. */
  emitted: number;
}

/** The current box of a kind and term, its crystal pivots, and its newest trade. */
export interface SlotState {
  readonly slot: BoxSlot;
  readonly rules: EngineRules;
  box: BoxRecord | null;
  /** Crystal only: the pivots that can affect the clusters of the box. */
  clusters: Pivot[];
  trade: TradeRecord | null;
  /** Chances of the box; null without any. */
  forecast: ForecastRecord | null;
}

/** The whole state of the engine. */
export interface EngineState {
  readonly options: EngineOptions;
  readonly version: EngineVersion;
  readonly rules: EngineRules;
  readonly clock: Clock;
  readonly base: Frame;
  /** Timeframes built from the base, ascending. */
  readonly higher: readonly Frame[];
  readonly daily: Frame;
  readonly weekly: Frame;
  readonly slots: readonly SlotState[];
  readonly crystalShort: number;
  readonly crystalLong: number;
  readonly mainDetector: PivotDetector;
  readonly closeDetector: PivotDetector;
  readonly signalDetector: PivotDetector;
  readonly sinewave: Sinewave;
  readonly memory: Pivot[];
  /** Signal pivots since the last base close. Their conditions take the price of the next base close. */
  readonly pending: Pivot[];
  gann: GannRecord | null;
  levels: LevelsRecord | null;
  /** Published prices, derived from `levels`. */
  buy: readonly number[];
  sell: readonly number[];
  condition: ConditionRecord | null;
  readonly openTrades: TradeRecord[];
  readonly openConditions: ConditionRecord[];
  readonly openLevels: LevelsTradeRecord[];
  readonly touch: TouchMeasure;
  /** Sets and cones of the current step that have no forecast yet. Empty between steps. */
  made: MadeSubject[];
  openForecasts: ForecastRecord[];
  /** Chances of the current weekly set, and the newest cones; null without any. */
  levelsForecast: ForecastRecord | null;
  dayCone: ForecastRecord | null;
  weekCone: ForecastRecord | null;
  /** Share of each slot of the week when the newest cone was made, see `TouchView`; all 0 before the first cone. */
  readonly coneSlots: Float64Array;
  /** True while the first daily close of a month is processed. */
  newMonth: boolean;
}

/** Returns the rule of a detector by its position in the table. Throws RangeError for another position. */
export function detectorRule(detector: number): DetectorRule {
  const rule = DETECTORS[detector];
  if (rule === undefined) throw new RangeError(`no detector ${detector}`);
  return rule;
}

function createFrame(resolution: Resolution, slots: readonly BoxSlot[]): Frame {
  const detectors: PivotDetector[] = [];
  const slotOf: number[] = [];
  DETECTORS.forEach((rule, position) => {
    if (rule.resolution !== resolution) return;
    detectors.push(createPivotDetector(position, rule.n));
    slotOf.push(slots.findIndex((slot) => slot.detector === rule.name));
  });
  return {
    resolution,
    bucket: createBucket(),
    range: createAverageRange(),
    spacing: createSpacing(),
    detectors,
    slotOf,
    emitted: 0,
  };
}

function getDetector(frames: readonly Frame[], name: string): PivotDetector {
  for (const frame of frames) {
    for (const detector of frame.detectors) {
      if (detectorRule(detector.detector).name === name) return detector;
    }
  }
  throw new RangeError(`no detector ${name}`);
}

/** Returns the state before the first bar. */
export function createState(
  options: EngineOptions,
  version: EngineVersion = ENGINE_VERSION,
): EngineState {
  const rules = ENGINE_RULES[version];
  const hourly = options.base === '60';
  const resolutions: readonly Resolution[] = hourly ? BOX_RESOLUTIONS : ['1D', '1W'];
  const slots = BOX_SLOTS.filter((slot) => resolutions.includes(slot.resolution));
  const [base, ...higher] = resolutions.map((resolution) => createFrame(resolution, slots));
  const weekly = higher.at(-1);
  const daily = hourly ? higher.at(-2) : base;
  if (base === undefined || weekly === undefined || daily === undefined) {
    throw new RangeError('no timeframes');
  }
  const frames = [base, ...higher];
  const find = (term: string): number =>
    slots.findIndex((slot) => slot.kind === 'crystal' && slot.term === term);
  return {
    options,
    version,
    rules,
    clock: createClock(),
    base,
    higher,
    daily,
    weekly,
    slots: slots.map((slot) => ({
      slot,
      rules,
      box: null,
      clusters: [],
      trade: null,
      forecast: null,
    })),
    crystalShort: find('short'),
    crystalLong: find('long'),
    mainDetector: getDetector(frames, '144@1D'),
    closeDetector: getDetector(frames, hourly ? '36@240' : '52@1D'),
    signalDetector: getDetector(frames, hourly ? '33@240' : '52@1D'),
    sinewave: createSinewave(),
    memory: [],
    pending: [],
    gann: null,
    levels: null,
    buy: [],
    sell: [],
    condition: null,
    openTrades: [],
    openConditions: [],
    openLevels: [],
    touch: createTouchMeasure(options.base, options.fx),
    made: [],
    openForecasts: [],
    levelsForecast: null,
    dayCone: null,
    weekCone: null,
    coneSlots: new Float64Array(WEEK_SLOTS[options.base].count),
    newMonth: false,
  };
}

/** Walks everything that the state keeps between bars, in one fixed order. */
export function visitState(visitor: StateVisitor, state: EngineState): void {
  visitRecord(visitor, state.clock);
  for (const frame of [state.base, ...state.higher]) {
    visitRecord(visitor, frame.bucket);
    visitAverageRange(visitor, frame.range);
    visitSpacing(visitor, frame.spacing);
    for (const detector of frame.detectors) visitPivotDetector(visitor, detector);
  }
  visitSinewave(visitor, state.sinewave);
  visitList(visitor, state.memory, blankPivot, visitPivot);
  visitList(visitor, state.pending, blankPivot, visitPivot);
  visitList(visitor, state.openTrades, blankTrade, visitTrade);
  visitList(visitor, state.openConditions, blankCondition, visitCondition);
  visitList(visitor, state.openLevels, blankLevelsTrade, visitLevelsTrade);
  visitTouchMeasure(visitor, state.touch);
  visitList(visitor, state.openForecasts, blankForecast, visitForecast);
  const visitCurrent = (forecast: ForecastRecord | null): ForecastRecord | null =>
    visitShared(visitor, forecast, state.openForecasts, blankForecast, visitForecast);
  state.levelsForecast = visitCurrent(state.levelsForecast);
  state.dayCone = visitCurrent(state.dayCone);
  state.weekCone = visitCurrent(state.weekCone);
  visitor.values(state.coneSlots);
  for (const slot of state.slots) {
    slot.forecast = visitCurrent(slot.forecast);
    slot.box = visitOptional(visitor, slot.box, blankBox, visitRecord);
    visitList(visitor, slot.clusters, blankPivot, visitPivot);
    slot.trade = visitShared(visitor, slot.trade, state.openTrades, blankTrade, visitTrade);
  }
  state.gann = visitOptional(visitor, state.gann, blankGann, visitGann);
  state.levels = visitOptional(visitor, state.levels, blankLevels, visitRecord);
  state.condition = visitShared(
    visitor,
    state.condition,
    state.openConditions,
    blankCondition,
    visitCondition,
  );
}

function rescaleList(pivots: Pivot[], factor: number): void {
  for (const [at, pivot] of pivots.entries()) pivots[at] = rescalePivot(pivot, factor);
}

/**
 * Multiplies the prices of everything except boxes, positions and levels, which are derived.
 * Rule: docs/analysis.md#splits
 */
export function rescaleMeasures(state: EngineState, factor: number): void {
  state.clock.previousClose *= factor;
  state.clock.lastDayClose *= factor;
  for (const frame of [state.base, ...state.higher]) {
    frame.bucket.high *= factor;
    frame.bucket.low *= factor;
    frame.bucket.close *= factor;
    rescaleAverageRange(frame.range, factor);
    for (const detector of frame.detectors) rescalePivotDetector(detector, factor);
  }
  rescaleSinewave(state.sinewave, factor);
  rescaleTouchMeasure(state.touch, factor);
  rescaleList(state.memory, factor);
  rescaleList(state.pending, factor);
  for (const slot of state.slots) rescaleList(slot.clusters, factor);
}
