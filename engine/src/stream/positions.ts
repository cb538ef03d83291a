import type { TradeStatus } from '../boxes/box.ts';
import { boxRisk } from '../boxes/geometry.ts';
import {
  isImpossible,
  openPosition,
  type Position,
  riskMultiple,
  touchPosition,
} from '../boxes/position.ts';
import type { LevelsTradeBasis } from '../explain/basis.ts';
import { LEVELS_TRADE_MS, RULE_VERSIONS } from '../explain/rules.ts';
import { roundTo } from '../price/rounding.ts';
import { bucketStart } from '../time/resolution.ts';
import { type EngineEvent, LEGS, type Leg, type LegResult } from './event.ts';
import { conditionId, directionOf, publishTrade, tradeId } from './publish.ts';
import type { LevelsTradeRecord } from './records.ts';
import type { EngineState } from './state.ts';

/** Returns the stable id of the tracked entry of a week. */
function levelsTradeId(d: number): string {
  return `levelsTrade.${d}`;
}

function legResult(position: Position, leg: Leg, digits: number): LegResult {
  const first = leg === 'tp1';
  const exit = first ? position.exit1 : position.exit2;
  return {
    leg,
    status: (first ? position.status1 : position.status2) as TradeStatus,
    exit: roundTo(exit, digits),
    r: roundTo(riskMultiple(position.way, position.price, position.risk, exit), 6),
  };
}

const CLOSED_LEGS: readonly (readonly Leg[])[] = [[], ['tp1'], ['tp2'], LEGS];

/** Removes records with two decided legs and keeps the order. */
function dropClosed(list: { readonly position: Position }[]): void {
  let kept = 0;
  for (const record of list) {
    if (record.position.closed1 === 1 && record.position.closed2 === 1) continue;
    list[kept++] = record;
  }
  list.length = kept;
}

/**
 * Tests every open trade and condition against the bar: stop, then target, then expiry.
 * Rule: docs/analysis.md#stop-first
 */
export function touchOpenPositions(
  state: EngineState,
  open: number,
  high: number,
  low: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const { digits } = state.options;
  const index = state.clock.accepted;
  let finished = false;
  for (const trade of state.openTrades) {
    const decided = touchPosition(trade.position, open, high, low, close, timeMs);
    if (decided === 0) continue;
    finished = true;
    const slot = state.slots[trade.slot]?.slot;
    if (slot === undefined) continue;
    const { kind, term } = slot;
    const id = tradeId(slot, trade.position.openedMs);
    for (const leg of CLOSED_LEGS[decided] ?? []) {
      const result = legResult(trade.position, leg, digits);
      sink.push({ type: 'tradeClosed', timeMs, index, id, kind, term, ...result });
    }
  }
  if (finished) dropClosed(state.openTrades);
  finished = false;
  for (const condition of state.openConditions) {
    const { position } = condition;
    const decided = touchPosition(position, open, high, low, close, timeMs);
    if (decided === 0) continue;
    finished = true;
    const id = conditionId(condition);
    for (const leg of CLOSED_LEGS[decided] ?? []) {
      sink.push({ type: 'conditionLeg', timeMs, index, id, ...legResult(position, leg, digits) });
    }
    if (decided < 2) continue;
    const result = position.status2 === 1 ? 2 : position.status2 === 0 ? 0 : -1;
    const current = condition === state.condition;
    sink.push({ type: 'conditionEnded', timeMs, index, id, result, current });
  }
  if (finished) dropClosed(state.openConditions);
  touchOpenLevels(state, open, high, low, close, timeMs, sink);
}

function touchOpenLevels(
  state: EngineState,
  open: number,
  high: number,
  low: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const { digits } = state.options;
  const index = state.clock.accepted;
  let finished = false;
  for (const trade of state.openLevels) {
    const { position } = trade;
    const decided = touchPosition(position, open, high, low, close, timeMs);
    if (decided === 0) continue;
    finished = true;
    const { d } = trade.source;
    const id = levelsTradeId(d);
    for (const leg of CLOSED_LEGS[decided] ?? []) {
      const result = legResult(position, leg, digits);
      sink.push({ type: 'levelsClosed', timeMs, index, id, d, ...result });
    }
  }
  if (finished) dropClosed(state.openLevels);
}

