import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** How sources and parts are. */
export type Feeds = Reply<typeof ROUTES.adminFeeds>;

const FEEDS_MS = 10_000;

/** The feeds, read again every ten seconds while they are looked at. */
export const feedsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'feeds'],
    queryFn: ({ signal }) => call('adminFeeds', { query: {}, signal }),
    staleTime: 0,
    refetchInterval: FEEDS_MS,
  });
