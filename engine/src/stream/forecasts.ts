import { CHANCE_DIGITS } from '../explain/rules.ts';
import { roundTo } from '../price/rounding.ts';
import { WEEK_MS } from '../time/resolution.ts';
import type { MarketCategory } from '../touch/categories.ts';
import {
  CONE_SHARES,
  plainChance,
  type TouchInputs,
  touchChances,
  touchCone,
} from '../touch/chance.ts';
import { MOST_WEEKS, touchClassOf } from '../touch/classes.ts';
import { CONE_SETUPS, type ConeSetup } from '../touch/forecast.ts';
import { dayEndAfter, marketWeeks, tradingDaysBetween } from '../touch/market-time.ts';
import { isTouchReady, touchVariances } from '../touch/measure.ts';
import type { EngineEvent } from './event.ts';
import { boxId, levelsId } from './publish.ts';
import {
  type ForecastHead,
  type ForecastRecord,
  LEVELS_SUBJECT,
  type MadeSubject,
} from './records.ts';
import type { EngineState } from './state.ts';

/** Decimals of recorded market weeks. */
const WEEKS_DIGITS = 6;

/** Shares of the slots of a week are whole hundred-thousandths. */
const SHARE_UNITS = 1e5;

/** Returns the number by which a forecast names its cone. */
export function coneSubject(setup: ConeSetup): number {
  return LEVELS_SUBJECT - 1 - CONE_SETUPS.indexOf(setup);
}

function coneOf(subject: number): ConeSetup | undefined {
  return CONE_SETUPS[LEVELS_SUBJECT - 1 - subject];
}

/** Returns the setup of a forecast: that of its set, or its cone. */
function setupOf(state: EngineState, subject: number): string {
  const slot = state.slots[subject]?.slot;
  if (slot !== undefined) return `${slot.kind}.${slot.term}`;
  return coneOf(subject) ?? 'weekly';
}

/** Returns the name of the set that a forecast belongs to; null for a cone. */
function refOf(state: EngineState, { subject, refMs }: ForecastHead): string | null {
  const slot = state.slots[subject]?.slot;
  if (slot !== undefined) return boxId(slot, refMs);
  return subject === LEVELS_SUBJECT ? levelsId(refMs) : null;
}

/** Returns the stable name of a forecast: its setup and the close that made it. */
function forecastId(state: EngineState, { subject, fromMs }: ForecastHead): string {
  return `forecast.${setupOf(state, subject)}.${fromMs}`;
}

/**
 * Notes the cones of a closed daily or weekly bar.
 * Rule: docs/analysis.md#forecasts
 */
export function noteCones(
  state: EngineState,
  isWeek: boolean,
  startMs: number,
  endMs: number,
): void {
  const { category } = state.options;
  if (category === undefined) return;
  const note = (setup: ConeSetup, untilMs: number): void => {
    const subject = coneSubject(setup);
    state.made.push({ subject, fromMs: endMs, untilMs, refMs: endMs, above: [], below: [] });
  };
  if (!isWeek) {
    note('cone.1d', dayEndAfter(category, endMs));
    return;
  }
  note('cone.1w', endMs + WEEK_MS);
  if (weekNumber(startMs) % 4 === 0) note('cone.4w', endMs + 4 * WEEK_MS);
}

/** Returns the number of a week, 0 for that of Monday, 5 January 1970. */
function weekNumber(mondayMs: number): number {
  return Math.floor(mondayMs / WEEK_MS);
}

/**
 * Makes the forecasts of everything made before an instant, with the state and the daily range of their time.
 * Rule: docs/analysis.md#forecasts
 */
export function makeForecasts(state: EngineState, beforeMs: number, sink: EngineEvent[]): void {
  if (state.made.length === 0) return;
  const later: MadeSubject[] = [];
  for (const made of state.made) {
    if (made.fromMs < beforeMs) makeForecast(state, made, sink);
    else later.push(made);
  }
  state.made = later;
}

