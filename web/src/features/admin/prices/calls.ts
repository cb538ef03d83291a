import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** A product's price now and later. */
export type PricedProduct = Reply<typeof ROUTES.adminPrices>['products'][number];
/** A price that was set. */
export type PriceChange = Reply<typeof ROUTES.adminPrices>['changes'][number];

/** Returns the paged query of prices and of their changes, newest first. */
export const pricesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'prices'],
    queryFn: ({ signal, pageParam }) =>
      call('adminPrices', { query: { ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
