import type { Clock } from '../../../platform/clock.ts';

/**
 * How often a feed has a timer run that shows a pause of the process, in real milliseconds. A pause of fifteen seconds
 * is thus always found; what arrives in a shorter one waits in the socket.
 */
export const CLOCK_LOOK_MS = 10_000;
/** A jump of the wall clock, or a pause of the process, from which a feed begins anew; real milliseconds. */
const BROKEN_MS = 5000;
/** A pause after which what the sockets hold is read first; real milliseconds. */
const PAUSE_MS = 1000;

/** Watches the clock by which bars are closed: whether it was set, and whether the process stood still. */
export class ClockWatch {
  readonly #clock: Clock;
  /** Wall time less steady time at the last look. */
  #offsetMs: number;
  #heldUntilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.now() - clock.steady();
  }

  /**
   * Compares the wall clock with the steady one. Returns a sentence when it was set by more than five seconds since the
   * last look, which is also how a machine wakes up from sleep: ticks may have been missed. Null when all is well.
   */
  look(): string | null {
    const offsetMs = this.#clock.now() - this.#clock.steady();
    const setMs = Math.abs(offsetMs - this.#offsetMs);
    this.#offsetMs = offsetMs;
    return setMs > BROKEN_MS * this.#clock.speed ? 'the clock was set' : null;
  }

  /**
   * Looks in a timer that was due at `dueMs` of the steady clock. Returns a sentence, too, when the process stood still
   * for more than five seconds. After a shorter pause `isSettled` is false for `graceMs`.
   */
  wake(dueMs: number, graceMs: number): string | null {
    const { speed } = this.#clock;
    const nowMs = this.#clock.steady();
    const lateMs = nowMs - dueMs;
    if (lateMs > PAUSE_MS * speed) this.#heldUntilMs = nowMs + graceMs;
    return lateMs > BROKEN_MS * speed ? 'the process stood still' : this.look();
  }

  /** Whether the ticks that came during a pause have had the time to be read. */
  get isSettled(): boolean {
    return this.#clock.steady() >= this.#heldUntilMs;
  }
}
