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

test('an answer that lacks a part is not the answer of the server', async () => {
  for (const name of Object.keys(HEALTH)) {
    answer({ ...HEALTH, [name]: undefined }, 200);
    await assert.rejects(read(), { code: 'unavailable-503', status: 503 }, name);
  }
  answer({ ...HEALTH, more: 1 }, 200);
  assert.deepEqual(await read(), HEALTH);
});

test('a server is behind until its markets are filled and read', () => {
  assert.ok(isBehind(HEALTH));
  assert.ok(isBehind({ filled: 0.999, parts: { analyst: { ready: true } } }));
  assert.ok(!isBehind({ filled: 1, parts: {} }), 'a server without an analyst waits for none');
  assert.ok(isBehind({ filled: 1, parts: { analyst: { ready: false } } }));
  assert.ok(!isBehind({ filled: 1, parts: { feed: { ready: false }, analyst: { ready: true } } }));
});
