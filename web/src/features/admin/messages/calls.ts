import type { Body, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** Messages to all, and the number of recipients of each list. */
export type AdminMessages = Reply<typeof ROUTES.adminMessages>;
/** A message of the back office. */
export type AdminMessage = AdminMessages['messages'][number];
/** A message to send. */
export type NewMessage = Body<typeof ROUTES.adminSendMessage>;

/** Returns the query of scheduled, sent and cancelled messages, latest first. */
export const adminMessagesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'messages'],
    queryFn: ({ signal }) => call('adminMessages', { query: {}, signal }),
    staleTime: 0,
  });
