import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';
import { ApiError } from '../../api/client/error.ts';

/**
 * Query of the address at which the mails of a machine without a mail server are read. `isAbsent` recognises the error
 * of a machine that keeps none.
 */
export const keptMailsQuery = () =>
  queryOptions({
    queryKey: ['mails', 'kept'],
    queryFn: ({ signal }) => call('keptMails', { signal }),
  });

/** Whether an error means that this machine keeps no mails. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found-404';
}
