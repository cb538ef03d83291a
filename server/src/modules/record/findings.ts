/** One thing that is not as it must be, in a sentence. */
export interface Finding {
  /** Where: `ledger`, `outcomes`, or a symbol with its epoch. */
  readonly where: string;
  readonly what: string;
}

/** Collects findings; of one place only the first ones, and how many more there were. */
export interface Findings {
  add(where: string, what: string): void;
  /** Everything found, places in the order of their first finding. */
  list(): Finding[];
  readonly count: number;
}

const SHOWN_OF_A_PLACE = 20;

/** An empty collection. */
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
