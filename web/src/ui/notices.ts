import { useSyncExternalStore } from 'react';
import type { IconName } from './icons.tsx';

/** A short message at the lower right (above the tab bar on a phone). Errors stay until they are closed. */
export interface Notice {
  readonly title: string;
  readonly text?: string;
  readonly icon?: IconName;
  readonly tone?: 'brass' | 'up' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
}

let waiting: readonly Notice[] = [];
let used = false;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows a notice for five seconds, longer under the pointer or with focus. The first notice loads the code that draws
 * them.
 */
export function notify(notice: Notice): void {
  waiting = [...waiting, notice];
  used = true;
  notifyListeners();
}

/** Returns the waiting notices and empties the queue. */
export function takeNotices(): readonly Notice[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** Calls back when a notice waits. Returns the unsubscribe function. */
export function onNotice(listener: () => void): () => void {
  return subscribe(listener);
}

/** Returns whether there was ever a notice, so that the code that draws them is needed. */
export function useNoticesUsed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => used,
    () => false,
  );
}
