import { useSyncExternalStore } from 'react';

/** What may lie over a page: the command palette, the list of shortcuts, the tour, what a subscription adds, or nothing. */
export type Overlay = 'palette' | 'help' | 'tour' | 'favorites' | 'drawings' | null;

let shown: Overlay = null;
const listeners = new Set<() => void>();

/** Shows an overlay in place of the current one; null closes it. */
export function showOverlay(overlay: Overlay): void {
  if (overlay === shown) return;
  shown = overlay;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The overlay on the screen. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}

/** Whether a menu or a window lies over the page, with keys of its own. A notice is a dialog, too, but covers nothing. */
export function isCovered(): boolean {
  return (
    document.querySelector('[role="menu"], [role="dialog"]:not([aria-modal="false"])') !== null
  );
}
