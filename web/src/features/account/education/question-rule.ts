import { DAY_MS, LIMITS } from '@rasat/contract';

/**
 * Days until the next question may be asked, rounded up; 0 when it may be asked now. `nextMs` is null without a question.
 * Never more than the wait itself, however the clocks of server and browser differ.
 */
export function daysUntilQuestion(nextMs: number | null, nowMs: number): number {
  if (nextMs === null) return 0;
  return Math.min(LIMITS.questionDays, Math.max(0, Math.ceil((nextMs - nowMs) / DAY_MS)));
}
