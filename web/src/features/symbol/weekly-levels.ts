import type { Bar } from '@rasat/engine';
import type { WireBar } from '../../api/market.ts';
import type { LevelsReply } from './replies.ts';

/** Which lists the chart shows. */
export type ShownLevels = 'both' | 'buy' | 'sell';

/** One weekly level: index 0 is the entry, 1 to 5 the take profits. */
export interface WeeklyLevel {
  readonly side: 'buy' | 'sell';
  readonly index: number;
  readonly price: number;
}

/** The levels of the lists that are shown, buy first, each from its entry outward. */
export function listWeeklyLevels(
  levels: Pick<LevelsReply, 'buy' | 'sell'>,
  shown: ShownLevels,
): readonly WeeklyLevel[] {
  const sides = shown === 'both' ? (['buy', 'sell'] as const) : [shown];
  return sides.flatMap((side) => levels[side].map((price, index) => ({ side, index, price })));
}

/** A level's name within the chart's drawing. */
export function levelPart({ side, index }: Pick<WeeklyLevel, 'side' | 'index'>): string {
  return `${side}-${index}`;
}

/** The level behind a name of `levelPart`; null for any other word. */
export function findLevel(
  levels: Pick<LevelsReply, 'buy' | 'sell'>,
  part: string,
): WeeklyLevel | null {
  return listWeeklyLevels(levels, 'both').find((level) => levelPart(level) === part) ?? null;
}

/** A bar of the wire as the chart takes it. */
export function toBar({ d, o, h, l, c, v }: WireBar): Bar {
  return { openTimeMs: d, open: o, high: h, low: l, close: c, volume: v };
}

const MOST_WEEKS = 78;
const FEWEST_WEEKS = 26;
/** Share of the chart's height that the levels should have at least, so that their lines can be told apart. */
const LEVEL_SHARE = 0.5;

/** How many weeks to begin with: a year and a half, fewer when the price has travelled so far that the levels would lie on one another. */
export function countWeeks(
  bars: readonly Bar[],
  levels: Pick<LevelsReply, 'buy' | 'sell'>,
): number {
  const prices = [...levels.buy, ...levels.sell];
  const most = Math.min(MOST_WEEKS, Math.max(FEWEST_WEEKS, bars.length));
  if (prices.length === 0) return most;
  let high = Math.max(...prices);
  let low = Math.min(...prices);
  const room = (high - low) / LEVEL_SHARE;
  let weeks = 0;
  for (const bar of bars.slice(-MOST_WEEKS).toReversed()) {
    high = Math.max(high, bar.high);
    low = Math.min(low, bar.low);
    if (weeks >= FEWEST_WEEKS && high - low > room) return weeks;
    weeks += 1;
  }
  return most;
}