function makeForecast(state: EngineState, made: MadeSubject, sink: EngineEvent[]): void {
  const { category, digits } = state.options;
  const forecast =
    category !== undefined && isTouchReady(state.touch) ? forecastOf(state, made, category) : null;
  keepCurrent(state, made.subject, forecast);
  if (forecast === null) return;
  state.openForecasts.push(forecast);
  const { head, levels, chances, plain } = forecast;
  sink.push({
    type: 'forecast',
    timeMs: made.fromMs,
    index: state.clock.accepted,
    id: forecastId(state, head),
    ref: refOf(state, head),
    setup: setupOf(state, made.subject),
    until: made.untilMs,
    boxEnd: made.boxEndMs ?? null,
    touchClass: touchClassOf(category as MarketCategory, state.options.base),
    price: roundTo(head.price, digits),
    weeks: roundTo(head.weeks, WEEKS_DIGITS),
    levels: [...levels],
    chances: [...chances],
    plain: plain.map(numberOrNull),
  });
}

/** Returns a number, null for NaN. */
export function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Puts a forecast beside the set or the cone that is shown; null where the newest one has none. */
function keepCurrent(state: EngineState, subject: number, forecast: ForecastRecord | null): void {
  const slot = state.slots[subject];
  if (slot !== undefined) slot.forecast = forecast;
  else if (subject === LEVELS_SUBJECT) state.levelsForecast = forecast;
  else if (subject === coneSubject('cone.1d')) state.dayCone = forecast;
  else if (subject === coneSubject('cone.1w')) state.weekCone = forecast;
}

/** Returns the forecast; null without market time, beyond eight market weeks, and when all levels are reached. */
function forecastOf(
  state: EngineState,
  { subject, fromMs, untilMs, refMs, above, below }: MadeSubject,
  category: MarketCategory,
): ForecastRecord | null {
  const { touch, options, clock, daily } = state;
  const weeks = marketWeeks(touch.slots, touch.weights, touch.scalars.total, fromMs, untilMs);
  // What rounds to nothing is a closed market, whose slots keep a trace of old prices.
  if (!(roundTo(weeks, WEEKS_DIGITS) > 0) || weeks > MOST_WEEKS) return null;
  const inputs = touchInputs(state, category);
  const { price, variances } = inputs;
  const { lengthMs } = touch.slots;
  const head: ForecastHead = {
    subject,
    refMs,
    fromMs,
    untilMs,
    lastMs: Math.floor(untilMs / lengthMs) * lengthMs,
    price,
    weeks,
    hours: variances[0],
    days5: variances[1],
    days50: variances[2],
    days500: variances[3],
    bars: 0,
    above: Number.POSITIVE_INFINITY,
    below: 0,
  };
  if (coneOf(subject) !== undefined) {
    noteSlots(state);
    const edges = touchCone(inputs, weeks) ?? [];
    const levels = edges.flat().map((edge) => roundTo(edge, options.digits));
    return openForecast(head, levels, [...CONE_SHARES], []);
  }
  const levels = [...above.filter((one) => one > price), ...below.filter((one) => one < price)];
  if (levels.length === 0) return null;
  const days = tradingDaysBetween(category, fromMs, untilMs);
  const chances = (touchChances(inputs, levels, weeks) ?? []).map((chance) =>
    roundTo(chance, CHANCE_DIGITS),
  );
  const plain = levels.map((level) => {
    const chance = plainChance(price, level, daily.range.value, clock.lastDayClose, days);
    return chance === null ? Number.NaN : roundTo(chance, CHANCE_DIGITS);
  });
  return openForecast(head, levels, chances, plain);
}

/** Keeps the shares of the slots by which the newest cone bends. */
function noteSlots({ touch: { weights, scalars }, coneSlots }: EngineState): void {
  for (const [slot, weight] of weights.entries()) {
    coneSlots[slot] = Math.round((weight / scalars.total) * SHARE_UNITS);
  }
}

