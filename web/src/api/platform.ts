import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** How the server is, and how much of the first filling of its markets is done. */
export const healthQuery = () =>
  queryOptions({
    queryKey: ['platform', 'health'],
    queryFn: ({ signal }) => call('health', { signal }),
    refetchInterval: 5000,
    retry: false,
  });
