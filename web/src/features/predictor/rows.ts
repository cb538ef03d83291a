import { fold } from '@rasat/contract';
import { isSameHourUtc } from '@rasat/engine';
import type { PredictorItem } from '../../api/calls/signals.ts';

/** Filter of the direction. */
export type DirectionFilter = 'all' | 'buy' | 'sell';

/** Returns the entries that pass the filters; their order is kept. */
export function filterEntries(
  items: readonly PredictorItem[],
  text: string,
  way: DirectionFilter,
): PredictorItem[] {
  const query = fold(text);
  return items.filter(
    ({ tradeCondition }) =>
      fold(tradeCondition.symbol).includes(query) &&
      (way === 'all' || tradeCondition.way === (way === 'buy')),
  );
}

/** Counts the entries of the current UTC hour. */
export function countNew(items: readonly PredictorItem[], nowMs: number): number {
  return items.filter(({ tradeCondition }) => isSameHourUtc(tradeCondition.datetime, nowMs)).length;
}
