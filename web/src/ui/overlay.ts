import { useSyncExternalStore } from 'react';

/** Overlay on a page: the command palette, the list of shortcuts, the tour, an offer of the subscription, or none. */
export type Overlay = 'palette' | 'help' | 'tour' | 'favorites' | 'drawings' | null;

let shown: Overlay = null;
const listeners = new Set<() => void>();

/** Shows an overlay instead of the current one; null closes it. */
export function showOverlay(overlay: Overlay): void {
  if (overlay === shown) return;
  shown = overlay;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the overlay on the screen. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}

/**
 * Returns whether a menu or a dialog covers the page and handles keys. A notice has the role dialog too, but covers
 * nothing.
 */
export function isCovered(): boolean {
  return (
    document.querySelector('[role="menu"], [role="dialog"]:not([aria-modal="false"])') !== null
  );
}
