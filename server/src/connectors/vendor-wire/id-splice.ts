/** Greatest number of items that wait for an earlier one; further ones are left to the next fetch. */
const MOST_WAITING = 50_000;

/**
 * Joins items with consecutive whole numbers from several places, such as a stream and pages of the past, into one list
 * without a gap and without a repetition. Before `begin` it keeps everything.
 */
export class IdSplice<T> {
  readonly #idOf: (item: T) => number;
  readonly #waiting = new Map<number, T>();
  #next: number | null = null;

  constructor(idOf: (item: T) => number) {
    this.#idOf = idOf;
  }

  /** Number of the next item; null before `begin`. */
  get next(): number | null {
    return this.#next;
  }

  /** Whether items wait for an earlier one that has not arrived. */
  get hasHole(): boolean {
    return this.#next !== null && this.#waiting.size > 0;
  }

  /** Number of items that wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Sets the number of the next item, and returns the waiting ones that follow from it. Earlier ones are dropped. */
  begin(next: number): T[] {
    this.#next = next;
    for (const id of this.#waiting.keys()) if (id < next) this.#waiting.delete(id);
    return this.#release();
  }

  /** Adds items in any order. Returns the ones that continue the list now, in order. */
  take(items: readonly T[]): T[] {
    for (const item of items) {
      const id = this.#idOf(item);
      if (this.#next !== null && id < this.#next) continue;
      if (this.#waiting.size < MOST_WAITING || id === this.#next) this.#waiting.set(id, item);
    }
    return this.#next === null ? [] : this.#release();
  }

  #release(): T[] {
    const released: T[] = [];
    if (this.#next === null) return released;
    for (let item = this.#waiting.get(this.#next); item; item = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      this.#next += 1;
      released.push(item);
    }
    return released;
  }
}
