import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** How often to look while the markets are being filled, and afterwards. */
const FILLING_MS = 2000;
const WATCH_MS = 5 * 60_000;

/** How the server is, and how much of the first filling of its markets is done. */
export const healthQuery = () =>
  queryOptions({
    queryKey: ['platform', 'health'],
    queryFn: ({ signal }) => call('health', { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.filled >= 1 ? WATCH_MS : FILLING_MS),
    retry: false,
  });
