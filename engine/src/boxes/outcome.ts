import type { Bar } from '../bars/bar.ts';
import type { Direction } from '../explain/basis.ts';

/** An entry with one stop and one target, as prices. */
export interface ImaginedEntry {
  readonly way: Direction;
  readonly price: number;
  /** Price distance of one R. */
  readonly risk: number;
  readonly stop: number;
  readonly target: number;
}

/** The outcome of an entry. */
export interface Outcome {
  /** -1 stop, 1 target, 0 neither before the time limit. */
  readonly status: -1 | 0 | 1;
  /** Multiples of the risk, before costs. */
  readonly r: number;
  /** Position of the deciding bar in the series; of the last bar examined when undecided. */
  readonly at: number;
}

/**
 * Returns the outcome of an entry at the close of bar `entry`, from at most `maxBars` later bars. The rules are those
 * of the engine's trades (stop first; a gap through the stop fills at the open, a gap beyond the target at the target).
 * The code is separate from theirs, for baselines and as a check. An undecided entry is valued at the last close
 * examined.
 * Rule: docs/analysis.md#outcome-of-an-imagined-entry
 */
export function simulateOutcome(
  bars: readonly Bar[],
  entry: number,
  { way, price, risk, stop, target }: ImaginedEntry,
  maxBars: number,
): Outcome {
  // All prices become gains, so a sale needs no rules of its own.
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
