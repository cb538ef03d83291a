import { isSameHourUtc } from '@rasat/engine';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { fold } from '../../i18n/fold.ts';

/** Which conditions the page shows. */
export type WayFilter = 'all' | 'buy' | 'sell';

/** The entries that answer the filters, in the order they came in. */
export function filterEntries(
  items: readonly PredictorItem[],
  text: string,
  way: WayFilter,
): PredictorItem[] {
  const query = fold(text);
  return items.filter(
    ({ tradeCondition }) =>
      fold(tradeCondition.symbol).includes(query) &&
      (way === 'all' || tradeCondition.way === (way === 'buy')),
  );
}

/** How many entries were made in the current hour, by the UTC clock. */
export function countNew(items: readonly PredictorItem[], nowMs: number): number {
  return items.filter(({ tradeCondition }) => isSameHourUtc(tradeCondition.datetime, nowMs)).length;
}
