import { openPosition } from '../boxes/position.ts';
import { CONDITION_DAYS } from '../explain/rules.ts';
import type { Pivot } from '../indicators/pivots.ts';
import { spacingMs } from '../indicators/spacing.ts';
import { roundTo, tickSize } from '../price/rounding.ts';
import type { EngineEvent } from './event.ts';
import { publishCondition } from './publish.ts';
import type { ConditionRecord } from './records.ts';
import type { EngineState } from './state.ts';

/**
 * A condition's range: the rounded daily average range, at least two ticks.
 * Rule: docs/analysis.md#range-of-a-condition
 */
export function conditionRange(atr1D: number, digits: number): number {
  return Math.max(roundTo(atr1D, digits), 2 * tickSize(digits));
}

/** Makes a condition at this close and lets it take the place of the symbol's current one. */
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
  const condition: ConditionRecord = {
    position: openPosition(
      way,
      roundTo(close, digits),
      conditionRange(atr1D, digits),
      timeMs,
      timeMs + CONDITION_DAYS * spacing,
      digits,
    ),
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
 * Break setup: the newest signal pivot fails in the main direction. The first crossing uses the
 * pivot up, whether or not the direction allows a signal; before the first main pivot nothing is
 * used up.
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
 * Pivot setup: a signal pivot confirmed since the last close points the main way.
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
