import type { Category } from '@rasat/contract';
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { shareVersioned } from '../client/versioned.ts';
import { liveSocket, onListsChanged } from '../live/live.ts';

/** Polling interval of a list without the live connection. */
const POLL_MS = 60_000;
/** Polling interval while the live connection announces changes. */
const ANNOUNCED_POLL_MS = 5 * 60_000;
/** Delay between the announcement of a change and reading the list again; a random part is added. */
const SETTLE_MS = 1000;
const SPREAD_MS = 4000;

/**
 * Options that the queries of a category's lists share. A list is polled once a minute; every five minutes if it was
 * read after the live connection began to announce the category's changes.
 */
export const listOptions = (category: Category) => ({
  meta: { category },
  structuralSharing: shareVersioned,
  refetchInterval: ({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number => {
    const sinceMs = liveSocket.joinedSinceMs({ kind: 'ticks', category });
    return sinceMs !== null && state.dataUpdatedAt > sinceMs ? ANNOUNCED_POLL_MS : POLL_MS;
  },
});

/**
 * Reads lists again when the live connection announces that they changed. The delay is random, so pages do not ask at
 * the same moment, and a burst of announcements causes one read. A hidden page waits until it is visible. Returns the
 * stop function.
 */
export function watchLists(client: QueryClient): () => void {
  const due = new Map<Category, ReturnType<typeof setTimeout>>();
  const readAgain = (category: Category): void => {
    due.delete(category);
    void client.invalidateQueries({
      predicate: ({ meta }) => meta?.['category'] === category,
      refetchType: focusManager.isFocused() ? 'active' : 'none',
    });
  };
  const stopChanges = onListsChanged((category) => {
    if (due.has(category)) return;
    const waitMs = SETTLE_MS + Math.random() * SPREAD_MS;
    due.set(
      category,
      setTimeout(() => readAgain(category), waitMs),
    );
  });
  const stopState = liveSocket.subscribe(() => {
    const lists = client.getQueryCache().findAll({ type: 'active', predicate: isList });
    // An observer evaluates its interval only when its query or its options change.
    for (const { observers } of lists) {
      for (const observer of observers) observer.setOptions(observer.options);
    }
  });
  return () => {
    stopChanges();
    stopState();
    for (const timer of due.values()) clearTimeout(timer);
  };
}

function isList({ meta }: Query): boolean {
  return meta?.['category'] !== undefined;
}
