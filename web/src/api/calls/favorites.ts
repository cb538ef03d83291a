import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../client/client.ts';
import { toApiError } from '../client/error.ts';
import { useSubscribed } from '../session/session.ts';

/** Outcome of a press on a star, for the notice. */
export type FavoriteOutcome =
  | {
      readonly kind: 'added' | 'removed';
      readonly symbol: string;
      readonly undo: () => void;
    }
  | { readonly kind: 'failed'; readonly symbol: string; readonly code: string }
  | { readonly kind: 'needsSubscription' };

/** Names of the favourite symbols, in the order in which they were added. */
export const favoritesQuery = () =>
  queryOptions({
    queryKey: ['account', 'favorites'],
    queryFn: ({ signal }) => call('favorites', { signal }),
    staleTime: 5 * 60_000,
  });

/** Returns the favourites; only subscribers request them. Only the panel that lists them shows a failure. */
export function useFavorites(): UseQueryResult<string[]> {
  return useQuery({ ...favoritesQuery(), enabled: useSubscribed() });
}

/** Returns the list without the symbol when it contains it, else with it at the end. */
export function flipFavorite(list: readonly string[], symbol: string): string[] {
  return list.includes(symbol) ? list.filter((one) => one !== symbol) : [...list, symbol];
}

/** Number of changes in flight: a list read meanwhile may lack them. */
const pending = new WeakMap<QueryClient, number>();

/**
 * Changes the list at once and posts the change; a refused change is undone. Never throws: `onOutcome` receives the
 * outcome.
 */
export async function toggleFavorite(
  client: QueryClient,
  symbol: string,
  onOutcome: (outcome: FavoriteOutcome) => void,
): Promise<void> {
  const { queryKey } = favoritesQuery();
  const flip = (): void => {
    client.setQueryData(queryKey, (list) => list && flipFavorite(list, symbol));
  };
  pending.set(client, (pending.get(client) ?? 0) + 1);
  try {
    const before = await client.ensureQueryData(favoritesQuery());
    await client.cancelQueries({ queryKey });
    flip();
    try {
      await call('toggleFavorite', { body: { symbol } });
    } catch (error) {
      flip();
      throw error;
    }
    const kind = before.includes(symbol) ? 'removed' : 'added';
    onOutcome({ kind, symbol, undo: () => void toggleFavorite(client, symbol, onOutcome) });
  } catch (error) {
    onOutcome({ kind: 'failed', symbol, code: toApiError(error).code });
  } finally {
    const left = (pending.get(client) ?? 1) - 1;
    pending.set(client, left);
    if (left === 0) void client.invalidateQueries({ queryKey });
  }
}

/** Returns a function that adds or removes a favourite and reports the outcome, also a missing subscription. */
export function useToggleFavorite(
  onOutcome: (outcome: FavoriteOutcome) => void,
): (symbol: string) => void {
  const client = useQueryClient();
  const subscribed = useSubscribed();
  return useCallback(
    (symbol) => {
      if (subscribed) void toggleFavorite(client, symbol, onOutcome);
      else onOutcome({ kind: 'needsSubscription' });
    },
    [client, subscribed, onOutcome],
  );
}

/** Returns whether a symbol is a favourite; false until that is known. */
export function useIsFavorite(symbol: string): boolean {
  return useFavorites().data?.includes(symbol) ?? false;
}
