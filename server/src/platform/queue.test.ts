import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './app-error.ts';
import { createQueue, type Queue } from './queue.ts';

const limits = { running: 2, waiting: 3, retryAfterSeconds: 1 };
const sentAway = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unavailable-503' && error.retryAfterSeconds === 1;

test('a few run, a few wait in order, the rest is sent away at once', async () => {
  const queue = createQueue(limits);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (at: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(at);
      ends.push(() => resolve(at));
    });
  const running = [0, 1, 2, 3, 4].map((at) => queue.run(work(at)));
  await assert.rejects(queue.run(work(5)), sentAway);
  assert.deepEqual(begun, [0, 1]);
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.();
    assert.equal(await running[at], at);
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1, 2, 3, 4].slice(0, Math.min(5, at + 3)));
  }
  const later = queue.run(async () => 'again');
  assert.equal(await later, 'again');
});

/** Work that ends when it is told to, and the names of what has begun, in order. */
function workOf(queue: Queue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string): Promise<void> =>
    queue.run(
      () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        }),
      name[0],
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, add, end };
}

test('of one owner one work runs at a time, and owners take turns', async () => {
  const { begun, add, end } = workOf(createQueue({ ...limits, waiting: 8 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(add);
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['a1', 'b1'], 'the second place is for another owner');
  await end('b1');
  assert.deepEqual(begun.slice(2), ['c1'], 'a has a work running, and c waits longer than b now');
  await end('a1');
  assert.deepEqual(begun.slice(3), ['b2'], 'a had its turn');
  await end('c1');
  assert.deepEqual(begun.slice(4), ['a2']);
  await end('b2');
  assert.deepEqual(begun.slice(5), [], 'a place stays free rather than go to one owner twice');
  await end('a2');
  await end('a3');
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'b2', 'a2', 'a3']);
});

test('one owner cannot fill what others may wait in', async () => {
  const { begun, add, end } = workOf(createQueue({ ...limits, running: 1, waitingOfOne: 2 }));
  const all = ['a1', 'a2', 'a3'].map(add);
  await assert.rejects(add('a4'), sentAway);
  all.push(add('b1'));
  await assert.rejects(add('c1'), sentAway, 'three wait in all');
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'a3']);
});

test('work that fails gives its place to the next', async () => {
  const queue = createQueue({ ...limits, running: 1 });
  const failing = queue.run(() => Promise.reject(new Error('broken')));
  const next = queue.run(async () => 'fine');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'fine');
});
