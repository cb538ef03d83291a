import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { noteAnswer, noteNoAnswer } from '../client/connection.ts';
import { ApiError } from '../client/error.ts';
import { createQueryClient } from '../client/queries.ts';
import { sessionQuery } from '../session/session.ts';
import { isTransient, watchRecovery } from './recovery.ts';

/**
 * A page whose server is unavailable until `answer` is called; `calls` are the requested paths, `looks` the times of
 * the polls.
 */
function withoutServer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.mock.method(Math, 'random', () => 0.5);
  const calls: string[] = [];
  const looks: number[] = [];
  const health = { ready: true, behind: false, filled: 1, busy: false, serverTime: 0 };
  let answer: 'none' | 'late' | 'now' = 'none';
  t.mock.method(globalThis, 'fetch', async (path: string) => {
    calls.push(path);
    if (path === '/api/health') looks.push(Date.now());
    if (answer === 'none') throw new TypeError('no connection');
    if (answer === 'late') await new Promise((resolve) => setTimeout(resolve, 1000));
    return Response.json(path === '/api/health' ? health : { logged: false });
  });
  const client = createQueryClient();
  t.after(() => client.clear());
  t.after(noteAnswer);
  const stop = watchRecovery(client);
  t.after(stop);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      t.mock.timers.tick(100);
      for (let i = 0; i < 10; i += 1) await new Promise(setImmediate);
    }
  };
  return {
    client,
    calls,
    looks,
    health,
    pass,
    stop,
    answer: (how: typeof answer) => (answer = how),
  };
}

test('a page that started without a server reads the session soon after the server is back', async (t) => {
  const { client, calls, pass, answer } = withoutServer(t);
  const stop = new QueryObserver(client, sessionQuery()).subscribe(() => undefined);
  t.after(stop);
  // By now the pause between two retries is half a minute.
  await pass(70_000);
  answer('now');
  calls.length = 0;
  // Five seconds between two polls, and half of the ten over which pages return.
  await pass(12_000);
  assert.notEqual(client.getQueryData(sessionQuery().queryKey), undefined, calls.join(' '));
});

test('an unstable network does not start a second poll beside the running one', async (t) => {
  const { client, calls, pass, answer } = withoutServer(t);
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

test('only failures that an unavailable server causes are retried automatically', () => {
  for (const [code, status] of [
    ['error.network', 0],
    ['unavailable-503', 503],
    ['500', 502],
  ] as const) {
    assert.equal(isTransient(new ApiError(code, status)), true, code);
  }
  for (const [code, status] of [
    ['500', 500],
    ['forbidden-403', 403],
    ['rate-429', 429],
  ] as const) {
    assert.equal(isTransient(new ApiError(code, status)), false, code);
  }
  assert.equal(isTransient(new TypeError('a mistake')), false);
});

/** A shown list, whose read succeeds while the server is available. */
function showList(t: TestContext, client: QueryClient, name: string, isAvailable = false) {
  const list = { asked: 0, isAvailable };
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: async () => {
      list.asked += 1;
      if (!list.isAvailable) throw new ApiError('error.network', 0);
      return name;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  t.after(observer.subscribe(() => undefined));
  return list;
}

test('an unavailable server is polled after 2, 2.4, 2.9 seconds, and then every 5', async (t) => {
  const { client, pass, looks } = withoutServer(t);
  showList(t, client, 'list');
  await pass(30_000);
  // Each pause is a fifth longer; a step of this clock is a tenth of a second.
  assert.deepEqual(looks, [2000, 4400, 7300, 10_800, 15_000, 20_000, 25_000, 30_000]);
});

test('while the server is available and a list keeps failing, pauses grow by half up to 15 seconds', async (t) => {
  const { client, pass, looks, answer } = withoutServer(t);
  const list = showList(t, client, 'list');
  answer('now');
  await pass(57_000);
  assert.deepEqual(looks, [2000, 5000, 9500, 16_300, 26_500, 41_500, 56_500]);
  assert.equal(list.asked, 1 + looks.length, 'each poll reads it');
});

test('without a failure the server is not polled, also when the network returns', async (t) => {
  const { client, calls, pass } = withoutServer(t);
  showList(t, client, 'list', true);
  await pass(20_000);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await pass(20_000);
  assert.deepEqual(calls, []);
});

test('after a break of more than ten seconds all shown data are read again', async (t) => {
  for (const [lostMs, isLong] of [
    [800, false],
    [700, true],
  ] as const) {
    await t.test(`lost at ${lostMs}`, async (t) => {
      const { client, calls, pass, answer } = withoutServer(t);
      t.after(noteAnswer);
      const good = showList(t, client, 'good', true);
      await pass(lostMs);
      noteNoAnswer();
      await pass(8000 - lostMs);
      const late = showList(t, client, 'late');
      await pass(100);
      late.isAvailable = true;
      answer('now');
      await pass(2600);
      assert.deepEqual([good.asked, late.asked], [1, 1]);
      // The fourth poll is at 10.8 seconds; from then on pages return over ten seconds, this one in the middle.
      await pass(5000);
      assert.deepEqual([good.asked, late.asked], [1, 1]);
      await pass(100);
      assert.deepEqual([good.asked, late.asked], [isLong ? 2 : 1, 2]);
      assert.deepEqual(
        calls.filter((path) => path !== '/api/health'),
        [],
        'the session is no list',
      );
    });
  }
});

test('a network that returns causes a poll at once, instead of the scheduled one', async (t) => {
  const { client, pass, looks } = withoutServer(t);
  showList(t, client, 'list');
  await pass(5000);
  onlineManager.setOnline(false);
  await pass(1000);
  onlineManager.setOnline(true);
  await pass(7000);
  // From there the pauses start anew, counted from the step after it: 2.4 and 2.9 seconds.
  assert.deepEqual(looks, [2000, 4400, 6000, 8500, 11_400]);
});

test("after a failure of this machine's network the failed data are read again at once", async (t) => {
  const { client, pass, answer } = withoutServer(t);
  const list = showList(t, client, 'list');
  noteNoAnswer();
  await pass(3000);
  list.isAvailable = true;
  answer('now');
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await pass(100);
  assert.equal(list.asked, 2);
});

test('a server that reports that it is not ready counts as unavailable', async (t) => {
  const { client, pass, answer, health } = withoutServer(t);
  const list = showList(t, client, 'list');
  answer('now');
  Object.assign(health, { ready: false, busy: true });
  await pass(2100);
  assert.equal(list.asked, 1);
  Object.assign(health, { busy: false });
  await pass(2400);
  assert.equal(list.asked, 2);
});

test('after stop the server is not polled', async (t) => {
  const { client, calls, pass, stop } = withoutServer(t);
  showList(t, client, 'list');
  await pass(2500);
  assert.equal(calls.length, 1);
  stop();
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await pass(20_000);
  assert.equal(calls.length, 1);
});

test('statuses 502 to 504 of a proxy are retried automatically', () => {
  const at = (status: number) => isTransient(new ApiError('500', status));
  assert.deepEqual([501, 502, 503, 504, 505, 1].map(at), [false, true, true, true, false, false]);
});
