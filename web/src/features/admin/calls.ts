import { type Reply, type ROUTES, WATCHING } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** Counts of the side bar and of the list of people. */
export type AdminSummary = Reply<typeof ROUTES.adminSummary>;

const LOOK_MS = 60_000;

/**
 * Returns the query of the counts, repeated each minute while the page is visible; it does not extend the session.
 */
export const summaryQuery = () =>
  queryOptions({
    queryKey: ['admin', 'summary'],
    queryFn: ({ signal }) => call('adminSummary', { signal, headers: WATCHING }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });

/** Key prefix of all queries about people; they are invalidated when a right, a session or an order changes. */
export const PEOPLE_KEY = ['admin', 'people'] as const;
