/** Options of a heartbeat. */
export interface HeartbeatOptions<T> {
  /** Interval of the beats of each item, in milliseconds of the wall clock. */
  readonly periodMs: number;
  readonly beat: (one: T) => void;
  /** Returns milliseconds that only grow; the process's own when absent. */
  readonly now?: () => number;
}

/** Items added within this time have their beats in one turn. */
const STEP_MS = 50;

/**
 * Calls `beat` for each of many items once a period, counted from the time of adding, so that the beats are spread like
 * the additions: thousands of beats in one turn would block everything else in the process. A late process catches up
 * with one beat for each item at most. Runs until `stop`, and does not keep the process alive.
 */
export class Heartbeat<T> {
  readonly #steps: readonly Set<T>[];
  readonly #stepOf = new Map<T, Set<T>>();
  readonly #timer: NodeJS.Timeout;
  /** Number of elapsed steps. */
  #over = 0;

  constructor({ periodMs, beat, now = () => performance.now() }: HeartbeatOptions<T>) {
    const count = Math.max(1, Math.round(periodMs / STEP_MS));
    const stepMs = periodMs / count;
    this.#steps = Array.from({ length: count }, () => new Set());
    const beganMs = now();
    this.#timer = setInterval(() => {
      const over = Math.floor((now() - beganMs) / stepMs);
      this.#over = Math.max(this.#over, over - count);
      while (this.#over < over) {
        this.#over += 1;
        for (const one of this.#step) beat(one);
      }
    }, stepMs);
    this.#timer.unref();
  }

  /** Adds an item, whose first beat is about a period later. */
  add(one: T): void {
    const step = this.#step;
    step.add(one);
    this.#stepOf.set(one, step);
  }

  delete(one: T): void {
    this.#stepOf.get(one)?.delete(one);
    this.#stepOf.delete(one);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get #step(): Set<T> {
    return this.#steps[this.#over % this.#steps.length] as Set<T>;
  }
}
