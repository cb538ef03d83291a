/** Of what a heartbeat is told. */
export interface HeartbeatOptions<T> {
  /** How often there is a beat for each, in milliseconds of the wall clock. */
  readonly periodMs: number;
  readonly beat: (one: T) => void;
  /** Milliseconds that only grow; those of the process when it is left out. */
  readonly now?: () => number;
}

/** Those that were added within such a time have their beats in one turn. */
const STEP_MS = 50;

/**
 * A beat for each of many things once a period, counted from when it was added, so that those that came apart stay apart:
 * thousands of beats in one turn would hold up everything else of the process. A process that is late catches up, with one
 * beat for each at most. Runs until `stop`, and does not keep the process from ending.
 */
export class Heartbeat<T> {
  readonly #steps: readonly Set<T>[];
  readonly #stepOf = new Map<T, Set<T>>();
  readonly #timer: NodeJS.Timeout;
  /** How many steps are over. */
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

  /** The first beat is about a period later. */
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
