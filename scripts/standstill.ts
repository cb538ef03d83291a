// Virtual machines are stopped now and then, for minutes at times, with everything on them. Programs inside notice it only by
// a timer that comes much too late.

const BEAT_MS = 1000;
/** A process that only waits is never this late because others are busy. */
const LEAST_MS = 10_000;

const standstills: { readonly endMs: number; readonly lastedMs: number }[] = [];
let beatMs = performance.now();

/** Begins to watch for standstills of the whole machine; the watch does not keep the process from ending. */
export function watchStandstills(): void {
  beatMs = performance.now();
  setInterval(() => {
    const nowMs = performance.now();
    const lastedMs = nowMs - beatMs - BEAT_MS;
    beatMs = nowMs;
    if (lastedMs >= LEAST_MS) standstills.push({ endMs: nowMs, lastedMs });
  }, BEAT_MS).unref();
}

/** For how long the machine stood still since a moment of `performance.now()`, in milliseconds; 0 when it did not. */
export function standstillsSince(momentMs: number): number {
  return standstills
    .filter(({ endMs }) => endMs >= momentMs)
    .reduce((sum, { lastedMs }) => sum + lastedMs, 0);
}
