import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { ApiError } from './error.ts';
import { isRetryable } from './queries.ts';

/** A mail that was kept instead of sent. */
export type KeptMail = Reply<typeof ROUTES.keptMails>[number];

const LOOK_MS = 3000;

/** The mails that this machine keeps, newest first; asked for again and again while a page shows them. */
export const keptMailsQuery = () =>
  queryOptions({
    queryKey: ['mails', 'kept'],
    queryFn: ({ signal }) => call('keptMails', { signal }),
    // Where none are kept, none will be.
    refetchInterval: ({ state }) => (isAbsent(state.error) ? false : LOOK_MS),
    retry: isRetryable,
  });

/** Whether an error says that no mails are kept here. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found-404';
}
