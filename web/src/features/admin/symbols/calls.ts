import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** A listed symbol of the back office. */
export type AdminSymbol = Reply<typeof ROUTES.adminSymbols>['symbols'][number];
/** Symbols, further offers of the sources, and the sources. */
export type AdminSymbols = Reply<typeof ROUTES.adminSymbols>;

/** Returns the query of symbols, offers and sources. */
export const adminSymbolsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'symbols'],
    queryFn: ({ signal }) => call('adminSymbols', { query: {}, signal }),
    staleTime: 0,
  });
