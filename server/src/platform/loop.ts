import type { Clock } from './clock.ts';

/** Something that is looked after again and again until it is stopped. */
export interface Loop {
  /** Looks at once, and once more when it is just looking. */
  wake(this: void): void;
  /** No look begins any more; resolves when the running one is through, or after `limitMs` on the wall clock. */
  stop(limitMs?: number): Promise<void>;
}

/** How long after a stop is asked a look may end what it has begun, on the wall clock. */
const FINISH_MS = 2000;

/**
 * Calls `look` again and again, never twice at a time. It answers in how many milliseconds of the clock there will be
 * something to do, 0 for at once; `onError` answers the same after a look that failed. The first signal says that a stop
 * is asked; the second, two seconds later, that what would be done twice if it were broken off has to be broken off.
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
