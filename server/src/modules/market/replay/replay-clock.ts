import { type Clock, createClock } from '../../../platform/clock.ts';

/**
 * Clock of a replay: it runs `speed` times as fast as a real clock, and pauses until the due bars are played and
 * stored.
 */
export interface ReplayClock extends Clock {
  /** Advances the clock by the time since the last call, at most to `limitMs`, and returns the present. */
  runTo(limitMs: number): number;
  /** Returns the average speed compared with a real clock; 0 before the clock runs. */
  reached(): number;
}

/** Creates a clock that stays at `startMs` until the first `runTo`. */
export function createReplayClock(startMs: number, speed: number): ReplayClock {
  const realMs = (): number => performance.timeOrigin + performance.now();
  const paced = createClock({ kind: 'accelerated', startMs, realStartMs: realMs(), speed });
  let nowMs = startMs;
  let began: number | null = null;
  let lastMs = 0;
  return {
    ...paced,
    now: () => Math.floor(nowMs),
    // The clock may pause but never jumps, so it also serves as the steady clock.
    steady: () => nowMs,
    runTo(limitMs) {
      const real = realMs();
      if (began === null) began = real;
      else nowMs = Math.max(nowMs, Math.min(nowMs + (real - lastMs) * speed, limitMs));
      lastMs = real;
      return Math.floor(nowMs);
    },
    reached: () => (began === null || lastMs === began ? 0 : (nowMs - startMs) / (lastMs - began)),
  };
}
