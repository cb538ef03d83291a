import assert from 'node:assert/strict';
import test from 'node:test';
import { call, callPath } from './client.ts';
import { ApiError } from './error.ts';
import { isRetryable, retryDelayMs } from './queries.ts';

test("a call's address is the contract's, with its parameters written in", () => {
  assert.equal(callPath('symbols'), '/api/symbols');
  assert.equal(
    callPath('boxChart', { params: { symbol: 'BRK.B', type: '3' } }),
    '/api/box/BRK.B/chart/3',
  );
  assert.equal(
    callPath('historical', { params: { key: 'EURUSD-1D' }, query: { limit: '500' } }),
    '/api/historical/EURUSD-1D?limit=500',
  );
});

async function failing(answer: () => Response | Promise<Response>): Promise<ApiError> {
  const real = globalThis.fetch;
  globalThis.fetch = async () => answer();
  try {
    await call('symbols');
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error;
  } finally {
    globalThis.fetch = real;
  }
  return assert.fail('the call should have failed');
}

test("a failing call throws the server's code, field and request id", async () => {
  const error = await failing(() =>
    Response.json(
      { code: 'rate-429', requestId: '7f3a9c' },
      { status: 429, headers: { 'retry-after': '12' } },
    ),
  );
  assert.equal(error.code, 'rate-429');
  assert.equal(error.status, 429);
  assert.equal(error.requestId, '7f3a9c');
  assert.equal(error.retryAfterSeconds, 12);
  assert.equal(isRetryable(0, error), true);
  assert.equal(retryDelayMs(0, error), 12_000, 'when the server said so');
});

test('an unknown code, and no JSON at all, are a plain 500', async () => {
  const unknown = await failing(() => Response.json({ code: 'teapot' }, { status: 418 }));
  assert.equal(unknown.code, '500');
  assert.equal(isRetryable(0, unknown), false, 'a refused call is not repeated');
  const html = await failing(() => new Response('<html>', { status: 502 }));
  assert.equal(html.code, '500');
  assert.equal(isRetryable(0, html), true);
  assert.equal(isRetryable(2, html), false);
  assert.deepEqual(
    [0, 1, 9].map((attempt) => retryDelayMs(attempt, html)),
    [500, 1000, 30_000],
  );
});

test('no answer at all is our own code', async () => {
  const error = await failing(() => {
    throw new TypeError('fetch failed');
  });
  assert.equal(error.code, 'error.network');
  assert.equal(error.status, 0);
});
