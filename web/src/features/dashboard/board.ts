import type { PredictorItem } from '../../api/calls/signals.ts';

/** Number of open conditions in each direction. */
export interface OpenCounts {
  readonly buys: number;
  readonly sells: number;
}

/** Counts the conditions that are still active. */
export function countOpen(items: readonly PredictorItem[]): OpenCounts {
  let buys = 0;
  let sells = 0;
  for (const { tradeCondition } of items) {
    if (!tradeCondition.active) continue;
    if (tradeCondition.way) buys++;
    else sells++;
  }
  return { buys, sells };
}

/** Returns the newest entries of all categories, newest first, equal times by symbol. */
export function latestEntries(
  lists: readonly (readonly PredictorItem[])[],
  count: number,
): PredictorItem[] {
  return lists
    .flat()
    .sort(
      (a, b) =>
        b.tradeCondition.datetime - a.tradeCondition.datetime ||
        (a.tradeCondition.symbol < b.tradeCondition.symbol ? -1 : 1),
    )
    .slice(0, count);
}

/** Returns the direction of every symbol's open condition. */
export function openDirections(items: readonly PredictorItem[]): ReadonlyMap<string, boolean> {
  return new Map(
    items
      .filter(({ tradeCondition }) => tradeCondition.active)
      .map(({ tradeCondition }) => [tradeCondition.symbol, tradeCondition.way]),
  );
}
