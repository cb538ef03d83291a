import type { Clock, Timer } from '../../platform/clock.ts';

/** Options of a recheck. */
export interface RecheckOptions<T> {
  /** Checks these items together and acts on the results; rejects when there are none at present. */
  readonly ask: (those: readonly T[]) => Promise<void>;
  /** Receives a rejection of `ask`; its items are checked again with the next slice. */
  readonly onError: (error: unknown) => void;
  readonly clock: Pick<Clock, 'setInterval' | 'steady'>;
  /** Period, in the clock's milliseconds, in which each item is checked again. */
  readonly periodMs: number;
}

/** Number of slices of a period. */
const SLICES = 12;
/** Greatest number of items in one check. */
const MOST = 500;

/**
 * Checks every item again within a period, a slice at a time: many items in one check, never two checks at once. Urgent
 * items go first.
 */
export class Recheck<T> {
  readonly #options: RecheckOptions<T>;
  /** Time of the last check of each item, the longest ago first. */
  readonly #askedMs = new Map<T, number>();
  readonly #urgent = new Set<T>();
  readonly #due = new Set<T>();
  readonly #timer: Timer;
  #isAsking = false;

  constructor(options: RecheckOptions<T>) {
    this.#options = options;
    const sliceMs = options.periodMs / SLICES;
    this.#timer = options.clock.setInterval(() => this.#takeSlice(sliceMs), sliceMs);
  }

  /** Adds an item that needs no check now. */
  add(one: T): void {
    this.#askedMs.set(one, this.#options.clock.steady());
  }

  delete(one: T): void {
    this.#askedMs.delete(one);
    this.#urgent.delete(one);
    this.#due.delete(one);
  }

  /** Checks these items before all others. */
  askAtOnce(those: Iterable<T>): void {
    for (const one of those) this.#urgent.add(one);
    void this.#run();
  }

  /** Checks every item, one check after the other. */
  askAll(): void {
    for (const one of this.#askedMs.keys()) this.#due.add(one);
    void this.#run();
  }

  stop(): void {
    this.#timer.cancel();
    this.#urgent.clear();
    this.#due.clear();
  }

  #takeSlice(sliceMs: number): void {
    const { clock, periodMs } = this.#options;
    // One slice fewer than the period has: the last one is for items whose check was delayed.
    const share = Math.ceil(this.#askedMs.size / (SLICES - 1));
    const overdueMs = clock.steady() - (periodMs - sliceMs);
    for (const [one, askedMs] of this.#askedMs) {
      if (this.#due.size >= share && askedMs > overdueMs) break;
      this.#due.add(one);
    }
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (;;) {
        const those = takeFrom(this.#urgent.size > 0 ? this.#urgent : this.#due);
        if (those.length === 0) break;
        await this.#ask(those);
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isAsking = false;
    }
  }

  async #ask(those: readonly T[]): Promise<void> {
    const atMs = this.#options.clock.steady();
    const isOpen = (one: T): boolean => this.#askedMs.has(one);
    try {
      await this.#options.ask(those);
    } catch (error) {
      for (const one of those.filter(isOpen)) this.#due.add(one);
      throw error;
    }
    for (const one of those.filter(isOpen)) {
      this.#askedMs.delete(one);
      this.#askedMs.set(one, atMs);
    }
  }
}

function takeFrom<T>(waiting: Set<T>): T[] {
  const those = [...waiting].slice(0, MOST);
  for (const one of those) waiting.delete(one);
  return those;
}
