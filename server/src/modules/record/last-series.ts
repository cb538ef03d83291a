import type { Series } from '../market/index.ts';

/** Returns the last history of each symbol; earlier ones repeat its weeks. */
export function lastSeries(all: readonly Series[]): Series[] {
  const last = new Map<string, Series>();
  for (const series of all) {
    const known = last.get(series.symbol);
    if (!known || known.epoch < series.epoch) last.set(series.symbol, series);
  }
  return [...last.values()];
}
