import type { Category, Reply, Resolution, ROUTES } from '@rasat/contract';
import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { call } from '../client/client.ts';
import { callVersioned } from '../client/versioned.ts';
import { listOptions } from './lists.ts';

/** An entry of the symbol list. */
export type SymbolEntry = Reply<typeof ROUTES.symbols>[number];
/** Last price, day figures and thirty closes of a symbol. */
export type Quote = Reply<typeof ROUTES.quotes>['quotes'][number];
/** A bar on the wire. */
export type WireBar = Reply<typeof ROUTES.historical>[number];

/** All symbols. The list rarely changes: it stays fresh for ten minutes. */
export const symbolsQuery = () =>
  queryOptions({
    queryKey: ['market', 'symbols'],
    queryFn: ({ signal }) => call('symbols', { signal }),
    staleTime: 10 * 60_000,
  });

/** Quotes of a category. Ticks update the prices; closes and day figures are polled as lists are. */
export const quotesQuery = (type: Category) =>
  queryOptions({
    queryKey: ['market', 'quotes', type],
    queryFn: (context) => callVersioned('quotes', { params: { type } }, context),
    ...listOptions(type),
  });

/** Returns the quotes of categories by symbol, without categories that are not loaded yet. */
export function useQuotes(types: readonly Category[]): ReadonlyMap<string, Quote> {
  return useQueries({ queries: types.map((type) => quotesQuery(type)), combine: bySymbol });
}

function bySymbol(
  results: readonly UseQueryResult<Reply<typeof ROUTES.quotes>>[],
): ReadonlyMap<string, Quote> {
  return new Map(
    results.flatMap(({ data }) => data?.quotes ?? []).map((quote) => [quote.s, quote]),
  );
}

/** Bars of a symbol, oldest first; `toMs` (exclusive) and `limit` page back in time. */
export const historyQuery = (
  symbol: string,
  resolution: Resolution,
  page: { toMs?: number; limit?: number } = {},
) =>
  queryOptions({
    queryKey: ['market', 'history', symbol, resolution, page],
    queryFn: ({ signal }) =>
      call('historical', {
        params: { key: `${symbol}-${resolution}` },
        query: {
          ...(page.toMs === undefined ? {} : { to: String(page.toMs) }),
          ...(page.limit === undefined ? {} : { limit: String(page.limit) }),
        },
        signal,
      }),
  });
