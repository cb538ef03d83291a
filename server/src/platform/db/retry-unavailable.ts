import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from './pool.ts';

const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2000;

/** For how long the database is asked again, and who hears of it. */
export interface RetryOptions {
  /** Time after which it is not asked again. Default none. */
  readonly mostMs?: number;
  /** Ends a pause with an `AbortError`. */
  readonly signal?: AbortSignal;
  /** Called with every failure after which it is asked again. */
  readonly onUnavailable?: (error: unknown) => void;
}

/** For a file that has begun to be sent: it is too late to answer "not now", and an error would cut it off. */
export const FILE_RETRY: RetryOptions = { mostMs: 20_000 };

/**
 * Asks until the database answers: again after 100 ms, then after pauses that grow to 2 s, while it does not
 * (`isDatabaseUnavailable`). Any other error is thrown at once. What is asked must be safe to be asked twice.
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
    // The wait is for a database, whose time the clock of a replay does not move.
    await pause(pauseMs, undefined, signal && { signal });
  }
}
