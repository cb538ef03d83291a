import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let nowMs = 0;

function beat(): void {
  nowMs = Date.now();
  timer = setTimeout(beat, 1000 - (nowMs % 1000));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) beat();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearTimeout(timer);
    timer = null;
  };
}

/**
 * The time by the page's clock, in whole steps (a second unless told): whoever asks is painted again when a step is
 * over, not before. One timer for everybody. 0 where pages are built.
 */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor((nowMs || Date.now()) / stepMs) * stepMs,
    () => 0,
  );
}
