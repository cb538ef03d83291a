import { HOUR_MS } from './resolution.ts';

/**
 * Returns true when both instants lie in the same UTC hour of the same UTC day.
 * Rule: docs/analysis.md#newest-hour
 */
export function isSameHourUtc(timeMs: number, nowMs: number): boolean {
  return Math.floor(timeMs / HOUR_MS) === Math.floor(nowMs / HOUR_MS);
}
