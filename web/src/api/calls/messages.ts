import type { MessageList, Reply, ROUTES } from '@rasat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../client/client.ts';

/** A message as a list shows it. */
export type MessageEntry = Reply<typeof ROUTES.platformMessages>[number];
const LOOK_MS = 60_000;

/**
 * Number of unread messages; polled every minute and when the page becomes visible, never while it is hidden. A failure
 * is not shown: the next poll follows soon.
 */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ['messages', 'unread'],
    queryFn: ({ signal }) => call('unreadMessages', { signal }),
    refetchInterval: LOOK_MS,
    retry: false,
  });

/** Returns the number of unread messages; 0 until it is known. */
export function useUnread(): number {
  const { data } = useQuery(unreadQuery());
  return data ? data.platform + data.class : 0;
}

/** The messages of a list, newest first; polled every minute. */
export const messagesQuery = (list: MessageList) =>
  queryOptions({
    queryKey: ['messages', list],
    queryFn: ({ signal }) =>
      call(list === 'platform' ? 'platformMessages' : 'classMessages', { signal }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
