import assert from 'node:assert/strict';
import test from 'node:test';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { until } from '../../testing/eventually.ts';
import { topic } from './bus.ts';
import { createMemoryBus, type MemoryBus } from './memory.ts';
import { joinThread } from './thread.ts';

interface Numbered {
  readonly n: number;
}
const numbers = topic<Numbered>('test.numbers');
const answers = topic<Numbered>('test.answers');

function quietBus(errors: unknown[] = []): MemoryBus {
  return createMemoryBus((error) => errors.push(error));
}

test('events reach every subscriber in order, until it leaves', () => {
  const bus = quietBus();
  const seen: number[] = [];
  const leave = bus.subscribe(numbers, ({ n }) => seen.push(n));
  bus.subscribe(numbers, ({ n }) => seen.push(n * 10));
  bus.publish(numbers, { n: 1 });
  leave();
  bus.publish(numbers, { n: 2 });
  assert.deepEqual(seen, [1, 10, 20]);
});

test('an error of one subscriber is reported and the others hear the event', () => {
  const errors: unknown[] = [];
  const bus = quietBus(errors);
  const seen: number[] = [];
  bus.subscribe(numbers, () => {
    throw new Error('no');
  });
  bus.subscribe(numbers, ({ n }) => seen.push(n));
  bus.publish(numbers, { n: 1 });
  assert.deepEqual(seen, [1]);
  assert.equal(errors.length, 1);
});

test('a joint carries what the other side listens to, and nothing else', async (t) => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const crossed: unknown[] = [];
  const left = quietBus();
  const right = quietBus();
  const leaveLeft = joinThread(left, port1);
  joinThread(right, port2);
  port2.on('message', (message) => crossed.push(message));
  left.publish(numbers, { n: 0 });
  const seen: number[] = [];
  const leave = right.subscribe(numbers, ({ n }) => seen.push(n));
  await delivered(port1, port2);
  for (let n = 1; n <= 3; n++) left.publish(numbers, { n });
  await until('three events arrive', () => seen.length === 3);
  assert.deepEqual(seen, [1, 2, 3]);
  leave();
  await delivered(port1, port2);
  left.publish(numbers, { n: 4 });
  await delivered(port1, port2);
  assert.deepEqual(seen, [1, 2, 3]);
  assert.equal(crossed.filter((m) => (m as { bus?: string }).bus === 'event').length, 3);
  leaveLeft();
  left.publish(numbers, { n: 5 });
});

test('an event that came through a joint does not go back through it', async (t) => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const left = quietBus();
  const right = quietBus();
  joinThread(left, port1);
  joinThread(right, port2);
  const seen: string[] = [];
  left.subscribe(numbers, ({ n }) => seen.push(`left${n}`));
  right.subscribe(numbers, ({ n }) => seen.push(`right${n}`));
  await delivered(port1, port2);
  left.publish(numbers, { n: 1 });
  await until('two events arrive', () => seen.length === 2);
  await delivered(port1, port2);
  assert.deepEqual(seen, ['left1', 'right1']);
});

/** Messages of a port arrive in order: when this one is back, everything sent before has arrived. */
async function delivered(near: MessagePort, far: MessagePort): Promise<void> {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    await new Promise<void>((resolve) => {
      const onMessage = (message: unknown): void => {
        if (message !== 'mark') return;
        to.off('message', onMessage);
        resolve();
      };
      to.on('message', onMessage);
      from.postMessage('mark');
    });
  }
}

test('two threads hear each other', async (t) => {
  const bus = quietBus();
  const worker = new Worker(new URL('./thread-echo.testing.ts', import.meta.url));
  t.after(async () => void (await worker.terminate()));
  joinThread(bus, worker);
  const seen: number[] = [];
  bus.subscribe(answers, ({ n }) => seen.push(n));
  // Published before the other thread listens: at most once means that it may be missed, so it is asked until answered.
  for (let i = 0; i < 6000 && seen.length === 0; i++) {
    bus.publish(numbers, { n: 21 });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal(seen[0], 42);
});
