import { CATEGORIES } from '@rasat/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Metric, Sample } from '../../../platform/metrics/metric.ts';
import type { MarketBoard } from './board.ts';

/** Returns the metrics of the prices that the site shows, by source. */
export function priceMetrics(
  clock: Pick<Clock, 'now'>,
  board: () => MarketBoard | undefined,
): readonly Metric[] {
  return [
    {
      name: 'rasat_newest_price_age_seconds',
      help: 'Age of the newest price of a source; it grows while its markets are closed.',
      type: 'gauge',
      read() {
        const newest = new Map<string, number>();
        for (const { symbol, series } of board()?.symbols() ?? []) {
          const last = board()?.lastPrice(symbol);
          const knownMs = newest.get(series.source) ?? Number.NEGATIVE_INFINITY;
          if (last && last.d > knownMs) newest.set(series.source, last.d);
        }
        const nowMs = clock.now();
        return [...newest].map(([source, timeMs]): Sample => {
          return { labels: { source }, value: Math.max(0, nowMs - timeMs) / 1000 };
        });
      },
    },
    {
      name: 'rasat_stale_symbols',
      help: 'Symbols of a source without a price for longer than their open market allows.',
      type: 'gauge',
      isForAlerts: true,
      read() {
        const stale = new Map<string, number>();
        for (const { series } of board()?.symbols() ?? []) stale.set(series.source, 0);
        for (const category of CATEGORIES) {
          for (const quote of board()?.quotes(category, () => true) ?? []) {
            const source = board()?.find(quote.s)?.series.source;
            if (quote.stale && source) stale.set(source, (stale.get(source) ?? 0) + 1);
          }
        }
        return [...stale].map(([source, value]) => ({ labels: { source }, value }));
      },
    },
  ];
}
