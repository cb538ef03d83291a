import type { Bar } from '../bars/bar.ts';
import type { Direction } from '../explain/basis.ts';

/** An entry with one stop and one target, as prices. */
export interface ImaginedEntry {
  readonly way: Direction;
  readonly price: number;
  /** What one multiple is worth. */
  readonly risk: number;
  readonly stop: number;
  readonly target: number;
}

/** What an entry came to. */
export interface Outcome {
  /** -1 stop, 1 target, 0 neither within the time. */
  readonly status: -1 | 0 | 1;
  /** Multiples of the risk, before costs. */
  readonly r: number;
  /** Position of the deciding bar in the series; the last one looked at when undecided. */
  readonly at: number;
}

/**
 * Outcome of an entry at the close of bar `entry`, looking at most `maxBars` bars ahead. Same rules
 * as the engine's trades (stop first, a gap through the stop fills at the open, a gap beyond the
 * target at the target), written apart from them, for baselines and as a check. An undecided entry
 * is valued at the last close looked at.
 * Rule: docs/analysis.md#outcome-of-an-imagined-entry
 */
export function simulateOutcome(
  bars: readonly Bar[],
  entry: number,
  { way, price, risk, stop, target }: ImaginedEntry,
  maxBars: number,
): Outcome {
  // Everything as a gain, so that selling needs no rules of its own.
  const gain = (value: number): number => (way === 'up' ? value - price : price - value);
  const last = Math.min(bars.length - 1, entry + maxBars);
  for (let at = entry + 1; at <= last; at++) {
    const bar = bars[at];
    if (bar === undefined) break;
    const [worst, best] = way === 'up' ? [bar.low, bar.high] : [bar.high, bar.low];
    if (gain(worst) <= gain(stop)) {
      return { status: -1, r: Math.min(gain(stop), gain(bar.open)) / risk, at };
    }
    if (gain(best) >= gain(target)) return { status: 1, r: gain(target) / risk, at };
  }
  return { status: 0, r: gain(bars[last]?.close ?? price) / risk, at: last };
}
