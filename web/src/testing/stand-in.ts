/** Cleanup hook of a test. */
export interface Tidy {
  after(fn: () => void): void;
}

/** The original property before a test's first replacement, by object and name. */
const before = new WeakMap<object, Map<string, PropertyDescriptor | undefined>>();

/**
 * Replaces properties of an object until the test ends. A test may do so more than once: the original values return.
 */
export function standIn(t: Tidy, target: object, values: Readonly<Record<string, unknown>>): void {
  const known = before.get(target) ?? new Map<string, PropertyDescriptor | undefined>();
  before.set(target, known);
  const names = Object.keys(values);
  for (const name of names) {
    if (!known.has(name)) known.set(name, Object.getOwnPropertyDescriptor(target, name));
    Object.defineProperty(target, name, {
      configurable: true,
      writable: true,
      value: values[name],
    });
  }
  t.after(() => {
    for (const name of names.filter((one) => known.has(one))) {
      const descriptor = known.get(name);
      known.delete(name);
      if (descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
    }
  });
}

/** Replaces `location` with one that never navigates; returns its calls so far. */
export function standInLocation(t: Tidy): string[] {
  const calls: string[] = [];
  const location = {
    href: 'http://localhost/',
    origin: 'http://localhost',
    pathname: '/',
    assign: (to: string) => calls.push(`assign ${to}`),
    replace: (to: string) => calls.push(`replace ${to}`),
    reload: () => calls.push('reload'),
  };
  standIn(t, globalThis, { location });
  return calls;
}
