/** Returns what `make` makes when it is first asked for, and the same from then on: nothing that a start waits for. */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
