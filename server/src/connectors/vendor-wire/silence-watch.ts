import type { Clock, Timer } from '../../platform/clock.ts';

/** A running watch over a connection. */
export interface SilenceWatch {
  /** Notes that something was received. */
  hear(): void;
  stop(): void;
}

/** Watches a connection and calls `onSilent` once when nothing was received for `limitMs`; the watch is over then. */
export function watchSilence(clock: Clock, limitMs: number, onSilent: () => void): SilenceWatch {
  let heardMs = clock.steady();
  let timer: Timer;
  const wait = (ms: number): void => {
    timer = clock.setTimeout(() => {
      const leftMs = heardMs + limitMs - clock.steady();
      if (leftMs > 0) wait(leftMs);
      else onSilent();
    }, ms);
  };
  wait(limitMs);
  return {
    hear() {
      heardMs = clock.steady();
    },
    stop: () => timer.cancel(),
  };
}