/**
 * Returns the present inputs of every chance.
 * Rule: docs/analysis.md#forecasts
 */
export function touchInputs(
  { touch, options }: EngineState,
  category: MarketCategory,
): TouchInputs {
  return {
    touchClass: touchClassOf(category, options.base),
    base: options.base,
    price: touch.scalars.previousClose,
    variances: touchVariances(touch, category === 'crypto' ? 7 : 5),
  };
}

function openForecast(
  head: ForecastHead,
  levels: number[],
  chances: number[],
  plain: number[],
): ForecastRecord {
  const forecast = { head, levels, chances, plain, first: levels.map(() => Number.NaN) };
  findNearest(forecast);
  return forecast;
}

/** Whether a level lies above the price. The high edge of a cone does, also where rounding puts it on the price. */
function isAbove({ head, levels }: ForecastRecord, at: number): boolean {
  if (coneOf(head.subject) !== undefined) return at % 2 === 1;
  return (levels[at] as number) > head.price;
}

/** Notes the nearest levels that are not reached, so that most bars need two comparisons. */
function findNearest(forecast: ForecastRecord): void {
  const { head, levels, first } = forecast;
  head.above = Number.POSITIVE_INFINITY;
  head.below = 0;
  for (const [at, level] of levels.entries()) {
    if (!Number.isNaN(first[at])) continue;
    if (isAbove(forecast, at)) head.above = Math.min(head.above, level);
    else head.below = Math.max(head.below, level);
  }
}

/**
 * Tests the open forecasts against a bar that opens in their window and closes in it.
 * Rule: docs/analysis.md#forecasts
 */
export function touchForecasts(
  state: EngineState,
  openTimeMs: number,
  high: number,
  low: number,
  timeMs: number,
): void {
  for (const forecast of state.openForecasts) {
    const { head, levels, first } = forecast;
    if (openTimeMs < head.fromMs || timeMs > head.lastMs) continue;
    head.bars++;
    if (high < head.above && low > head.below) continue;
    for (const [at, level] of levels.entries()) {
      if (!Number.isNaN(first[at])) continue;
      if (isAbove(forecast, at) ? high >= level : low <= level) first[at] = timeMs;
    }
    findNearest(forecast);
  }
}

/**
 * Reports what came of the forecasts whose last bar has closed by an instant, in the order of these closes.
 * Rule: docs/analysis.md#forecasts
 */
export function endForecasts(state: EngineState, timeMs: number, sink: EngineEvent[]): void {
  const { openForecasts, clock, touch, options } = state;
  if (!openForecasts.some(({ head }) => head.lastMs <= timeMs)) return;
  const due = openForecasts.filter(({ head }) => head.lastMs <= timeMs);
  state.openForecasts = openForecasts.filter(({ head }) => head.lastMs > timeMs);
  for (const { head, first } of due.sort((one, other) => one.head.lastMs - other.head.lastMs)) {
    sink.push({
      type: 'touched',
      timeMs: head.lastMs,
      index: clock.accepted,
      id: forecastId(state, head),
      fromMs: head.fromMs,
      bars: head.bars,
      price: roundTo(touch.scalars.previousClose, options.digits),
      first: first.map(numberOrNull),
    });
  }
}

/**
 * Multiplies the prices of a forecast by a split factor. A level that rounding would put on the price or beyond it stays
 * unrounded, so that it keeps its side.
 * Rule: docs/analysis.md#splits
 */
export function rescaleForecast(forecast: ForecastRecord, factor: number, digits: number): void {
  const { head, levels } = forecast;
  const isCone = coneOf(head.subject) !== undefined;
  const price = head.price * factor;
  for (const [at, level] of levels.entries()) {
    const exact = level * factor;
    const rounded = roundTo(exact, digits);
    const keepsSide = isAbove(forecast, at) ? rounded > price : rounded < price;
    levels[at] = isCone || keepsSide ? rounded : exact;
  }
  head.price = price;
  findNearest(forecast);
}
