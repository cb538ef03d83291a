import { LIMITS } from '@rasat/contract';
import type { Bar, Resolution } from '@rasat/engine';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { WireBar } from '../../api/calls/market.ts';
import { call } from '../../api/client/client.ts';
import { useLiveState } from '../../api/live/live.ts';

const toBar = ({ d, o, h, l, c, v }: WireBar): Bar => ({
  openTimeMs: d,
  open: o,
  high: h,
  low: l,
  close: c,
  volume: v,
});

/** Bars of a chart: the newest page, then older pages as the reader scrolls back. */
export interface ChartBars {
  /** Ascending, the forming bar last; null until the first page is loaded. */
  readonly bars: readonly Bar[] | null;
  readonly error: unknown;
  readonly busy: boolean;
  /** Whether the server has bars before the oldest known one. */
  readonly hasOlder: boolean;
  readonly needOlder: () => void;
  readonly retry: () => void;
}

/**
 * Returns the bars of a symbol: 1,500, then a page of the same size when the reader comes near the oldest bar. Reads
 * them again after a reconnection of the live socket. The bars of an unchanged page stay the same objects.
 */
export function useBars(symbol: string, resolution: Resolution): ChartBars {
  const query = useInfiniteQuery({
    queryKey: ['market', 'pages', symbol, resolution],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      call('historical', {
        params: { key: `${symbol}-${resolution}` },
        query: {
          limit: String(LIMITS.historyDefault),
          ...(pageParam === null ? {} : { to: String(pageParam) }),
        },
        signal,
      }),
    getNextPageParam: (page) => (page.length < LIMITS.historyDefault ? undefined : page[0]?.d),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const made = useRef(new WeakMap<readonly WireBar[], readonly Bar[]>());
  const pages = query.data?.pages;
  const bars = useMemo(() => {
    if (!pages) return null;
    const barsOf = (page: readonly WireBar[]): readonly Bar[] => {
      const known = made.current.get(page);
      if (known) return known;
      const bars = page.map(toBar);
      made.current.set(page, bars);
      return bars;
    };
    return pages.toReversed().flatMap(barsOf);
  }, [pages]);

  const { hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const needOlder = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  const { phase } = useLiveState();
  const lost = useRef(false);
  useEffect(() => {
    if (phase === 'reconnecting') lost.current = true;
    if (phase !== 'connected' || !lost.current) return;
    lost.current = false;
    void refetch();
  }, [phase, refetch]);

  return {
    bars,
    error: query.error,
    busy: isFetching,
    hasOlder: hasNextPage,
    needOlder,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}
