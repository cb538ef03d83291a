import { DAY_MS } from '@rasat/engine';

/** Returns the share of a term that has passed: 0 before it, 1 after it. */
export function passedShare(startMs: number, endMs: number, nowMs: number): number {
  if (endMs <= startMs) return 1;
  return Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
}

/** Returns the remaining days of a term, rounded up; 0 after its end. */
export function daysLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / DAY_MS));
}
