import { bucketEnd, bucketStart, type Resolution } from '../time/resolution.ts';
import { type Bar, checkTick, type Tick } from './bar.ts';

/**
 * Applies a tick to the last bar. A tick at or beyond the end of the bar opens a new bar on the engine's buckets; any
 * other tick updates high, low and close and adds its volume. A forex week has six days, so a tick on Sunday evening
 * opens the new week.
 *
 * Returns the bar after the tick and whether the tick opened it. The given bar is not changed. Throws RangeError for a
 * tick that {@link checkTick} refuses.
 * Rule: docs/analysis.md#live-bar
 */
export function applyTick(
  bar: Bar | null,
  tick: Tick,
  resolution: Resolution,
  fx: boolean,
): { readonly bar: Bar; readonly opened: boolean } {
  const refusal = checkTick(tick);
  if (refusal !== null) throw new RangeError(`tick refused: ${refusal}`);
  const { price, volume = 0 } = tick;
  if (bar === null || tick.timeMs >= bucketEnd(resolution, bar.openTimeMs, fx)) {
    const openTimeMs = bucketStart(resolution, tick.timeMs, fx);
    return {
      bar: { openTimeMs, open: price, high: price, low: price, close: price, volume },
      opened: true,
    };
  }
  return {
    bar: {
      openTimeMs: bar.openTimeMs,
      open: bar.open,
      high: Math.max(bar.high, price),
      low: Math.min(bar.low, price),
      close: price,
      volume: bar.volume + volume,
    },
    opened: false,
  };
}
