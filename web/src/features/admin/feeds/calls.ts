import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** State of sources and parts. */
export type Feeds = Reply<typeof ROUTES.adminFeeds>;

const FEEDS_MS = 10_000;

/** Returns the query of the feeds, repeated every ten seconds while the page is visible. */
export const feedsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'feeds'],
    queryFn: ({ signal }) => call('adminFeeds', { query: {}, signal }),
    staleTime: 0,
    refetchInterval: FEEDS_MS,
  });
