import type { MessagePort, Worker } from 'node:worker_threads';
import type { MemoryBus } from './memory.ts';

/** A message between the two ends of a link. */
type Message =
  | { readonly bus: 'event'; readonly name: string; readonly event: unknown }
  | { readonly bus: 'want' | 'unwant'; readonly name: string };

/**
 * Links this thread's bus with the bus of the thread at the other end of `port`: an event published on one side reaches
 * the subscribers of both, in order. Only topics with a subscriber on the other side cross. Both ends call this; other
 * kinds of messages on the same port are ignored. Returns a function that ends the link.
 */
export function joinThread(bus: MemoryBus, port: MessagePort | Worker): () => void {
  const wanted = new Set<string>();
  const send = (message: Message): void => port.postMessage(message);
  const joint = bus.link({
    wants: (name) => wanted.has(name),
    send: (name, event) => send({ bus: 'event', name, event }),
    interestChanged: (name, isWanted) => send({ bus: isWanted ? 'want' : 'unwant', name }),
  });
  const onMessage = (message: Message | undefined): void => {
    switch (message?.bus) {
      case 'event':
        joint.deliver(message.name, message.event);
        break;
      case 'want':
        wanted.add(message.name);
        break;
      case 'unwant':
        wanted.delete(message.name);
        break;
      case undefined:
        break;
    }
  };
  port.on('message', onMessage);
  return () => {
    port.off('message', onMessage);
    joint.unlink();
  };
}
