import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ApiError } from '../client/error.ts';
import { readHealth } from './health.ts';

const HEALTH = {
  ready: false,
  behind: true,
  filled: 0.25,
  busy: false,
  serverTime: 5,
};
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function answer(body: unknown, status: number): void {
  globalThis.fetch = async () => Response.json(body, { status });
}

const read = () => readHealth(new AbortController().signal);

test('a server that is not ready yet reports its progress', async () => {
  answer(HEALTH, 503);
  assert.deepEqual(await read(), HEALTH);
});

test('an error body instead of the health report throws', async () => {
  answer({ code: 'unavailable-503', requestId: 'r' }, 503);
  await assert.rejects(read(), new ApiError('unavailable-503', 503));
  answer({ code: '500', requestId: 'r' }, 500);
  await assert.rejects(read(), (error) => error instanceof ApiError && error.status === 500);
});

test('an incomplete health report throws', async () => {
  for (const name of Object.keys(HEALTH)) {
    answer({ ...HEALTH, [name]: undefined }, 200);
    await assert.rejects(read(), { code: 'unavailable-503', status: 503 }, name);
  }
  answer({ ...HEALTH, more: 1 }, 200);
  assert.deepEqual(await read(), HEALTH);
});
