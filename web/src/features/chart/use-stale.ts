import { isStale } from '@rasat/contract';
import { useMemo } from 'react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { livePrice, useSilentSources } from '../../api/live/live.ts';
import { toServerMs, useOfServerNow } from '../../ui/use-now.ts';

/**
 * Returns whether the last price of the chart is older than its source allows, or its source is silent. Without a tick,
 * time counts from the opening of the chart.
 */
export function useStale(entry: SymbolEntry): boolean {
  const { symbol, source } = entry;
  const silent = useSilentSources().some((one) => one.source === source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another symbol is another chart.
  const openedMs = useMemo(() => toServerMs(Date.now()), [symbol]);
  const old = useOfServerNow((nowMs) =>
    isStale(entry, livePrice(symbol).get()?.timeMs ?? openedMs, nowMs),
  );
  return silent || old;
}
