/** What a distribution has counted. */
export interface Distributed {
  /** Upper bounds of the classes, ascending. */
  readonly bounds: readonly number[];
  /** Number of values up to each bound, without those up to the bound before; the last one is above every bound. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** Counts values by size, without keeping them; the cost of a value is a search among a dozen bounds. */
export class Distribution {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  /** `bounds`: upper bounds of the classes, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** Counts a value. */
  add(value: number): void {
    let at = 0;
    while (at < this.#bounds.length && value > (this.#bounds[at] as number)) at += 1;
    (this.#counts[at] as number) += 1;
    this.#sum += value;
  }

  /** Returns what was counted so far. */
  read(): Distributed {
    return { bounds: this.#bounds, counts: [...this.#counts], sum: this.#sum };
  }
}
