import type { Axes } from '../../charts/scene/frame.ts';

/** One hairline of the spectrum. */
export interface GannLine {
  readonly index: number;
  readonly y: number;
  /** Whether its distance from the anchor is a multiple of four lines. */
  readonly strong: boolean;
}

/** A graduation on the price axis. */
export interface GannTick {
  readonly y: number;
  readonly length: number;
}

const LINE_TICK_PX = 11;
const QUARTER_TICK_PX = 5;
const MIN_STEP_PX = 12;

/** Returns the lines of the spectrum that are inside the plot. */
export function gannLines(prices: readonly number[], anchorIndex: number, axes: Axes): GannLine[] {
  return prices
    .map((price, index) => ({
      index,
      y: axes.y(price),
      strong: (index - anchorIndex) % 4 === 0,
    }))
    .filter(({ y }) => y >= 0 && y <= axes.height);
}

/** Returns the graduations on the axis: long at a line, short at the quarters of a large enough gap between lines. */
export function gannTicks(prices: readonly number[], axes: Axes): GannTick[] {
  const ticks: GannTick[] = [];
  prices.forEach((price, i) => {
    const y = axes.y(price);
    ticks.push({ y, length: LINE_TICK_PX });
    const next = prices[i + 1];
    if (next === undefined) return;
    const step = axes.y(next) - y;
    if (!(Math.abs(step) >= MIN_STEP_PX)) return;
    for (const part of [0.25, 0.5, 0.75]) {
      ticks.push({ y: y + step * part, length: QUARTER_TICK_PX });
    }
  });
  return ticks.filter(({ y }) => y >= 0 && y <= axes.height);
}
