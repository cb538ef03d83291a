import { DAY_MS } from '@rasat/engine';

const SOON_DAYS = 30;

/**
 * Finds the days left of a subscription that ends soon, a started day counted whole; null for one that ends later
 * than in 30 days, never, or has ended.
 */
export function findDaysLeft(endMs: number | null, nowMs: number): number | null {
  if (endMs === null || endMs <= nowMs) return null;
  const days = Math.ceil((endMs - nowMs) / DAY_MS);
  return days > SOON_DAYS ? null : days;
}
