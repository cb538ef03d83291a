import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './app-error.ts';
import { createQueue } from './queue.ts';

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

test('work that fails gives its place to the next', async () => {
  const queue = createQueue({ ...limits, running: 1 });
  const failing = queue.run(() => Promise.reject(new Error('broken')));
  const next = queue.run(async () => 'fine');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'fine');
});
