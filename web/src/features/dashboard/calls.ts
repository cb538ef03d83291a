import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** Query of the number of views of each category this week. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: ['signals', 'views'],
    queryFn: ({ signal }) => call('portfolioViews', { signal }),
    staleTime: 60_000,
  });
