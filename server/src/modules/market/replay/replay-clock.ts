import { type Clock, createClock } from '../../../platform/clock.ts';

/** The clock of a replay: it runs `speed` times as fast as a real one, and waits where what it shows is not played. */
export interface ReplayClock extends Clock {
  /** Lets the time that has passed since the last call pass here, too, as far as `limitMs`; returns the present. */
  runTo(limitMs: number): number;
  /** How many times as fast as a real clock it has run on the whole; 0 before it runs. */
  reached(): number;
}

/** Makes a clock that stands at `startMs` until it is let run for the first time. */
export function createReplayClock(startMs: number, speed: number): ReplayClock {
  const realMs = (): number => performance.timeOrigin + performance.now();
  const paced = createClock({ kind: 'accelerated', startMs, realStartMs: realMs(), speed });
  let nowMs = startMs;
  let began: number | null = null;
  let lastMs = 0;
  return {
    ...paced,
    now: () => Math.floor(nowMs),
    // It waits now and then, and never jumps.
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
