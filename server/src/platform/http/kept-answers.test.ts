import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ROUTES, VERSION_HEADER } from '@rasat/contract';
import { createManualClock } from '../clock.ts';
import { startTestServer, testContext } from '../testing.ts';
import { keepAnswers } from './kept-answers.ts';
import { registerRoute } from './route.ts';

const LASTS_MS = 1000;

/** A server with one list, which counts how often it was made. */
async function serve(t: TestContext) {
  const clock = createManualClock(Date.UTC(2026, 0, 5));
  const context = await testContext(t, { clock });
  const made = { count: 0, rows: 300, of: {} as object, asideOf: () => 0 };
  const server = await startTestServer(t, {
    context,
    routes(web) {
      const kept = keepAnswers(clock);
      registerRoute(web, ROUTES.quotes, (call) =>
        kept.answer(call, {
          name: call.params.type,
          of: made.of,
          lastsMs: LASTS_MS,
          make() {
            made.count += 1;
            const content = JSON.stringify(Array.from({ length: made.rows }, (_, i) => i));
            return { json: `{"serverTime":${made.asideOf()},"quotes":${content}}`, content };
          },
        }),
      );
    },
  });
  const ask = async (query = '', encoding = 'gzip', type = 'crypto') => {
    const { headers, status, ...reply } = await server
      .fetch(`/api/quotes/${type}${query}`, { headers: { 'accept-encoding': encoding } })
      .then(async (response) => ({
        headers: response.headers,
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
      }));
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    const version = headers.get(VERSION_HEADER);
    return { ...reply, version, encoding: headers.get('content-encoding') };
  };
  return { clock, made, ask };
}

test('callers at once share one body, whole or compressed, and none of them may store it', async (t) => {
  const { made, ask } = await serve(t);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, i) => ask('', i % 2 === 0 ? 'gzip' : 'identity')),
  );
  assert.equal(made.count, 1);
  const [first, second] = replies;
  assert.ok(first && second);
  assert.equal((first.body.quotes as unknown[]).length, 300);
  assert.deepEqual([first.encoding, second.encoding], ['gzip', null]);
  for (const { body, version } of replies) {
    assert.deepEqual(body, first.body);
    assert.equal(version, first.version);
  }
});

test('who has the version is told so and no more; who has another one gets the whole', async (t) => {
  const { ask } = await serve(t);
  const { version, body } = await ask();
  assert.ok(version);
  const same = await ask(`?have=${version}`);
  assert.deepEqual(same, { body: { unchanged: true }, version, encoding: null });
  assert.deepEqual((await ask('?have=other')).body, body);
  assert.deepEqual((await ask(`?have=${version}`, 'gzip', 'forex')).body, { unchanged: true });
});

test('a body is made again when its source changes at once, else after its time', async (t) => {
  const { clock, made, ask } = await serve(t);
  const first = await ask();
  made.rows = 301;
  await clock.advance(LASTS_MS - 1);
  assert.equal((await ask()).version, first.version);
  assert.equal(made.count, 1);
  await clock.advance(1);
  const second = await ask(`?have=${first.version}`);
  assert.equal((second.body.quotes as unknown[]).length, 301);
  made.rows = 302;
  made.of = {};
  const third = await ask(`?have=${second.version}`);
  assert.equal((third.body.quotes as unknown[]).length, 302);
  assert.equal(new Set([first, second, third].map(({ version }) => version)).size, 3);
});

test('what changes by itself makes no version, and is sent as it is now', async (t) => {
  const { clock, made, ask } = await serve(t);
  made.asideOf = () => clock.now();
  const { version } = await ask();
  await clock.advance(60_000);
  assert.deepEqual((await ask(`?have=${version}`)).body, { unchanged: true });
  for (const encoding of ['gzip', 'identity']) {
    const whole = await ask('', encoding);
    assert.equal(whole.version, version);
    assert.equal(whole.body.serverTime, clock.now());
  }
});

test('a version is the same for every process that has the same content', async (t) => {
  const [one, other] = [await serve(t), await serve(t)];
  assert.equal((await one.ask()).version, (await other.ask()).version);
});

test('a short body is not compressed', async (t) => {
  const { made, ask } = await serve(t);
  made.rows = 3;
  assert.equal((await ask()).encoding, null);
});
