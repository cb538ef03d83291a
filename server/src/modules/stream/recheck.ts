import type { Clock, Timer } from '../../platform/clock.ts';

/** How things are asked about again. */
export interface RecheckOptions<T> {
  /** Asks about so many at once and acts on the answers; rejects when there is none now. */
  readonly ask: (those: readonly T[]) => Promise<void>;
  /** Told when `ask` rejects; those it was asked about are asked about again with the next slice. */
  readonly onError: (error: unknown) => void;
  readonly clock: Pick<Clock, 'setInterval' | 'steady'>;
  /** Within how many of the clock's milliseconds each is asked about again. */
  readonly periodMs: number;
}

/** Into how many slices a period is divided. */
const SLICES = 12;
/** Most that one question is about. */
const MOST = 500;

/**
 * Asks about everything again within a period, a slice at a time: one question for many, never two at once. What has just
 * changed goes first.
 */
export class Recheck<T> {
  readonly #options: RecheckOptions<T>;
  /** When each was last asked about, the longest ago first. */
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

  /** Begins to ask about one that needs no question now. */
  add(one: T): void {
    this.#askedMs.set(one, this.#options.clock.steady());
  }

  delete(one: T): void {
    this.#askedMs.delete(one);
    this.#urgent.delete(one);
    this.#due.delete(one);
  }

  /** Asks about these before all others. */
  askAtOnce(those: Iterable<T>): void {
    for (const one of those) this.#urgent.add(one);
    void this.#run();
  }

  /** Asks about everything, one question after the other. */
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
    // One slice fewer than there are: the last one is for what waits for an answer.
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
