import type { Category } from '@rasat/contract';
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { shareVersioned } from '../client/versioned.ts';
import { liveSocket, onListsChanged } from '../live/live.ts';

/** How often a list is read again while nothing says when it changes. */
const POLL_MS = 60_000;
/** How often while the live connection says so. */
const HEARD_MS = 5 * 60_000;
/** A list that changed is read again this long after the word, spread over as much time as below. */
const SETTLE_MS = 1000;
const SPREAD_MS = 4000;

/**
 * What the queries of a category's lists have in common. A list is read again once a minute; every five minutes when it
 * was read since the page hears of the category's changes.
 */
export const listOptions = (category: Category) => ({
  meta: { category },
  structuralSharing: shareVersioned,
  refetchInterval: ({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number => {
    const sinceMs = liveSocket.heardSinceMs({ kind: 'ticks', category });
    return sinceMs !== null && state.dataUpdatedAt > sinceMs ? HEARD_MS : POLL_MS;
  },
});

/**
 * Reads lists again when the live connection says that they changed: not all pages at the same moment, and a page not
 * for every word of a burst. A hidden page reads them when it is looked at. Returns how to stop.
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
  const stopWords = onListsChanged((category) => {
    if (due.has(category)) return;
    const waitMs = SETTLE_MS + Math.random() * SPREAD_MS;
    due.set(
      category,
      setTimeout(() => readAgain(category), waitMs),
    );
  });
  const stopState = liveSocket.subscribe(() => {
    const lists = client.getQueryCache().findAll({ type: 'active', predicate: isList });
    // An observer asks for its interval only when its query or its options change.
    for (const { observers } of lists) {
      for (const observer of observers) observer.setOptions(observer.options);
    }
  });
  return () => {
    stopWords();
    stopState();
    for (const timer of due.values()) clearTimeout(timer);
  };
}

function isList({ meta }: Query): boolean {
  return meta?.['category'] !== undefined;
}
