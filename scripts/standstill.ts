// A host sometimes stops a virtual machine, for minutes at times. Programs inside can notice this only by a timer that
// fires much too late.

/** Span in which the whole machine stood still; `endMs` by `performance.now()`. */
export interface Standstill {
  readonly endMs: number;
  readonly lastedMs: number;
}

const standstills: Standstill[] = [];

/**
 * Watches for standstills of the whole machine, with a timer every `beatMs` that does not keep the process alive. A
 * delay of `leastMs` counts as a standstill: other processes never delay an idle one by 10 s.
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

/** Returns the standstills that ended since a moment of `performance.now()`. */
export function standstillsSince(momentMs: number): Standstill[] {
  return standstills.filter(({ endMs }) => endMs >= momentMs);
}
