import { type Reply, type ROUTES, WATCHING } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** Numbers of the side bar and of the list of people. */
export type AdminSummary = Reply<typeof ROUTES.adminSummary>;

const LOOK_MS = 60_000;

/**
 * The numbers, read again each minute while the page is looked at; asking by itself keeps nobody signed in.
 */
export const summaryQuery = () =>
  queryOptions({
    queryKey: ['admin', 'summary'],
    queryFn: ({ signal }) => call('adminSummary', { signal, headers: WATCHING }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });

/** The begin of the keys of everything about people: it is read again when a right, a session or an order changed. */
export const PEOPLE_KEY = ['admin', 'people'] as const;
