import type { Bus, Topic } from './bus.ts';

/** A joint to another bus. It is told what this bus listens to and is handed what the other bus listens to. */
export interface BusLink {
  /** Whether the other side has a subscriber of that topic. */
  wants(name: string): boolean;
  send(name: string, event: unknown): void;
  /** Called when this bus gets its first subscriber of a topic or loses its last one. */
  interestChanged(name: string, wanted: boolean): void;
}

/** A bus within one thread, to which links to other threads may be added. */
export interface MemoryBus extends Bus {
  /** Adds a joint; the returned functions hand over an event that came through it and take the joint away again. */
  link(link: BusLink): { deliver(name: string, event: unknown): void; unlink(): void };
}

/** Makes a bus. `onError` is told of every error that a subscriber throws, with the topic's name. */
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
