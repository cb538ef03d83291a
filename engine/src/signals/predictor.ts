import type { Direction } from '../explain/basis.ts';
import { roundTo } from '../price/rounding.ts';
import { isSameHourUtc } from '../time/hour.ts';
import type { TradeCondition } from './condition.ts';

/** Stop and targets of a signal. */
export interface SignalPrices {
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
}

/**
 * Returns the stop one range against the signal, the first target one range with it, and the second target one range
 * further. Rounded to digits, equal to the prices of the condition.
 * Rule: docs/analysis.md#prices-of-a-condition
 */
export function signalPrices(
  way: Direction,
  price: number,
  range: number,
  digits: number,
): SignalPrices {
  const sign = way === 'up' ? 1 : -1;
  const tp1 = roundTo(price + sign * range, digits);
  return {
    sl: roundTo(price - sign * range, digits),
    tp1,
    tp2: roundTo(tp1 + sign * range, digits),
  };
}

/** One line of the predictor. */
export interface PredictorRow {
  readonly symbol: string;
  readonly condition: TradeCondition;
  /** True when the condition was made in the current UTC hour. */
  readonly isNew: boolean;
}

/**
 * Returns the newest signal of every symbol with a condition, newest first; equal times by symbol. Symbols without a
 * condition are left out.
 * Rule: docs/analysis.md#predictor
 */
export function listPredictor(
  symbols: Iterable<{ readonly symbol: string; readonly condition: TradeCondition | null }>,
  nowMs: number,
): PredictorRow[] {
  const rows: PredictorRow[] = [];
  for (const { symbol, condition } of symbols) {
    if (condition === null) continue;
    rows.push({ symbol, condition, isNew: isSameHourUtc(condition.datetime, nowMs) });
  }
  return rows.sort(
    (a, b) =>
      b.condition.datetime - a.condition.datetime ||
      (a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol)),
  );
}
