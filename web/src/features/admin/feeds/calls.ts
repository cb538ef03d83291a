import { type Reply, type ROUTES, WATCHING } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** State of sources and parts. */
export type Feeds = Reply<typeof ROUTES.adminFeeds>;

const FEEDS_MS = 2000;

/**
 * Returns the query of the feeds, repeated every two seconds while the page is visible; it does not extend the session.
 */
export const feedsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'feeds'],
    queryFn: ({ signal }) => call('adminFeeds', { query: {}, signal, headers: WATCHING }),
    staleTime: 0,
    refetchInterval: FEEDS_MS,
  });
