/** What tidies up after a test. */
interface Tidy {
  after(fn: () => void): void;
}

/** Puts a place that is never left in the place of `location`; answers what was asked of it so far. */
export function standInLocation(t: Tidy): () => readonly string[] {
  const known = Object.getOwnPropertyDescriptor(globalThis, 'location');
  const asked: string[] = [];
  Object.defineProperty(globalThis, 'location', {
    configurable: true,
    value: {
      href: 'http://localhost/',
      origin: 'http://localhost',
      pathname: '/',
      assign: (to: string) => asked.push(`assign ${to}`),
      replace: (to: string) => asked.push(`replace ${to}`),
      reload: () => asked.push('reload'),
    },
  });
  t.after(() => {
    if (known) Object.defineProperty(globalThis, 'location', known);
  });
  return () => asked;
}
