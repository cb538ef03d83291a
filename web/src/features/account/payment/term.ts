import { DAY_MS } from '@rasat/engine';

/** How much of a time has passed: 0 before it began, 1 when it is over. */
export function passedShare(startMs: number, endMs: number, nowMs: number): number {
  if (endMs <= startMs) return 1;
  return Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
}

/** The days that are left of a time, the last one counted until it is over; 0 when it is. */
export function daysLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / DAY_MS));
}
