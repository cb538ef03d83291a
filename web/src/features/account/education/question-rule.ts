import { DAY_MS, LIMITS } from '@rasat/contract';

/**
 * Returns the days until the next question is allowed, rounded up; 0 when it is allowed now. `nextMs` is null without a
 * question. The result never exceeds the full wait, even with a wrong clock.
 */
export function daysUntilQuestion(nextMs: number | null, nowMs: number): number {
  if (nextMs === null) return 0;
  return Math.min(LIMITS.questionDays, Math.max(0, Math.ceil((nextMs - nowMs) / DAY_MS)));
}
