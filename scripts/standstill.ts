// Virtual machines are stopped now and then, for minutes at times, with everything on them. Programs inside notice it only by
// a timer that comes much too late.

/** A time in which the whole machine stood still; `endMs` by `performance.now()`. */
export interface Standstill {
  readonly endMs: number;
  readonly lastedMs: number;
}

const standstills: Standstill[] = [];

/**
 * Begins to watch for standstills of the whole machine, with a timer every `beatMs`; the watch does not keep the process
 * from ending. A process that only waits is never 10 s late because others are busy; `leastMs` is how late it must be.
 */
export function watchStandstills(beatMs = 1000, leastMs = 10_000): void {
  let lastMs = performance.now();
  setInterval(() => {
    const endMs = performance.now();
    const lastedMs = endMs - lastMs - beatMs;
    lastMs = endMs;
    if (lastedMs >= leastMs) standstills.push({ endMs, lastedMs });
  }, beatMs).unref();
}

/** The standstills that ended since a moment of `performance.now()`. */
export function standstillsSince(momentMs: number): Standstill[] {
  return standstills.filter(({ endMs }) => endMs >= momentMs);
}
