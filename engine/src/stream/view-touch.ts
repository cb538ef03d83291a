import { BOX_KINDS, type BoxKind, type BoxTerm } from '../boxes/kinds.ts';
import type { TouchBasis } from '../explain/basis.ts';
import { RULE_VERSIONS } from '../explain/rules.ts';
import { bucketEnd, bucketStart, DAY_MS } from '../time/resolution.ts';
import type { MarketCategory } from '../touch/categories.ts';
import type { ConeEdges } from '../touch/chance.ts';
import { touchClassOf } from '../touch/classes.ts';
import type { SetChances, ShownCone, TouchHorizon, TouchNow } from '../touch/forecast.ts';
import { dayEndAfter, marketWeeks } from '../touch/market-time.ts';
import { isTouchReady } from '../touch/measure.ts';
import { numberOrNull, touchInputs } from './forecasts.ts';
import type { ForecastRecord } from './records.ts';
import type { EngineState } from './state.ts';
import type { TouchView } from './view.ts';

/** Returns the market weeks from an instant to another, by the present weights. */
function weeksBetween({ touch }: EngineState, fromMs: number, untilMs: number): number {
  return marketWeeks(touch.slots, touch.weights, touch.scalars.total, fromMs, untilMs);
}

function basisOf(
  state: EngineState,
  category: MarketCategory,
  { head }: ForecastRecord,
): TouchBasis {
  const { base, digits } = state.options;
  return {
    rule: 'touch',
    version: RULE_VERSIONS.touch,
    computedAtMs: head.fromMs,
    digits,
    touchClass: touchClassOf(category, base),
    base,
    price: head.price,
    variances: [head.hours, head.days5, head.days50, head.days500],
    weeks: head.weeks,
    untilMs: head.untilMs,
  };
}

function setChances(
  state: EngineState,
  category: MarketCategory,
  forecast: ForecastRecord | null,
): SetChances | null {
  if (forecast === null) return null;
  const { head, levels, chances, first } = forecast;
  return {
    fromMs: head.fromMs,
    untilMs: head.untilMs,
    levels: levels.map((level, at) => ({
      level,
      chance: chances[at] as number,
      firstMs: numberOrNull(first[at] as number),
    })),
    basis: basisOf(state, category, forecast),
  };
}

function shownCone(
  state: EngineState,
  category: MarketCategory,
  forecast: ForecastRecord | null,
): ShownCone | null {
  if (forecast === null) return null;
  const { head, levels } = forecast;
  const edges: ConeEdges[] = [];
  for (let at = 0; at + 1 < levels.length; at += 2) {
    edges.push([levels[at] as number, levels[at + 1] as number]);
  }
  const basis = basisOf(state, category, forecast);
  return { fromMs: head.fromMs, untilMs: head.untilMs, edges, basis };
}

/** Returns the end of the running day, or of the next one that has market time. */
function dayHorizon(state: EngineState, category: MarketCategory, atMs: number): TouchHorizon {
  let untilMs = dayEndAfter(category, atMs);
  // Friday's evening of a forex market has no market time left.
  const lastMs = untilMs + 4 * DAY_MS;
  let weeks = weeksBetween(state, atMs, untilMs);
  while (weeks === 0 && untilMs < lastMs) {
    untilMs = dayEndAfter(category, untilMs);
    weeks = weeksBetween(state, atMs, untilMs);
  }
  return { untilMs, weeks };
}

/** Returns the end of the running week, or of the next one where no market time is left. */
function weekHorizon(state: EngineState, atMs: number): TouchHorizon {
  const { fx } = state.options;
  const endOf = (timeMs: number): number => bucketEnd('1W', bucketStart('1W', timeMs, fx), fx);
  const untilMs = endOf(atMs);
  const weeks = weeksBetween(state, atMs, untilMs);
  if (weeks > 0) return { untilMs, weeks };
  const nextMs = endOf(untilMs);
  return { untilMs: nextMs, weeks: weeksBetween(state, atMs, nextMs) };
}

/** Returns a table with what each slot of boxes has. */
function byKind<T>(
  state: EngineState,
  read: (forecast: ForecastRecord | null) => T | null,
): Record<BoxKind, Record<BoxTerm, T | null>> {
  const table = {} as Record<BoxKind, Record<BoxTerm, T | null>>;
  for (const kind of BOX_KINDS) table[kind] = { short: null, long: null };
  for (const { slot, forecast } of state.slots) table[slot.kind][slot.term] = read(forecast);
  return table;
}

/**
 * Returns what the chances of the newest bar are computed from; null without a category and before there is enough
 * history.
 * Rule: docs/analysis.md#view
 */
export function viewTouchNow(state: EngineState): TouchNow | null {
  const { touch, clock, options } = state;
  const { category } = options;
  if (category === undefined || !isTouchReady(touch)) return null;
  const { price, variances } = touchInputs(state, category);
  const atMs = clock.lastEndMs;
  const left = (forecast: ForecastRecord | null): number | null =>
    forecast && weeksBetween(state, atMs, forecast.head.untilMs);
  return {
    atMs,
    price,
    variances,
    day: dayHorizon(state, category, atMs),
    week: weekHorizon(state, atMs),
    levels: left(state.levelsForecast),
    boxes: byKind(state, left),
  };
}

/**
 * Returns the published chances of touch that are shown; null without a category and before there is enough history.
 * Rule: docs/analysis.md#view
 */
export function viewTouch(state: EngineState): TouchView | null {
  const { coneSlots } = state;
  const { category, base } = state.options;
  if (category === undefined || !isTouchReady(state.touch)) return null;
  return {
    touchClass: touchClassOf(category, base),
    base,
    levels: setChances(state, category, state.levelsForecast),
    boxes: byKind(state, (forecast) => setChances(state, category, forecast)),
    cones: {
      day: shownCone(state, category, state.dayCone),
      week: shownCone(state, category, state.weekCone),
      slots: coneSlots.some((share) => share > 0) ? [...coneSlots] : [],
    },
  };
}
