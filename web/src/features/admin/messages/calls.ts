import type { Body, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** Messages to all, and how many people each list reaches now. */
export type AdminMessages = Reply<typeof ROUTES.adminMessages>;
/** A message as the back office has it. */
export type AdminMessage = AdminMessages['messages'][number];
/** A message that is to be sent. */
export type NewMessage = Body<typeof ROUTES.adminSendMessage>;

/** Scheduled, sent and cancelled messages, the last to appear first. */
export const adminMessagesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'messages'],
    queryFn: ({ signal }) => call('adminMessages', { query: {}, signal }),
    staleTime: 0,
  });
