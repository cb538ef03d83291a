import type { Clock } from './clock.ts';

/** A repeated check that runs until it is stopped. */
export interface Loop {
  /** Runs the check at once, or once more when it is running. */
  wake(this: void): void;
  /** Starts no further check; resolves when the running one has ended, or after `limitMs` on the wall clock. */
  stop(limitMs?: number): Promise<void>;
}

/** Time after a stop in which the running check may finish, on the wall clock. */
const FINISH_MS = 2000;

/**
 * Calls `look` repeatedly, never twice at a time. It returns the milliseconds of the clock until the next call, 0 for
 * at once; `onError` returns the same after a failed call. The first signal aborts when a stop is requested. The second
 * aborts two seconds later: even work that would then have to be repeated must be broken off.
 */
export function startLoop(
  clock: Clock,
  look: (stopping: AbortSignal, cut: AbortSignal) => Promise<number>,
  onError: (error: unknown) => number,
): Loop {
  const stopping = new AbortController();
  const cut = new AbortController();
  let awake = false;
  let endRest = (): void => {};

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      awake = false;
      const restMs = await look(stopping.signal, cut.signal).catch(onError);
      if (awake || restMs <= 0 || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = clock.setTimeout(resolve, restMs);
        endRest = () => {
          timer.cancel();
          resolve();
        };
      });
    }
  };
  const running = run();

  const wake = (): void => {
    awake = true;
    endRest();
  };
  return {
    wake,
    async stop(limitMs) {
      stopping.abort();
      wake();
      const finish = setTimeout(() => cut.abort(), FINISH_MS);
      const limit = new Promise<void>((resolve) => {
        if (limitMs !== undefined) setTimeout(resolve, limitMs).unref();
      });
      await Promise.race([running, limit]);
      clearTimeout(finish);
    },
  };
}
