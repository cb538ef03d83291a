import assert from 'node:assert/strict';
import test from 'node:test';
import { call, callPath, onRefusal } from './client.ts';
import { noteAnswer, readConnection } from './connection.ts';
import { ApiError, readApiError, toApiError } from './error.ts';
import { isRetryable, retryDelayMs } from './queries.ts';

test("a call goes to the contract's path with its parameters filled in", () => {
  assert.equal(callPath('symbols'), '/api/symbols');
  assert.equal(
    callPath('boxChart', { params: { symbol: 'BRK.B', type: '3' } }),
    '/api/box/BRK.B/chart/3',
  );
  assert.equal(
    callPath('historical', { params: { key: 'EURUSD-1D' }, query: { limit: '500' } }),
    '/api/historical/EURUSD-1D?limit=500',
  );
  assert.equal(callPath('levels', { params: { symbol: 'A/B' } }), '/api/levels/A%2FB');
  assert.throws(() => callPath('levels'), new RangeError('levels needs symbol'));
});

test('a call carries its body, its keys and its headers, and the type that it accepts', async (t) => {
  const made: RequestInit[] = [];
  t.mock.method(globalThis, 'fetch', async (_: string, init: RequestInit) => {
    made.push(init);
    return Response.json({ done: true });
  });
  const { signal } = new AbortController();
  assert.deepEqual(await call('symbols'), { done: true });
  await call('toggleFavorite', {
    body: { symbol: 'EURUSD' },
    idempotencyKey: 'k1',
    headers: { 'rasat-for': 'watch' },
    signal,
    keepalive: true,
  });
  await call('toggleFavorite', { body: { symbol: 'EURUSD' }, keepalive: false });
  const json = { accept: 'application/json', 'content-type': 'application/json' };
  const body = '{"symbol":"EURUSD"}';
  assert.deepEqual(made, [
    { method: 'GET', headers: { accept: 'application/json' }, credentials: 'same-origin' },
    {
      method: 'POST',
      headers: { ...json, 'rasat-for': 'watch', 'idempotency-key': 'k1' },
      credentials: 'same-origin',
      body,
      signal,
      keepalive: true,
    },
    { method: 'POST', headers: json, credentials: 'same-origin', body },
  ]);
});

test('listeners are called when a call was refused without a session or a right, and at no other time', async (t) => {
  const answer = { code: 'unauthorized-401', status: 401 };
  t.mock.method(globalThis, 'fetch', async () => Response.json(answer, answer));
  let heard = 0;
  const stop = onRefusal(() => {
    heard += 1;
  });
  await assert.rejects(call('symbols'), { code: 'unauthorized-401' });
  assert.equal(heard, 1);
  Object.assign(answer, { code: 'forbidden-403', status: 403 });
  await assert.rejects(call('symbols'), { code: 'forbidden-403' });
  assert.equal(heard, 2);
  Object.assign(answer, { code: 'not-found-404', status: 404 });
  await assert.rejects(call('symbols'), { code: 'not-found-404' });
  assert.equal(heard, 2);
  stop();
  Object.assign(answer, { code: 'forbidden-403', status: 403 });
  await assert.rejects(call('symbols'));
  assert.equal(heard, 2);
});

test('the server counts as unavailable while it does not answer or a proxy does, until its own next answer', async (t) => {
  let status = 200;
  t.mock.method(globalThis, 'fetch', async () => {
    if (status === 0) throw new TypeError('fetch failed');
    return Response.json({}, { status });
  });
  t.mock.timers.enable({ apis: ['Date'], now: 5000 });
  t.after(noteAnswer);
  for (const away of [0, 502, 504]) {
    status = away;
    await assert.rejects(call('symbols'));
    assert.deepEqual(readConnection(), { lostMs: 5000, offline: false }, String(away));
    for (const there of [503, 500, 403, 200]) {
      status = there;
      await call('symbols').catch(() => undefined);
      assert.deepEqual(readConnection(), { lostMs: null, offline: false }, String(there));
    }
  }
});

test('an aborted call throws the reason and does not count against the server', async (t) => {
  const left = new DOMException('left', 'AbortError');
  const stop = AbortSignal.abort(left);
  t.mock.method(globalThis, 'fetch', async () => {
    throw left;
  });
  await assert.rejects(call('symbols', { signal: stop }), left);
  assert.equal(readConnection().lostMs, null);
});

test('a body with a status that the call allows is a reply, too', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => Response.json({ ready: false }, { status: 503 }));
  assert.deepEqual(await call('health', { replyStatus: 503 }), { ready: false });
  await assert.rejects(call('health', { replyStatus: 502 }), { code: '500', status: 503 });
});

test('an error carries the field, the request id and the retry delay that the server gave', async () => {
  const read = (body: unknown, headers: Record<string, string> = {}) =>
    readApiError(Response.json(body, { status: 400, headers }));
  const full = await read({ code: 'bad-fields-400', field: 'email', requestId: 'r1' });
  assert.deepEqual(
    [full.name, full.message, full.field, full.requestId, full.retryAfterSeconds],
    ['ApiError', 'bad-fields-400', 'email', 'r1', null],
  );
  const bare = await read(null, { 'x-request-id': 'r2', 'retry-after': '0' });
  assert.deepEqual(
    [bare.code, bare.field, bare.requestId, bare.retryAfterSeconds],
    ['500', null, 'r2', null],
  );
  const odd = await read({ code: 7, field: {} }, { 'retry-after': '1' });
  assert.deepEqual(
    [odd.code, odd.field, odd.requestId, odd.retryAfterSeconds],
    ['500', null, null, 1],
  );
  assert.equal(toApiError(full), full);
  const thrown = new Error('a mistake');
  const wrapped = toApiError(thrown);
  assert.deepEqual([wrapped.code, wrapped.status, wrapped.cause], ['500', 0, thrown]);
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

test('an unknown code and a body without JSON are a plain 500', async () => {
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

test('no answer at all is the code error.network', async () => {
  const error = await failing(() => {
    throw new TypeError('fetch failed');
  });
  assert.equal(error.code, 'error.network');
  assert.equal(error.status, 0);
});