/**
 * Returns which way a close crosses out of a band: 1 above `upper`, -1 below `lower`, 0 neither. The previous close
 * must have been on or inside that edge.
 */
function crossing(previousClose: number, close: number, lower: number, upper: number): number {
  if (close > upper && previousClose <= upper) return 1;
  return close < lower && previousClose >= lower ? -1 : 0;
}

/**
 * Opens a trade in every box without a trade whose trigger this close crosses. From engine 1.1.0 on a box whose trade
 * would have a price at or below zero makes no trade.
 * Rule: docs/analysis.md#trade-of-a-box
 */
export function enterBoxes(
  state: EngineState,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const { previousClose, accepted } = state.clock;
  const { digits } = state.options;
  for (let at = 0; at < state.slots.length; at++) {
    const slotState = state.slots[at];
    const box = slotState?.box;
    if (!slotState || !box || box.traded === 1 || timeMs > box.lastEntryMs) continue;
    const way = crossing(previousClose, close, box.downTrade, box.upTrade);
    if (way === 0) continue;
    box.traded = 1;
    const { bottom, top, start, end, createdMs } = box;
    const expiryMs = timeMs + (end - start) / 2;
    const position = openPosition(way, close, boxRisk(box), timeMs, expiryMs, digits);
    if (!state.rules.makesImpossiblePrices && isImpossible(position)) continue;
    const trade = {
      slot: at,
      position,
      source: { previousClose, bottom, top, startMs: start, endMs: end, boxCreatedMs: createdMs },
    };
    slotState.trade = trade;
    state.openTrades.push(trade);
    const published = publishTrade(slotState.slot, trade, digits);
    const { kind, term } = slotState.slot;
    sink.push({
      type: 'trade',
      timeMs,
      index: accepted,
      id: published.id,
      kind,
      term,
      trade: published,
    });
  }
}

/**
 * Opens the week's tracked entry at its first close beyond an entry level; one per week.
 * Rule: docs/analysis.md#entry-of-the-weekly-levels
 */
export function enterLevels(
  state: EngineState,
  openTimeMs: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const { levels, options, clock } = state;
  if (levels === null || levels.traded === 1) return;
  const upper = state.buy[0] ?? Number.POSITIVE_INFINITY;
  const lower = state.sell[0] ?? Number.NEGATIVE_INFINITY;
  const way = crossing(clock.previousClose, close, lower, upper);
  if (way === 0 || bucketStart('1W', openTimeMs, options.fx) !== levels.d) return;
  levels.traded = 1;
  const anchor = roundTo(levels.anchor * levels.scale, options.digits);
  const entry = way > 0 ? upper : lower;
  const trade: LevelsTradeRecord = {
    position: openPosition(
      way,
      close,
      Math.abs(entry - anchor),
      timeMs,
      timeMs + LEVELS_TRADE_MS,
      options.digits,
    ),
    source: { d: levels.d, previousClose: clock.previousClose, entry, anchor },
  };
  state.openLevels.push(trade);
  const { position, source } = trade;
  const basis: LevelsTradeBasis = {
    rule: 'levelsTrade',
    version: RULE_VERSIONS.levelsTrade,
    computedAtMs: timeMs,
    digits: options.digits,
    way: directionOf(way),
    close,
    previousClose: source.previousClose,
    entry,
    anchor,
  };
  sink.push({
    type: 'levelsTrade',
    timeMs,
    index: clock.accepted,
    id: levelsTradeId(levels.d),
    d: levels.d,
    way: basis.way,
    p: roundTo(close, options.digits),
    sl: position.sl,
    tp1: position.tp1,
    tp2: position.tp2,
    expiry: position.expiryMs,
    basis,
  });
}
