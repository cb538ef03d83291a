import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './error.ts';

const MAX_TRIES = 2;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Whether a retry can help: after no answer, or one of a busy or broken server; never after a refused request. */
export function isRetryable(failures: number, error: unknown): boolean {
  if (failures >= MAX_TRIES) return false;
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status >= 500 || error.code === 'rate-429';
}

/** Delay before a retry: the server's, else half a second doubled each time; 30 s at most. */
export function retryDelayMs(attempt: number, error: unknown): number {
  const serverSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return Math.min(
    serverSeconds === null ? FIRST_DELAY_MS * 2 ** attempt : serverSeconds * 1000,
    MAX_DELAY_MS,
  );
}

/** Creates the cache of server state. Old data stay on the screen while new ones are read. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        gcTime: 10 * 60_000,
        retry: isRetryable,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: true,
        // Without a network a call fails and shows it, instead of waiting silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A change is sent at once or fails; it is not queued until the network is back.
      mutations: { networkMode: 'always' },
    },
  });
}
