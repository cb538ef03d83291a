import type { Bar } from '../bars/bar.ts';

/** What one entry came to, at either target. */
export interface Outcome {
  /** -1 stop, 1 target, 0 neither within the time. */
  readonly status: -1 | 0 | 1;
  /** Multiples of the risk, before costs. */
  readonly r: number;
  /** Position of the deciding bar in the series; the last one looked at when undecided. */
  readonly at: number;
}

/**
 * Outcome of one imagined entry at the close of bar `entry`, for a stop one risk away and a target
 * `targets` risks away, looking at most `maxBars` bars ahead. Same rules as the engine's trades
 * (stop first, a gap through the stop fills at the open, a gap beyond the target at the target),
 * written apart from them, for baselines and as a check. An undecided entry is valued at the last
 * close looked at.
 */
export function simulateOutcome(
  bars: readonly Bar[],
  entry: number,
  way: 'up' | 'down',
  price: number,
  risk: number,
  targets: number,
  maxBars: number,
): Outcome {
  const last = Math.min(bars.length - 1, entry + maxBars);
  for (let at = entry + 1; at <= last; at++) {
    const bar = bars[at];
    if (bar === undefined) break;
    // Everything as a gain in risks, so that selling needs no rules of its own.
    const gain = (value: number): number =>
      way === 'up' ? (value - price) / risk : (price - value) / risk;
    const worst = Math.min(gain(bar.low), gain(bar.high));
    const best = Math.max(gain(bar.low), gain(bar.high));
    if (worst <= -1) return { status: -1, r: Math.min(-1, gain(bar.open)), at };
    if (best >= targets) return { status: 1, r: targets, at };
  }
  const close = bars[last]?.close ?? price;
  const r = way === 'up' ? (close - price) / risk : (price - close) / risk;
  return { status: 0, r, at: last };
}
