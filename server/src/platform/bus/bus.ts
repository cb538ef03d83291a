/** A named stream of events of one type. Events are JSON. */
export interface Topic<T> {
  readonly name: string;
  /** Carries the type only; never set. */
  readonly event?: T;
}

/** Declares a topic. The publisher's module exports it and subscribers import it from there. */
export function topic<T>(name: string): Topic<T> {
  return { name };
}

/**
 * Events between the parts. Delivery is in order of publishing, at most once, to the listeners of that moment. A reader
 * that must not miss anything reads the database when an event wakes it.
 */
export interface Bus {
  publish<T>(topic: Topic<T>, event: T): void;
  /**
   * Calls `fn` for every later event; the returned function unsubscribes. An error in `fn` is logged and does not reach
   * the publisher.
   */
  subscribe<T>(topic: Topic<T>, fn: (event: T) => void): () => void;
}
