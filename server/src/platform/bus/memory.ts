import type { Bus, Topic } from './bus.ts';

/**
 * A link to another bus. It learns this bus's subscribed topics and receives the events that the other bus subscribes
 * to.
 */
export interface BusLink {
  /** Returns whether the other side has a subscriber of that topic. */
  wants(name: string): boolean;
  send(name: string, event: unknown): void;
  /** Called when this bus gets the first subscriber of a topic or loses the last one. */
  interestChanged(name: string, wanted: boolean): void;
}

/** A bus within one thread, to which links to other threads may be added. */
export interface MemoryBus extends Bus {
  /** Adds a link; the returned functions deliver an event that arrived over it and remove the link. */
  link(link: BusLink): { deliver(name: string, event: unknown): void; unlink(): void };
}

/** Creates a bus. `onError` receives every error that a subscriber throws, with the topic's name. */
export function createMemoryBus(onError: (error: unknown, topicName: string) => void): MemoryBus {
  const subscribers = new Map<string, Set<(event: unknown) => void>>();
  const links = new Set<BusLink>();

  const tellInterest = (name: string, wanted: boolean): void => {
    for (const link of links) link.interestChanged(name, wanted);
  };
  const hand = (name: string, event: unknown): void => {
    for (const fn of Array.from(subscribers.get(name) ?? [])) {
      try {
        fn(event);
      } catch (error) {
        onError(error, name);
      }
    }
  };

  return {
    publish<T>(topic: Topic<T>, event: T) {
      for (const link of links) if (link.wants(topic.name)) link.send(topic.name, event);
      hand(topic.name, event);
    },
    subscribe<T>(topic: Topic<T>, fn: (event: T) => void) {
      const entry = (event: unknown): void => fn(event as T);
      const known = subscribers.get(topic.name);
      if (known) known.add(entry);
      else {
        subscribers.set(topic.name, new Set([entry]));
        tellInterest(topic.name, true);
      }
      return () => {
        const set = subscribers.get(topic.name);
        if (!set?.delete(entry) || set.size > 0) return;
        subscribers.delete(topic.name);
        tellInterest(topic.name, false);
      };
    },
    link(link) {
      links.add(link);
      for (const name of subscribers.keys()) link.interestChanged(name, true);
      return { deliver: hand, unlink: () => void links.delete(link) };
    },
  };
}
