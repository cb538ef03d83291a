import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../client/client.ts';
import { ApiError } from '../client/error.ts';

/** Health report of the server. */
export type Health = Reply<typeof ROUTES.health>;

/** Polling intervals while the markets fill, and afterwards. */
const FILLING_MS = 2000;
const WATCH_MS = 5 * 60_000;
/** Interval of reading the shown data again while the markets fill. */
const REFRESH_MS = 10_000;
/** Status with which a server that is not ready reports its progress. */
const NOT_READY = 503;

/** Reads the health report, also that of a server that is not ready. Throws `ApiError`. */
export async function readHealth(signal: AbortSignal): Promise<Health> {
  const health: Partial<Health> = await call('health', { signal, replyStatus: NOT_READY });
  const { ready, behind, filled, busy, serverTime } = health;
  if (
    ready === undefined ||
    behind === undefined ||
    filled === undefined ||
    busy === undefined ||
    serverTime === undefined
  ) {
    // A proxy answered in place of the server.
    throw new ApiError('unavailable-503', NOT_READY);
  }
  return { ready, behind, filled, busy, serverTime };
}

/** Query of the health report. */
export const healthQuery = () =>
  queryOptions({
    queryKey: ['platform', 'health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: ({ state }) => (state.data?.behind === false ? WATCH_MS : FILLING_MS),
    retry: false,
  });

/** Returns the completed share of the first filling, 0 to 1; null when it is over or unknown. */
export function useFilling(): number | null {
  const { data } = useQuery(healthQuery());
  return data && data.filled < 1 ? Math.max(0, data.filled) : null;
}

/** Reads the shown data again while a fresh server fills its markets, and once more when it is done. */
export function useRefreshWhileFilling(): void {
  const client = useQueryClient();
  const { data } = useQuery(healthQuery());
  const behind = data?.behind === true;
  useEffect(() => {
    if (!behind) return;
    const refresh = (): void => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'platform' });
    };
    const timer = setInterval(refresh, REFRESH_MS);
    return () => {
      clearInterval(timer);
      refresh();
    };
  }, [behind, client]);
}
