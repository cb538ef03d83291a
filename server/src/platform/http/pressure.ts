/** Watches the delay of this thread. */
export interface Pressure {
  /**
   * Returns the delay of the thread in milliseconds while it is above the limit and for a moment afterwards; else 0.
   */
  lateMs(this: void): number;
  stop(this: void): void;
}

const LOOK_MS = 100;
/** Time without a delay after which the thread counts as recovered. */
const CALM_MS = 500;

/** Starts the watch. The thread is late when a timer fires more than `limitMs` after its time. */
export function watchPressure(limitMs: number): Pressure {
  let dueMs = performance.now() + LOOK_MS;
  let worstMs = 0;
  let calmFromMs = Number.NEGATIVE_INFINITY;

  const look = (): void => {
    const nowMs = performance.now();
    const lateMs = nowMs - dueMs;
    if (lateMs > limitMs) {
      worstMs = nowMs < calmFromMs ? Math.max(worstMs, lateMs) : lateMs;
      calmFromMs = nowMs + CALM_MS;
    }
  };
  const timer = setInterval(() => {
    look();
    dueMs = performance.now() + LOOK_MS;
  }, LOOK_MS);
  timer.unref();

  return {
    lateMs() {
      // A call that waited during a stall may run before the timer does.
      look();
      return performance.now() < calmFromMs ? worstMs : 0;
    },
    stop: () => clearInterval(timer),
  };
}
