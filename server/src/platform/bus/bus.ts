/** A named stream of events; the type says what an event looks like. Events are JSON. */
export interface Topic<T> {
  readonly name: string;
  /** Carries the type alone; never set. */
  readonly event?: T;
}

/** Declares a topic. The publisher's module exports it, subscribers import it from there. */
export function topic<T>(name: string): Topic<T> {
  return { name };
}

/**
 * What the parts tell each other. Delivery is in order of publishing, at most once, to the listeners of that moment;
 * what must not be lost is read from the database when an event wakes its reader.
 */
export interface Bus {
  publish<T>(topic: Topic<T>, event: T): void;
  /** Calls `fn` for every later event; the returned function ends that. An error in `fn` is logged and goes no further. */
  subscribe<T>(topic: Topic<T>, fn: (event: T) => void): () => void;
}
