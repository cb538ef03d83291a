import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../client/client.ts';
import { ApiError } from '../client/error.ts';

/** How the server is. */
export type Health = Reply<typeof ROUTES.health>;

/** How often to look while the markets are being filled, and afterwards. */
const FILLING_MS = 2000;
const WATCH_MS = 5 * 60_000;
/** How often what stands on the screen is read again meanwhile. */
const REFRESH_MS = 10_000;
/** With this status a server that is not ready says how far it is. */
const NOT_READY = 503;

/** Asks how the server is; a server that is not ready answers, too. Throws `ApiError`. */
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
    // Something between us and the server answered in its place.
    throw new ApiError('unavailable-503', NOT_READY);
  }
  return { ready, behind, filled, busy, serverTime };
}

/** How the server is, and how much of the first filling of its markets is done. */
export const healthQuery = () =>
  queryOptions({
    queryKey: ['platform', 'health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: ({ state }) => (state.data?.behind === false ? WATCH_MS : FILLING_MS),
    retry: false,
  });

/** How much of the first filling is done, 0 to 1; null when it is over or unknown. */
export function useFilling(): number | null {
  const { data } = useQuery(healthQuery());
  return data && data.filled < 1 ? Math.max(0, data.filled) : null;
}

/** Reads again what stands on the screen while a fresh server fills its markets, and once more when it is done. */
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
