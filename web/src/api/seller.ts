import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** Who sells. It hardly changes: it is read once a visit. */
export const sellerQuery = () =>
  queryOptions({
    queryKey: ['seller'],
    queryFn: ({ signal }) => call('seller', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
