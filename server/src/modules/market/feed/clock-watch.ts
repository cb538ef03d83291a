import type { Clock } from '../../../platform/clock.ts';

/**
 * Interval of the timer with which a feed detects a pause of the process, in real milliseconds. It detects every pause
 * of fifteen seconds; ticks that arrive in a shorter one wait in the socket.
 */
export const CLOCK_LOOK_MS = 10_000;
/** A longer jump of the wall clock or pause of the process makes a feed start again; real milliseconds. */
const BROKEN_MS = 5000;
/** After a longer pause the feed first reads what the sockets hold; real milliseconds. */
const PAUSE_MS = 1000;

/** Detects steps of the clock that closes bars, and pauses of the process. */
export class ClockWatch {
  readonly #clock: Clock;
  /** Wall time minus steady time at the last check. */
  #offsetMs: number;
  #heldUntilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.now() - clock.steady();
  }

  /**
   * Compares the wall clock with the steady one. Returns a sentence when the wall clock was set by more than five
   * seconds since the last check, which also happens when a machine wakes from sleep: ticks may have been missed. Else
   * null.
   */
  look(): string | null {
    const offsetMs = this.#clock.now() - this.#clock.steady();
    const setMs = Math.abs(offsetMs - this.#offsetMs);
    this.#offsetMs = offsetMs;
    return setMs > BROKEN_MS * this.#clock.speed ? 'the clock was set' : null;
  }

  /**
   * Checks the clock in a timer that was due at `dueMs` of the steady clock. Also returns a sentence when the process
   * paused for more than five seconds. After a shorter pause `isSettled` is false for `graceMs`.
   */
  wake(dueMs: number, graceMs: number): string | null {
    const { speed } = this.#clock;
    const nowMs = this.#clock.steady();
    const lateMs = nowMs - dueMs;
    if (lateMs > PAUSE_MS * speed) this.#heldUntilMs = nowMs + graceMs;
    return lateMs > BROKEN_MS * speed ? 'the process stood still' : this.look();
  }

  /** Whether ticks that arrived during a pause have had time to be read. */
  get isSettled(): boolean {
    return this.#clock.steady() >= this.#heldUntilMs;
  }
}
