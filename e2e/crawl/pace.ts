import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@rasat/contract';
import type { Page } from 'playwright-core';
import type { Role } from '../site.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 250;
/** More than the tabs of a role ask for by the pages that they open at once. */
const RESERVE = 150;

/** When each role made its calls of the last minute, whichever tab it was in. */
const made = new Map<Role | null, number[]>();

/**
 * Counts the calls of a tab, and answers how to wait until its role may open another page: nobody turns pages as fast as
 * this, and what a page says of too many calls a minute is not what is looked at.
 */
export function limitPace(page: Page, role: Role | null): () => Promise<void> {
  const recent = (): number[] => {
    const since = performance.now() - MINUTE_MS;
    const calls = (made.get(role) ?? []).filter((at) => at > since);
    made.set(role, calls);
    return calls;
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) recent().push(performance.now());
  });
  return async () => {
    while (recent().length > LIMITS.dataCallsPerMinute - RESERVE) await pause(LOOK_MS);
  };
}
