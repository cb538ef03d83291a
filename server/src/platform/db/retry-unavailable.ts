import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from './pool.ts';

const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2000;

/** Limit and callback of the retries. */
export interface RetryOptions {
  /** Time after which the retries end. Default none. */
  readonly mostMs?: number;
  /** Ends a pause with an `AbortError`. */
  readonly signal?: AbortSignal;
  /** Called with every failure that is followed by a retry. */
  readonly onUnavailable?: (error: unknown) => void;
}

/** Retries for a file that is being sent: "not now" can no longer be answered, and an error would cut the file off. */
export const FILE_RETRY: RetryOptions = { mostMs: 20_000 };

/**
 * Calls `ask` until the database answers: again after 100 ms, then after pauses that grow to 2 s, while it is
 * unavailable (`isDatabaseUnavailable`). Any other error is thrown at once. `ask` must be safe to repeat.
 */
export async function retryUnavailable<T>(
  ask: () => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { mostMs = Number.POSITIVE_INFINITY, signal, onUnavailable } = options;
  const beganMs = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() - beganMs >= mostMs) throw error;
      onUnavailable?.(error);
    }
    // Real time, because a database recovers in real time, not in that of a replay's clock.
    await pause(pauseMs, undefined, signal && { signal });
  }
}
