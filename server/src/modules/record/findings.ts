/** Deviation found by a verification, as a sentence. */
export interface Finding {
  /** Place: `ledger`, `outcomes`, or a symbol with its epoch. */
  readonly where: string;
  readonly what: string;
}

/** Collects findings; keeps only the first ones of a place, and the number of the others. */
export interface Findings {
  add(where: string, what: string): void;
  /** Returns all findings, with places in the order of their first finding. */
  list(): Finding[];
  readonly count: number;
}

const SHOWN_OF_A_PLACE = 20;

/** Creates an empty collection. */
export function createFindings(): Findings {
  const places = new Map<string, { readonly shown: string[]; more: number }>();
  let count = 0;
  return {
    add(where, what) {
      count += 1;
      const place = places.get(where) ?? { shown: [], more: 0 };
      places.set(where, place);
      if (place.shown.length < SHOWN_OF_A_PLACE) place.shown.push(what);
      else place.more += 1;
    },
    list: () =>
      [...places].flatMap(([where, { shown, more }]) => [
        ...shown.map((what) => ({ where, what })),
        ...(more > 0 ? [{ where, what: `and ${more} more of that kind` }] : []),
      ]),
    get count() {
      return count;
    },
  };
}
