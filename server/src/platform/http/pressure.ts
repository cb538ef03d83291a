/** Watches whether this thread gets round to its work. */
export interface Pressure {
  /** How late the thread is now, or was a moment ago when it was too late, in milliseconds; 0 when all is well. */
  lateMs(this: void): number;
  stop(this: void): void;
}

const LOOK_MS = 100;
/** For how long a thread that was too late counts as such: until it has kept its times again. */
const CALM_MS = 500;

/** Begins to watch: the thread is too late when something that was due happens more than `limitMs` later. */
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
      // What waited during a stall may come before the timer does.
      look();
      return performance.now() < calmFromMs ? worstMs : 0;
    },
    stop: () => clearInterval(timer),
  };
}
