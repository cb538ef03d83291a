import assert from 'node:assert/strict';
import test from 'node:test';
import { AppError } from '../../platform/app-error.ts';
import type { PaymentPath } from './payment-path.ts';
import { shareSettling } from './shared-settling.ts';

/** A path on which nothing is found, and that says how often it was asked. */
function emptyPath() {
  let asked = 0;
  const ledger = {
    async findOrder() {
      asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return undefined;
    },
  };
  return { path: { ledger } as unknown as PaymentPath, asked: () => asked };
}

test('who asks at the same time shares the next look, never one that has begun', async () => {
  const { path, asked } = emptyPath();
  const settle = shareSettling();
  const ask = () => settle(path, 1, 'a', { kind: 'noticed', word: 'x' });
  const missing = (promise: Promise<unknown>) =>
    assert.rejects(promise, (error) => error instanceof AppError && error.code === 'not-found-404');
  await Promise.all(Array.from({ length: 100 }, () => missing(ask())));
  assert.equal(asked(), 2);
  await missing(ask());
  assert.equal(asked(), 3);
  await Promise.all([missing(ask()), missing(settle(path, 2, 'a', { kind: 'noticed' }))]);
  assert.equal(asked(), 5);
  // What was shared before is not answered again.
  await Promise.all([missing(ask()), missing(ask())]);
  assert.equal(asked(), 7);
});
