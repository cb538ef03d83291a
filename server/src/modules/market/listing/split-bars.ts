import { type Bar, bucketEnd, type Resolution } from '@rasat/engine';
import type { StoredSplit } from '../store/split-store.ts';
import type { Series } from '../symbol.ts';

/**
 * Returns a raw bar in the shares of today: its prices divided by the factors of the splits that come after it and
 * rounded to the decimals of its series, its volume multiplied. A bar is before a split if it ends by the opening after
 * the split. Returns the bar itself when no split comes after it.
 */
export function adjustBar(
  bar: Bar,
  resolution: Resolution,
  { fx, digits }: Pick<Series, 'fx' | 'digits'>,
  splits: readonly StoredSplit[],
): Bar {
  if (splits.length === 0) return bar;
  const endMs = bucketEnd(resolution, bar.openTimeMs, fx);
  let factor = 1;
  for (const split of splits) if (endMs <= split.effectiveMs) factor *= split.factor;
  if (factor === 1) return bar;
  const scale = 10 ** digits;
  const divided = (price: number): number => Math.round((price / factor) * scale) / scale;
  return {
    openTimeMs: bar.openTimeMs,
    open: divided(bar.open),
    high: divided(bar.high),
    low: divided(bar.low),
    close: divided(bar.close),
    volume: bar.volume * factor,
  };
}
