const DAY_MS = 86_400_000;

/** Days until the next question may be asked, rounded up; 0 when it may be asked now. `nextMs` is null without a question. */
export function daysUntilQuestion(nextMs: number | null, nowMs: number): number {
  return nextMs === null ? 0 : Math.max(0, Math.ceil((nextMs - nowMs) / DAY_MS));
}
