import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@rasat/contract';
import type { Page } from 'playwright-core';
import type { Role } from '../site.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 250;
/** More calls than the tabs of a role make when they open pages at the same moment. */
const RESERVE = 150;

/** Times of the calls of the last minute, of all tabs of a role. */
const made = new Map<Role | null, number[]>();

/**
 * Counts the calls of a tab. The returned function waits until its role may open another page: the crawl is faster than
 * a person and would pass the limit of calls a minute.
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
