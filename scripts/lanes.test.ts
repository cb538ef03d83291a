import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInLanes } from './lanes.ts';

test('tasks begin in their order, so many at a time, and what is not ready lets others pass', async () => {
  const began: string[] = [];
  let running = 0;
  let most = 0;
  let isOpen = false;
  const task = (name: string, isReady?: () => boolean) => ({
    ...(isReady && { isReady }),
    async run() {
      began.push(name);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (name === 'opens') isOpen = true;
    },
  });
  await runInLanes([task('waits', () => isOpen), task('one'), task('two'), task('opens')], 2);
  assert.deepEqual(began, ['one', 'two', 'opens', 'waits']);
  assert.equal(most, 2);
});

test('the first failure is thrown', async () => {
  const failing = { run: () => Promise.reject(new Error('broken')) };
  await assert.rejects(runInLanes([failing], 2), /broken/);
});
