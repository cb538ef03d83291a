import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './error.ts';

const MAX_TRIES = 2;

/** Whether asking again can help: no answer, a busy server, a broken one; never a refused request. */
export function isRetryable(failures: number, error: unknown): boolean {
  if (failures >= MAX_TRIES) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** The cache of server state. Old data stay on the screen while new are fetched. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        gcTime: 10 * 60_000,
        retry: isRetryable,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
        refetchOnWindowFocus: true,
      },
    },
  });
}
