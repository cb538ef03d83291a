import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ApiError } from './error.ts';
import { isBehind, readHealth } from './platform.ts';

const HEALTH = {
  ready: false,
  version: '1',
  serverTime: 5,
  parts: { feed: { ready: false }, analyst: { ready: true } },
  filled: 0.25,
};
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function answer(body: unknown, status: number): void {
  globalThis.fetch = async () => Response.json(body, { status });
}

const read = () => readHealth(new AbortController().signal);

test('a server that is not ready yet says how far it is', async () => {
  answer(HEALTH, 503);
  assert.deepEqual(await read(), HEALTH);
});

test('an error in the place of the answer is an error', async () => {
  answer({ code: 'unavailable-503', requestId: 'r' }, 503);
  await assert.rejects(read(), new ApiError('unavailable-503', 503));
  answer({ code: '500', requestId: 'r' }, 500);
  await assert.rejects(read(), (error) => error instanceof ApiError && error.status === 500);
});

test('a server is behind until its markets are filled and read', () => {
  assert.ok(isBehind(HEALTH));
  assert.ok(isBehind({ filled: 1, parts: { analyst: { ready: false } } }));
  assert.ok(!isBehind({ filled: 1, parts: { feed: { ready: false }, analyst: { ready: true } } }));
});
