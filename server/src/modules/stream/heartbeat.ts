/** Of what a heartbeat is told. */
export interface HeartbeatOptions<T> {
  /** How often there is a beat for each, in milliseconds of the wall clock. */
  readonly periodMs: number;
  readonly beat: (one: T) => void;
}

/** Those that were added within such a time have their beats in one turn. */
const STEP_MS = 50;

/**
 * A beat for each of many things once a period, counted from when it was added, so that those that came apart stay apart:
 * thousands of beats in one turn would hold up everything else of the process. Runs until `stop`, and does not keep the
 * process from ending.
 */
export class Heartbeat<T> {
  readonly #steps: readonly Set<T>[];
  readonly #stepOf = new Map<T, Set<T>>();
  readonly #timer: NodeJS.Timeout;
  #now = 0;

  constructor({ periodMs, beat }: HeartbeatOptions<T>) {
    const steps = Math.max(1, Math.round(periodMs / STEP_MS));
    this.#steps = Array.from({ length: steps }, () => new Set());
    this.#timer = setInterval(() => {
      this.#now = (this.#now + 1) % steps;
      for (const one of this.#steps[this.#now] as Set<T>) beat(one);
    }, periodMs / steps);
    this.#timer.unref();
  }

  /** The first beat is after a period, or less than a step before. */
  add(one: T): void {
    const step = this.#steps[this.#now] as Set<T>;
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
}
