import type { Bar } from '@rasat/engine';
import type { VenueTick } from '../connector.ts';

/** Ticks of one bar. */
const TICKS = 4;

/**
 * Returns four ticks that build a bar again: its open at its start, its extremes after one and two thirds, and its close
 * with the whole volume in its last millisecond. With `numbered` they have numbers, so that a bar that the feed doubts
 * is taken from the history.
 */
export function ticksOfBar(
  symbol: string,
  { openTimeMs, open, high, low, close, volume }: Bar,
  stepMs: number,
  numbered: boolean,
): VenueTick[] {
  // The extreme that the close is further away from usually comes first.
  const extremes = close >= open ? [low, high] : [high, low];
  const thirdMs = Math.floor(stepMs / 3);
  return [open, ...extremes, close].map((price, at): VenueTick => {
    const isLast = at === TICKS - 1;
    return {
      symbol,
      timeMs: isLast ? openTimeMs + stepMs - 1 : openTimeMs + at * thirdMs,
      price,
      volume: isLast ? volume : 0,
      ...(numbered && { id: (openTimeMs / stepMs) * TICKS + at }),
    };
  });
}
