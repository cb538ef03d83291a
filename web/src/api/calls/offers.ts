import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/client.ts';

/** The products with their prices. */
export type Offers = Reply<typeof ROUTES.offers>;
/** A product with its price. */
export type Offer = Offers['products'][number];

/** The products with prices, the payment provider, and the texts that the buyer accepts. */
export const offersQuery = () =>
  queryOptions({
    queryKey: ['payment', 'offers'],
    queryFn: ({ signal }) => call('offers', { query: {}, signal }),
    staleTime: 60_000,
  });
