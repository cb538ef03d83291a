import { HOUR_MS } from '@rasat/engine';

const WINDOW_MS = 1_800_000;
/** Time for which a subscription without any tick does not rely on our own clock. */
const UNHEARD_MS = HOUR_MS;

/**
 * Lower bound of a venue's present, proven by its ticks. A tick shows that the venue had reached the tick's time when
 * it arrived; since then as much time has passed there as on our steady clock. The largest such time is valid even when
 * our wall clock is wrong, and a bar that ended well before it is over.
 */
export class VenueTime {
  readonly #beganMs: number;
  #windowMs = Number.NEGATIVE_INFINITY;
  /** Venue time minus steady time: the largest of this window, of the one before, and of the last that had a tick. */
  #current = Number.NEGATIVE_INFINITY;
  #previous = Number.NEGATIVE_INFINITY;
  #last: number | null = null;

  /** `steadyMs` is the steady clock at the start of the subscription. */
  constructor(steadyMs: number) {
    this.#beganMs = steadyMs;
  }

  /** Records a tick of the venue's time `timeMs` that arrives now. */
  hear(timeMs: number, steadyMs: number): void {
    this.#turn(steadyMs);
    this.#current = Math.max(this.#current, timeMs - steadyMs);
    this.#last = Math.max(this.#current, this.#previous);
  }

  /**
   * Returns a time that the venue has certainly reached, at most our own `nowMs`. After a long time without ticks, it
   * is the smaller of our clock and the time that its last ticks prove. Without any tick, it is our clock once an hour
   * has passed, and before that minus infinity.
   */
  reachedMs(nowMs: number, steadyMs: number): number {
    this.#turn(steadyMs);
    if (this.#last !== null) return Math.min(nowMs, steadyMs + this.#last);
    return steadyMs - this.#beganMs >= UNHEARD_MS ? nowMs : Number.NEGATIVE_INFINITY;
  }

  /**
   * Starts a new window when this one has ended: two clocks differ a little in rate, so an old tick proves less than a
   * new one.
   */
  #turn(steadyMs: number): void {
    const passedMs = steadyMs - this.#windowMs;
    if (passedMs < WINDOW_MS) return;
    this.#previous = passedMs < 2 * WINDOW_MS ? this.#current : Number.NEGATIVE_INFINITY;
    this.#current = Number.NEGATIVE_INFINITY;
    this.#windowMs = steadyMs;
    const known = Math.max(this.#current, this.#previous);
    if (this.#last !== null && Number.isFinite(known)) this.#last = known;
  }
}
