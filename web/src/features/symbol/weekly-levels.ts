import { type Bar, DAY_MS, WEEK_MS } from '@rasat/engine';
import type { WireBar } from '../../api/calls/market.ts';
import type { LevelsReply } from './replies.ts';

/** Choice of the lists that the chart shows. */
export type ShownLevels = 'both' | 'buy' | 'sell';

/** One weekly level: index 0 is the entry, 1 to 5 the take profits. */
export interface WeeklyLevel {
  readonly side: 'buy' | 'sell';
  readonly index: number;
  readonly price: number;
}

/** The two lists of a week. */
export type LevelLists = Pick<LevelsReply, 'buy' | 'sell'>;

/** Returns the levels of the shown lists, buy first, each from its entry outward. */
export function listWeeklyLevels(levels: LevelLists, shown: ShownLevels): readonly WeeklyLevel[] {
  const sides = shown === 'both' ? (['buy', 'sell'] as const) : [shown];
  return sides.flatMap((side) => levels[side].map((price, index) => ({ side, index, price })));
}

/** Returns a wire bar as an engine bar. */
export function toBar({ d, o, h, l, c, v }: WireBar): Bar {
  return { openTimeMs: d, open: o, high: h, low: l, close: c, volume: v };
}

/** Returns the daily bars of a week that begins on a Monday. */
export function barsOfWeek(bars: readonly Bar[], mondayMs: number): readonly Bar[] {
  return bars.filter(({ openTimeMs }) => openTimeMs >= mondayMs && openTimeMs < mondayMs + WEEK_MS);
}

/** Returns the index of the farthest level of each list that the bars reached; null when no level was reached. */
export function findReached(
  levels: LevelLists,
  bars: readonly Bar[],
): { readonly buy: number | null; readonly sell: number | null } {
  const high = Math.max(...bars.map((bar) => bar.high));
  const low = Math.min(...bars.map((bar) => bar.low));
  const farthest = (count: number) => (count === 0 ? null : count - 1);
  return {
    buy: farthest(levels.buy.filter((level) => high >= level).length),
    sell: farthest(levels.sell.filter((level) => low <= level).length),
  };
}

/** Returns the bars with the last one updated by a price of its day; unchanged for a price of another day. */
export function carryOn(
  bars: readonly Bar[],
  last: { readonly price: number; readonly timeMs: number } | null,
): readonly Bar[] {
  const bar = bars.at(-1);
  if (!bar || !last || last.timeMs < bar.openTimeMs || last.timeMs >= bar.openTimeMs + DAY_MS) {
    return bars;
  }
  const { price } = last;
  const moved = {
    ...bar,
    close: price,
    high: Math.max(bar.high, price),
    low: Math.min(bar.low, price),
  };
  return [...bars.slice(0, -1), moved];
}
