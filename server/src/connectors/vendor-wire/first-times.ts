/** The times of first bars. Each is looked for until it is known, and does not change then. */
export class FirstTimes {
  readonly #known = new Map<string, number>();

  /** Returns the time under a name, UTC epoch milliseconds; `find` looks for it while it is not known. */
  async get(name: string, find: () => Promise<number>): Promise<number> {
    const known = this.#known.get(name) ?? (await find());
    this.#known.set(name, known);
    return known;
  }
}
