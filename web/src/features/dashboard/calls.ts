import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** How often each category was opened this week. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: ['signals', 'views'],
    queryFn: ({ signal }) => call('portfolioViews', { signal }),
    staleTime: 60_000,
  });
