import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { topic } from './bus.ts';
import { createMemoryBus } from './memory.ts';
import { joinThread } from './thread.ts';

// Worker of thread.test.ts: answers every number with its double.

assert.ok(parentPort);
const bus = createMemoryBus((error) => {
  throw error;
});
joinThread(bus, parentPort);
bus.subscribe(topic<{ n: number }>('test.numbers'), ({ n }) =>
  bus.publish(topic<{ n: number }>('test.answers'), { n: n * 2 }),
);
