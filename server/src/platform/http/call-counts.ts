import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Clock } from '../clock.ts';

/** Callers whose counts one limit keeps; the caller whose last call is the oldest is dropped first. */
const MOST_CALLERS = 5000;

interface Count {
  calls: number;
  readonly beganMs: number;
}

/** Counts the calls of each caller for the rate limits, in windows of the server's own clock. */
export function callCounts(clock: Pick<Clock, 'now'>): FastifyRateLimitStoreCtor {
  return class CallCounts implements FastifyRateLimitStore {
    readonly #counts = new Map<string, Count>();

    incr(...[caller, done, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      const nowMs = clock.now();
      const known = this.#counts.get(caller);
      const isOver = known === undefined || nowMs - known.beganMs >= windowMs;
      const count = isOver ? { calls: 0, beganMs: nowMs } : known;
      count.calls += 1;
      // A Map keeps the order of insertion.
      this.#counts.delete(caller);
      this.#counts.set(caller, count);
      if (this.#counts.size > MOST_CALLERS) {
        for (const oldest of this.#counts.keys()) {
          this.#counts.delete(oldest);
          break;
        }
      }
      done(null, { current: count.calls, ttl: count.beganMs + windowMs - nowMs });
    }

    child(): FastifyRateLimitStore {
      return new CallCounts();
    }
  };
}
