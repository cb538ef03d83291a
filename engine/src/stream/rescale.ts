import { boxRisk, squareEdges } from '../boxes/geometry.ts';
import { rescalePosition } from '../boxes/position.ts';
import { rescalePivot } from '../indicators/pivots.ts';
import { roundTo } from '../price/rounding.ts';
import { rescaleForecast } from './forecasts.ts';
import type { BoxRecord, ConditionRecord, LevelsTradeRecord, TradeRecord } from './records.ts';
import { conditionRange } from './signals.ts';
import { type EngineState, rescaleMeasures, type SlotState } from './state.ts';
import { completeBox, completeLevels } from './timeframe.ts';

function rescaleBox(slot: SlotState, box: BoxRecord, factor: number): void {
  for (const key of ['level', 'atr', 'close', 'atr1D', 'bottom', 'top'] as const) {
    box[key] *= factor;
  }
  if (slot.slot.detector !== null) {
    Object.assign(box, squareEdges(box.way, box.level, box.atr, box.n));
  }
  completeBox(slot, box);
}

function rescaleTrade(trade: TradeRecord, factor: number, digits: number): void {
  const { position, source } = trade;
  source.previousClose *= factor;
  source.bottom *= factor;
  source.top *= factor;
  const frame = { ...source, start: source.startMs, end: source.endMs };
  rescalePosition(position, position.price * factor, boxRisk(frame), factor, digits);
}

function rescaleCondition(condition: ConditionRecord, factor: number, digits: number): void {
  const { position, source } = condition;
  source.close *= factor;
  source.previousClose *= factor;
  source.atr1D *= factor;
  condition.pivot = rescalePivot(condition.pivot, factor);
  condition.seer = rescalePivot(condition.seer, factor);
  const range = conditionRange(source.atr1D, digits);
  rescalePosition(position, roundTo(source.close, digits), range, factor, digits);
}

function rescaleLevelsTrade(trade: LevelsTradeRecord, factor: number, digits: number): void {
  const { position, source } = trade;
  source.previousClose *= factor;
  source.entry = roundTo(source.entry * factor, digits);
  source.anchor = roundTo(source.anchor * factor, digits);
  const risk = Math.abs(source.entry - source.anchor);
  rescalePosition(position, position.price * factor, risk, factor, digits);
}

/**
 * Multiplies every price of the state by a split factor. Rounded published prices are derived again from the multiplied
 * inputs; frozen scales of the square of nine stay.
 * Rule: docs/analysis.md#splits
 */
export function rescaleState(state: EngineState, factor: number): void {
  const { digits } = state.options;
  rescaleMeasures(state, factor);
  const trades = new Set(state.openTrades);
  for (const slot of state.slots) {
    if (slot.trade !== null) trades.add(slot.trade);
    if (slot.box === null) continue;
    rescaleBox(slot, slot.box, factor);
  }
  for (const trade of trades) rescaleTrade(trade, factor, digits);
  const conditions = new Set(state.openConditions);
  if (state.condition !== null) conditions.add(state.condition);
  for (const condition of conditions) rescaleCondition(condition, factor, digits);
  for (const trade of state.openLevels) rescaleLevelsTrade(trade, factor, digits);
  const forecasts = new Set(state.openForecasts);
  for (const one of [state.levelsForecast, state.dayCone, state.weekCone]) {
    if (one !== null) forecasts.add(one);
  }
  for (const { forecast } of state.slots) if (forecast !== null) forecasts.add(forecast);
  for (const forecast of forecasts) rescaleForecast(forecast, factor, digits);
  if (state.gann !== null) state.gann.inputs.scale *= factor;
  if (state.levels !== null) state.levels.scale *= factor;
  completeLevels(state);
}
