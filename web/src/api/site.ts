import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** What the back office rules of the site: where it is contacted, its videos and stores. Read once a visit. */
export const siteQuery = () =>
  queryOptions({
    queryKey: ['site'],
    queryFn: ({ signal }) => call('site', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
