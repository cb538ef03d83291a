import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';
import { ApiError } from '../../api/client/error.ts';

/** Where the mails of a machine without a mail server are read; `isAbsent` says of its error that none are kept. */
export const keptMailsQuery = () =>
  queryOptions({
    queryKey: ['mails', 'kept'],
    queryFn: ({ signal }) => call('keptMails', { signal }),
  });

/** Whether an error says that no mails are kept here. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found-404';
}
