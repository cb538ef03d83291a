import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { ApiError } from './error.ts';
import { createQueryClient } from './queries.ts';
import { passesByItself, watchRecovery } from './recovery.ts';
import { sessionQuery } from './session.ts';

const HEALTH = { ready: true, version: '1', serverTime: 0, parts: {}, filled: 1 };

/** A page whose server is away until `back` is called; `calls` are the paths that were asked for. */
function away(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.mock.method(Math, 'random', () => 0.5);
  const calls: string[] = [];
  let answer: 'none' | 'late' | 'now' = 'none';
  t.mock.method(globalThis, 'fetch', async (path: string) => {
    calls.push(path);
    if (answer === 'none') throw new TypeError('no connection');
    if (answer === 'late') await new Promise((resolve) => setTimeout(resolve, 1000));
    return Response.json(path === '/api/health' ? HEALTH : { logged: false });
  });
  const client = createQueryClient();
  t.after(() => client.clear());
  t.after(watchRecovery(client));
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      t.mock.timers.tick(100);
      for (let i = 0; i < 10; i += 1) await new Promise(setImmediate);
    }
  };
  return { client, calls, pass, answer: (how: typeof answer) => (answer = how) };
}

test('a page that started without a server knows who is signed in soon after it is back', async (t) => {
  const { client, calls, pass, answer } = away(t);
  const stop = new QueryObserver(client, sessionQuery()).subscribe(() => undefined);
  t.after(stop);
  // By now the pause between two tries is half a minute long.
  await pass(70_000);
  answer('now');
  calls.length = 0;
  await pass(7000);
  assert.notEqual(client.getQueryData(sessionQuery().queryKey), undefined, calls.join(' '));
});

test('a network that comes and goes while the server is looked for does not make it be looked for twice', async (t) => {
  const { client, calls, pass, answer } = away(t);
  const stop = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => Promise.reject(new ApiError('error.network', 0)),
    retry: false,
  }).subscribe(() => undefined);
  t.after(stop);
  answer('late');
  await pass(2500);
  for (let i = 0; i < 5; i += 1) {
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  }
  await pass(1500);
  calls.length = 0;
  await pass(30_000);
  const looks = calls.filter((path) => path === '/api/health').length;
  assert.ok(looks >= 1 && looks <= 5, `${looks} looks`);
});

test('only what a server that is away causes is asked for again by itself', () => {
  for (const [code, status] of [
    ['error.network', 0],
    ['unavailable-503', 503],
    ['500', 502],
  ] as const) {
    assert.equal(passesByItself(new ApiError(code, status)), true, code);
  }
  for (const [code, status] of [
    ['500', 500],
    ['forbidden-403', 403],
    ['rate-429', 429],
  ] as const) {
    assert.equal(passesByItself(new ApiError(code, status)), false, code);
  }
  assert.equal(passesByItself(new TypeError('a mistake')), false);
});
