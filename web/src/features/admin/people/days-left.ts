import { DAY_MS } from '@rasat/engine';

const SOON_DAYS = 30;

/**
 * Returns the days left of a subscription that ends within 30 days, a started day counted whole; null when it ends
 * later, never ends, or has ended.
 */
export function findDaysLeft(endMs: number | null, nowMs: number): number | null {
  if (endMs === null || endMs <= nowMs) return null;
  const days = Math.ceil((endMs - nowMs) / DAY_MS);
  return days > SOON_DAYS ? null : days;
}
