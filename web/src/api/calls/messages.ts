import type { MessageList, Reply, ROUTES } from '@rasat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../client/client.ts';

/** A message as a list shows it. */
export type MessageEntry = Reply<typeof ROUTES.platformMessages>[number];
const LOOK_MS = 60_000;

/**
 * How many messages are unread; asked every minute and whenever the page comes back into view, never while it is hidden.
 * A failure says nothing: the next look is soon enough.
 */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ['messages', 'unread'],
    queryFn: ({ signal }) => call('unreadMessages', { signal }),
    refetchInterval: LOOK_MS,
    retry: false,
  });

/** How many messages are unread; 0 while that is not known. */
export function useUnread(): number {
  const { data } = useQuery(unreadQuery());
  return data ? data.platform + data.class : 0;
}

/** The messages of a list, the newest first; looked at again every minute. */
export const messagesQuery = (list: MessageList) =>
  queryOptions({
    queryKey: ['messages', list],
    queryFn: ({ signal }) =>
      call(list === 'platform' ? 'platformMessages' : 'classMessages', { signal }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
