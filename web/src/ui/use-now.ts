import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let nowMs = 0;
let aheadMs = 0;

/** A smaller difference of the clocks may be only the latency of an answer. */
const UNSURE_MS = 2000;

/**
 * Computes how far the server's clock is ahead of this machine's, from an answer and the moment at which it was read.
 */
export function learnServerTime(serverTimeMs: number, readAtMs: number): void {
  const difference = serverTimeMs - readAtMs;
  aheadMs = Math.abs(difference) < UNSURE_MS ? 0 : difference;
  for (const listener of listeners) listener();
}

/** Converts a time of this machine's clock to the server's clock. */
export function toServerMs(timeMs: number): number {
  return timeMs + aheadMs;
}

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

const floor = (timeMs: number, stepMs: number) => Math.floor(timeMs / stepMs) * stepMs;

/**
 * Returns the time by this machine's clock, in whole steps (default: a second). The component is rendered again only
 * when a step ends. One timer serves all components. 0 while pages are prerendered.
 */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(
    subscribe,
    () => floor(nowMs || Date.now(), stepMs),
    () => 0,
  );
}

/**
 * Returns a value that follows the server's clock, in whole seconds; the component is rendered again only when the value
 * changes. `pick` returns a string, number, boolean or null.
 */
export function useOfServerNow<T extends string | number | boolean | null>(
  pick: (nowMs: number) => T,
): T {
  return useSyncExternalStore(
    subscribe,
    () => pick(floor((nowMs || Date.now()) + aheadMs, 1000)),
    () => pick(0),
  );
}

/** Returns the time by the server's clock, in whole steps. Ages then do not depend on the visitor's clock. */
export function useServerNow(stepMs = 1000): number {
  return useSyncExternalStore(
    subscribe,
    () => floor((nowMs || Date.now()) + aheadMs, stepMs),
    () => 0,
  );
}
