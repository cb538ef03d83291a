/**
 * Returns a function that calls `make` at its first call and returns the same value from then on, so that a start does
 * not wait for it.
 */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
