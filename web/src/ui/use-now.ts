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

const read = () => Math.floor((nowMs || Date.now()) / 1000) * 1000;

/** The time by the page's clock, whole seconds; one timer for everybody who asks. 0 where pages are built. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, () => 0);
}
