import { setImmediate as nextTurn } from 'node:timers/promises';

/** Name of a part of a table; it changes when the part changes. */
export interface PartName {
  readonly name: string;
}

/** Parts that are opened in one turn of the event loop. */
const OPENED_AT_ONCE = 50;

/** Returns a function that gives each database a cache of at most `most` parts. */
export function partCaches<Part extends object>(most: number): (db: object) => PartCache<Part> {
  const caches = new WeakMap<object, PartCache<Part>>();
  return (db) => {
    const known = caches.get(db) ?? new PartCache<Part>(most);
    caches.set(db, known);
    return known;
  };
}

/** Recently opened parts; the least recently used one is dropped first. */
export class PartCache<Part extends object> {
  readonly #most: number;
  readonly #parts = new Map<string, Part>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the parts with these names. Missing ones are read with `read` and opened with `open`. */
  async get<Name extends PartName, Read>(
    names: readonly Name[],
    read: (missing: readonly Name[]) => Promise<readonly { name: Name; data: Read }[]>,
    open: (data: Read, name: Name) => Part,
  ): Promise<Part[]> {
    const missing = names.filter(({ name }) => !this.#parts.has(name));
    const found = names.flatMap(({ name }) => this.#use(name) ?? []);
    if (missing.length === 0) return found;
    for (const [i, { name, data }] of (await read(missing)).entries()) {
      if (i > 0 && i % OPENED_AT_ONCE === 0) await nextTurn();
      const part = open(data, name);
      found.push(part);
      this.#keep(name.name, part);
    }
    return found;
  }

  #use(name: string): Part | undefined {
    const part = this.#parts.get(name);
    if (part !== undefined) this.#keep(name, part);
    return part;
  }

  #keep(name: string, part: Part): void {
    this.#parts.delete(name);
    this.#parts.set(name, part);
    if (this.#parts.size <= this.#most) return;
    const [oldest] = this.#parts.keys();
    if (oldest !== undefined) this.#parts.delete(oldest);
  }
}
