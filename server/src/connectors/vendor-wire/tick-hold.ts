import type { Clock, Timer } from '../../platform/clock.ts';
import type { VenueTick } from '../connector.ts';

/**
 * Holds ticks until the clock of a delayed source has reached their time: to the feed an earlier one would be of the
 * future. Hands ticks over in order of time, and at once what is due already.
 */
export class TickHold {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #onTicks: (ticks: readonly VenueTick[]) => void;
  /** Ticks that are not due, by time. */
  #held: VenueTick[] = [];
  #timer: Timer | null = null;

  /** `delayMs` is the time by which the source is behind the market. */
  constructor(clock: Clock, delayMs: number, onTicks: (ticks: readonly VenueTick[]) => void) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#onTicks = onTicks;
  }

  /** Takes ticks in any order. */
  take(ticks: readonly VenueTick[]): void {
    if (this.#held.length > 0 || ticks.some(({ timeMs }) => timeMs > this.#nowMs)) {
      this.#held = [...this.#held, ...ticks].toSorted((a, b) => a.timeMs - b.timeMs);
      this.#release();
    } else if (ticks.length > 0) {
      this.#onTicks(ticks);
    }
  }

  /** Drops what is held. */
  stop(): void {
    this.#timer?.cancel();
    this.#held = [];
  }

  get #nowMs(): number {
    return this.#clock.now() - this.#delayMs;
  }

  #release(): void {
    this.#timer?.cancel();
    this.#timer = null;
    const nowMs = this.#nowMs;
    const waiting = this.#held.findIndex(({ timeMs }) => timeMs > nowMs);
    const due = this.#held.splice(0, waiting < 0 ? this.#held.length : waiting);
    const [next] = this.#held;
    if (next) {
      this.#timer = this.#clock.setTimeout(() => this.#release(), next.timeMs - nowMs);
    }
    if (due.length > 0) this.#onTicks(due);
  }
}
