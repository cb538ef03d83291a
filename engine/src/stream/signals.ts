import { isImpossible, openPosition } from '../boxes/position.ts';
import { CONDITION_DAYS } from '../explain/rules.ts';
import type { Pivot } from '../indicators/pivots.ts';
import { spacingMs } from '../indicators/spacing.ts';
import { roundTo, tickSize } from '../price/rounding.ts';
import type { EngineEvent } from './event.ts';
import { publishCondition } from './publish.ts';
import type { ConditionRecord } from './records.ts';
import type { EngineState } from './state.ts';

/**
 * Returns the range of a condition: the rounded daily average range, at least two ticks.
 * Rule: docs/analysis.md#range-of-a-condition
 */
export function conditionRange(atr1D: number, digits: number): number {
  return Math.max(roundTo(atr1D, digits), 2 * tickSize(digits));
}

/**
 * Makes a condition at this close, which replaces the symbol's current condition. From engine 1.1.0 on a condition with
 * a price at or below zero is not made.
 */
function makeCondition(
  state: EngineState,
  setup: number,
  way: number,
  pivot: Pivot,
  seer: Pivot,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const { digits } = state.options;
  const atr1D = state.daily.range.value;
  if (atr1D === 0) return;
  const spacing = spacingMs(state.daily.spacing, '1D');
  const position = openPosition(
    way,
    roundTo(close, digits),
    conditionRange(atr1D, digits),
    timeMs,
    timeMs + CONDITION_DAYS * spacing,
    digits,
  );
  if (!state.rules.makesImpossiblePrices && isImpossible(position)) return;
  const condition: ConditionRecord = {
    position,
    source: { setup, close, previousClose: state.clock.previousClose, atr1D, spacing },
    pivot: { ...pivot },
    seer: { ...seer },
  };
  state.condition = condition;
  state.openConditions.push(condition);
  const published = publishCondition(condition, digits);
  if (published === null) return;
  sink.push({
    type: 'condition',
    timeMs,
    index: state.clock.accepted,
    id: published.id,
    setup: published.setup,
    way: published.way,
    price: published.price,
    range: published.range,
    sl: published.sl,
    tp1: published.tp1,
    tp2: published.tp2,
    expiry: published.expiry,
    basis: published.basis,
  });
}

/**
 * Makes a condition of the break setup when a close crosses the newest signal pivot in the main direction. The first
 * crossing consumes the pivot, whether or not the direction allows a condition. Before the first main pivot no crossing
 * consumes a pivot.
 * Rule: docs/analysis.md#break-setup
 */
export function findBreak(
  state: EngineState,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const pivot = state.signalDetector.last;
  const seer = state.mainDetector.last;
  if (pivot === null || seer === null || state.clock.pivotUsed === 1) return;
  const { previousClose } = state.clock;
  const crossed =
    pivot.way > 0
      ? previousClose >= pivot.level && close < pivot.level
      : previousClose <= pivot.level && close > pivot.level;
  if (!crossed) return;
  state.clock.pivotUsed = 1;
  if (seer.way === -pivot.way) {
    makeCondition(state, 1, seer.way, pivot, seer, close, timeMs, sink);
  }
}

/**
 * Makes a condition of the pivot setup for each signal pivot that was confirmed since the last close and has the main
 * way.
 * Rule: docs/analysis.md#pivot-setup
 */
export function findPullbacks(
  state: EngineState,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  if (state.pending.length === 0) return;
  const seer = state.mainDetector.last;
  for (const pivot of state.pending) {
    if (seer !== null && pivot.way === seer.way) {
      makeCondition(state, 0, pivot.way, pivot, seer, close, timeMs, sink);
    }
  }
  state.pending.length = 0;
}
