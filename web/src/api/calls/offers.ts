import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/client.ts';

/** What is sold, at which price. */
export type Offers = Reply<typeof ROUTES.offers>;
/** A product with its price. */
export type Offer = Offers['products'][number];

/** What is sold, at which price, by whom it is paid, and which texts are agreed to. */
export const offersQuery = () =>
  queryOptions({
    queryKey: ['payment', 'offers'],
    queryFn: ({ signal }) => call('offers', { query: {}, signal }),
    staleTime: 60_000,
  });
