import type {
  ConditionBasis,
  Direction,
  LevelsTradeBasis,
  SeerBasis,
  TradeBasis,
} from './basis.ts';
import { constant, createTrace, type Derivation, type Quantity, type Trace } from './derivation.ts';
import { CONDITION_DAYS, LEVELS_TRADE_MS } from './rules.ts';

/** A price of a position; `p` is the entry. */
export type PositionPrice = 'p' | 'sl' | 'tp1' | 'tp2';

function against(trace: Trace, way: Direction, price: Quantity, risk: Quantity): Quantity {
  return trace.step('price', way === 'up' ? 'subtract' : 'add', price, risk);
}

function along(trace: Trace, way: Direction, price: Quantity, gain: Quantity): Quantity {
  return trace.step('price', way === 'up' ? 'add' : 'subtract', price, gain);
}

function positionPrice(
  trace: Trace,
  way: Direction,
  entry: Quantity,
  risk: Quantity,
  target: PositionPrice,
  digits: number,
): Derivation {
  const twice = constant('two', 2);
  const price =
    target === 'p'
      ? trace.step('price', 'select', entry)
      : target === 'sl'
        ? against(trace, way, entry, risk)
        : target === 'tp1'
          ? along(trace, way, entry, risk)
          : along(trace, way, entry, trace.step('doubleRisk', 'multiply', twice, risk));
  return trace.finish(target, trace.step(target, 'roundTo', price, constant('digits', digits)));
}

/** Explains a price of a box's trade. The result equals the published, rounded price. */
export function explainTrade(basis: TradeBasis, target: PositionPrice): Derivation {
  const trace = createTrace(basis);
  const entry = trace.input('close', basis.close, basis.computedAtMs);
  const top = trace.input('top', basis.top, basis.boxCreatedMs);
  const bottom = trace.input('bottom', basis.bottom, basis.boxCreatedMs);
  const height = trace.step('height', 'subtract', top, bottom);
  const risk = trace.step('risk', 'divide', height, constant('four', 4));
  return positionPrice(trace, basis.way, entry, risk, target, basis.digits);
}

/** Explains the expiry of a box's trade: half the box's duration after the entry. */
export function explainTradeExpiry(basis: TradeBasis): Derivation {
  const trace = createTrace(basis);
  const opened = trace.input('openedTime', basis.computedAtMs, basis.computedAtMs);
  const start = trace.input('startTime', basis.startMs, basis.boxCreatedMs);
  const end = trace.input('endTime', basis.endMs, basis.boxCreatedMs);
  const duration = trace.step('duration', 'subtract', end, start);
  const half = trace.step('half', 'divide', duration, constant('two', 2));
  return trace.finish('expiry', trace.step('expiry', 'add', opened, half));
}

/** Explains a price of the tracked entry of weekly levels. */
export function explainLevelsTrade(basis: LevelsTradeBasis, target: PositionPrice): Derivation {
  const trace = createTrace(basis);
  const close = trace.input('close', basis.close, basis.computedAtMs);
  const entry = trace.input('entryLevel', basis.entry);
  const anchor = trace.input('anchor', basis.anchor);
  const offset = trace.step('offset', 'subtract', entry, anchor);
  const risk = trace.step('risk', 'abs', offset);
  return positionPrice(trace, basis.way, close, risk, target, basis.digits);
}

/** Explains the expiry of the tracked entry of weekly levels: 14 days after it. */
export function explainLevelsTradeExpiry(basis: LevelsTradeBasis): Derivation {
  const trace = createTrace(basis);
  const opened = trace.input('openedTime', basis.computedAtMs, basis.computedAtMs);
  const life = constant('fourteenDays', LEVELS_TRADE_MS);
  return trace.finish('expiry', trace.step('expiry', 'add', opened, life));
}

function traceRange(trace: Trace, basis: ConditionBasis): Quantity {
  const digits = constant('digits', basis.digits);
  const atr1D = trace.input('atr1D', basis.atr1D, basis.computedAtMs);
  const rounded = trace.step('roundedRange', 'roundTo', atr1D, digits);
  const tick = trace.step('tick', 'tick', digits);
  const least = trace.step('leastRange', 'multiply', constant('two', 2), tick);
  return trace.step('range', 'max', rounded, least);
}

/** Explains the price, the stop or a target of a trade condition. */
export function explainCondition(basis: ConditionBasis, target: PositionPrice): Derivation {
  const trace = createTrace(basis);
  const close = trace.input('close', basis.close, basis.computedAtMs);
  const entry = trace.step('entry', 'roundTo', close, constant('digits', basis.digits));
  const range = traceRange(trace, basis);
  return positionPrice(trace, basis.way, entry, range, target, basis.digits);
}

/** Explains the range of a trade condition: one daily average range, at least two ticks. */
export function explainConditionRange(basis: ConditionBasis): Derivation {
  const trace = createTrace(basis);
  return trace.finish('range', traceRange(trace, basis));
}

/** Explains the expiry of a trade condition: 20 daily bars after it. */
export function explainConditionExpiry(basis: ConditionBasis): Derivation {
  const trace = createTrace(basis);
  const made = trace.input('madeTime', basis.computedAtMs, basis.computedAtMs);
  const spacing = trace.input('spacing', basis.spacingMs, basis.computedAtMs);
  const life = trace.step('life', 'multiply', constant('days', CONDITION_DAYS), spacing);
  return trace.finish('expiry', trace.step('expiry', 'add', made, life));
}

/**
 * Explains the confirmation of a seer's level: the close reached the line half a box of n bars away from the extreme.
 * The result is the level, rounded.
 */
export function explainSeer(basis: SeerBasis): Derivation {
  const trace = createTrace(basis);
  const { pivot } = basis;
  const level = trace.input('extreme', pivot.level, pivot.openTimeMs);
  const close = trace.input('close', basis.close, pivot.confirmedMs);
  const atr = trace.input('atr', basis.atr, pivot.confirmedMs);
  const root = trace.step('rootN', 'sqrt', trace.input('n', basis.n));
  const kappa = trace.step('kappa', 'divide', root, constant('two', 2));
  const delta = trace.step('reversal', 'multiply', kappa, atr);
  const line = trace.step('line', pivot.way === 'up' ? 'add' : 'subtract', level, delta);
  trace.step('beyondLine', 'subtract', close, line);
  const result = trace.step('level', 'roundTo', level, constant('digits', basis.digits));
  return trace.finish('level', result);
}
