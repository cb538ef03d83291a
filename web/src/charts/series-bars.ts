import { applyTick, type Bar, checkTick, type Resolution, type Tick } from '@rasat/engine';

/** Bars of one chart: the closed ones, ascending, and the forming one. */
export interface SeriesBars {
  readonly closed: readonly Bar[];
  readonly forming: Bar | null;
}

const isSound = ({ openTimeMs, open, high, low, close }: Bar): boolean =>
  Number.isFinite(openTimeMs + open + high + low + close);

/**
 * Splits a history whose last bar may still be forming. Bars out of order, duplicates and bars with invalid numbers are
 * left out, so that the chart never throws.
 */
export function splitBars(bars: readonly Bar[]): SeriesBars {
  const ordered: Bar[] = [];
  for (const bar of bars) {
    const last = ordered.at(-1);
    if (!isSound(bar)) continue;
    if (last === undefined || bar.openTimeMs > last.openTimeMs) ordered.push(bar);
  }
  return { closed: ordered.slice(0, -1), forming: ordered.at(-1) ?? null };
}

/** Returns the bars with older ones in front; bars that are not before the first known bar are left out. */
export function prependBars(series: SeriesBars, older: readonly Bar[]): SeriesBars {
  const first = (series.closed[0] ?? series.forming)?.openTimeMs ?? Infinity;
  const before = splitBars(older.filter((bar) => bar.openTimeMs < first));
  const front = before.forming ? [...before.closed, before.forming] : before.closed;
  return { closed: [...front, ...series.closed], forming: series.forming };
}

/** Effect of a tick. `opened`: the forming bar is closed, and `forming` is the next one. */
export type TickEffect =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'updated'; readonly forming: Bar }
  | { readonly kind: 'opened'; readonly closed: Bar | null; readonly forming: Bar };

/**
 * Returns the effect of a live price on the forming bar. A tick with an invalid price, or older than the forming bar,
 * is ignored. A tick whose bucket does not begin after the forming bar (a quote of a closed market) updates that bar.
 */
export function tickEffect(
  forming: Bar | null,
  tick: Tick,
  resolution: Resolution,
  fx: boolean,
): TickEffect {
  if (checkTick(tick) !== null) return { kind: 'ignored' };
  if (forming !== null && tick.timeMs < forming.openTimeMs) return { kind: 'ignored' };
  const { bar, opened } = applyTick(forming, tick, resolution, fx);
  if (!opened) return { kind: 'updated', forming: bar };
  if (forming !== null && bar.openTimeMs <= forming.openTimeMs) {
    const moved = applyTick(forming, { ...tick, timeMs: forming.openTimeMs }, resolution, fx);
    return { kind: 'updated', forming: moved.bar };
  }
  return { kind: 'opened', closed: forming, forming: bar };
}
