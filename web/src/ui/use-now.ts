import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let nowMs = 0;
let aheadMs = 0;

/** A difference of clocks that may be nothing but the way of an answer. */
const UNSURE_MS = 2000;

/** Learns how far the server's clock is ahead of this machine's, from an answer and the moment at which it was read. */
export function learnServerTime(serverTimeMs: number, readAtMs: number): void {
  const difference = serverTimeMs - readAtMs;
  aheadMs = Math.abs(difference) < UNSURE_MS ? 0 : difference;
  for (const listener of listeners) listener();
}

/** A moment by this machine's clock as the server's clock has it. */
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
 * The time by this machine's clock, in whole steps (default: a second): the component is rendered again when a step is
 * over, not before. One timer for everybody. 0 where pages are built.
 */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(
    subscribe,
    () => floor(nowMs || Date.now(), stepMs),
    () => 0,
  );
}

/** The same by the server's clock: what is new, and how old a thing is, does not hang on a visitor's machine. */
export function useServerNow(stepMs = 1000): number {
  return useSyncExternalStore(
    subscribe,
    () => floor((nowMs || Date.now()) + aheadMs, stepMs),
    () => 0,
  );
}
