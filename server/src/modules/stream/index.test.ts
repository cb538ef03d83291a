import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { AppError } from '../../platform/app-error.ts';
import type { CallerRequest, Guard } from '../../platform/http/person.ts';
import { createLog } from '../../platform/log.ts';
import type { Part, ServerContext } from '../../platform/part.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { plantSeries } from '../../testing/market.ts';
import { PERSON_CHANNEL } from '../accounts/index.ts';
import { updatedTopic } from '../analysis/index.ts';
import {
  formingTopic,
  silenceTopic,
  storedTopic,
  symbolsTopic,
  ticksTopic,
} from '../market/index.ts';
import { startStream } from './index.ts';

/** A subscriber, a person without a subscription, or a guest, by cookie. */
const guard: Guard = async (access, { headers }) => {
  if (!headers.cookie) throw new AppError('unauthorized-401');
  const subscriber = headers.cookie === 'sid=subscriber';
  if (access === 'subscriber' && !subscriber) throw new AppError('forbidden-403');
  return {
    id: subscriber ? 1 : 2,
    publicId: headers.cookie,
    sessionId: 1,
    subscriber,
    student: false,
    admin: false,
  };
};

/** A guard that also says who is behind open sockets, as it says of one. */
function withReadPeople(one: Guard): Guard {
  const ask: Guard = (...given) => one(...given);
  return Object.assign(ask, {
    readPeople: (requests: readonly CallerRequest[]) =>
      Promise.all(
        requests.map((request) =>
          one('user', request).catch((error: unknown) => {
            if (error instanceof AppError) return null;
            throw error;
          }),
        ),
      ),
  });
}

async function serve(t: TestContext, more: Partial<ServerContext> = {}, asked = guard) {
  const context = { ...(await testContext(t)), ...more };
  await plantSeries(context.db, { symbol: 'EURUSD' });
  let stream: Part | undefined;
  const server = await startTestServer(t, {
    context,
    guard: withReadPeople(asked),
    routes: async (web) => {
      stream = await startStream(web);
    },
  });
  const open = async (headers: Record<string, string>) => {
    const ws = new WebSocket(`${server.origin.replace('http', 'ws')}/api/live`, { headers });
    const frames: unknown[] = [];
    ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8'))));
    await once(ws, 'open');
    return { ws, frames, send: (frame: unknown) => ws.send(JSON.stringify(frame)) };
  };
  return { ...context, ...server, stream, open };
}

test('ticks and changed analyses of the bus reach who joined, and new symbols can be joined', async (t) => {
  const { bus, db, open, origin } = await serve(t);
  const client = await open({ origin, cookie: 'sid=subscriber' });
  client.send({ join: 'tick:EURUSD' });
  client.send({ join: 'analysis:EURUSD' });
  client.send({ join: 'tick:THYAO' });
  await until('answers', () => client.frames.length === 3);
  assert.deepEqual(client.frames[2], { error: 'not-found-404', channel: 'tick:THYAO' });
  bus.publish(ticksTopic, [{ s: 'EURUSD', d: 5, p: 1.1 }]);
  await until('a tick', () => client.frames.length === 4);
  assert.deepEqual(client.frames[3], [{ s: 'EURUSD', d: 5, p: 1.1 }]);
  bus.publish(updatedTopic, { symbols: ['EURUSD'], changed: [] });
  bus.publish(updatedTopic, { symbols: ['EURUSD'], changed: ['EURUSD'] });
  await until('a notice', () => client.frames.length === 5);
  assert.deepEqual(client.frames[4], { analysis: 'EURUSD' });
  await plantSeries(db, { symbol: 'THYAO', category: 'bist' });
  bus.publish(symbolsTopic, { symbols: ['THYAO'] });
  // The list is read again in the background.
  await until('joined', async () => {
    client.send({ join: 'tick:THYAO' });
    await new Promise((resolve) => setTimeout(resolve, 250));
    return client.frames.some((frame) => isDeepStrictEqual(frame, { joined: 'tick:THYAO' }));
  });
});

test('every socket is told which sources are silent, a new one as it opens', async (t) => {
  const { bus, open, origin } = await serve(t);
  const first = await open({ origin, cookie: 'sid=user' });
  bus.publish(silenceTopic, { source: 'binance', sinceMs: 5 });
  bus.publish(silenceTopic, { source: 'kraken', sinceMs: 7 });
  await until('two notices', () => first.frames.length === 2);
  const both = [
    { source: 'binance', since: 5 },
    { source: 'kraken', since: 7 },
  ];
  assert.deepEqual(first.frames, [{ silent: both.slice(0, 1) }, { silent: both }]);
  const second = await open({ origin, cookie: 'sid=subscriber' });
  await until('a notice', () => second.frames.length === 1);
  assert.deepEqual(second.frames, [{ silent: both }]);
  bus.publish(silenceTopic, { source: 'binance', sinceMs: null });
  bus.publish(silenceTopic, { source: 'kraken', sinceMs: null });
  await until('the end', () => first.frames.length === 4 && second.frames.length === 3);
  assert.deepEqual([first.frames.at(-1), second.frames.at(-1)], [{ silent: [] }, { silent: [] }]);
  const third = await open({ origin, cookie: 'sid=user' });
  third.send({ leave: 'tick:EURUSD' });
  await until('an answer', () => third.frames.length > 0);
  assert.deepEqual(third.frames, [{ left: 'tick:EURUSD' }], 'nothing to tell');
});

test('who follows a category is told when its lists change: by an analysis, by a day that ends or begins', async (t) => {
  const { bus, open, origin } = await serve(t);
  const client = await open({ origin, cookie: 'sid=user' });
  client.send({ join: 'ticks:forex' });
  await until('joined', () => client.frames.length === 1);
  const words = async (publish: () => void): Promise<unknown[]> => {
    client.frames.length = 0;
    publish();
    // A tick closes the window in which a word would have come.
    bus.publish(ticksTopic, [{ s: 'EURUSD', d: 5, p: 1.1 }]);
    await until('a tick', () => client.frames.some(Array.isArray));
    bus.publish(ticksTopic, [{ s: 'EURUSD', d: 6, p: 1.1 }]);
    await until('another one', () => client.frames.filter(Array.isArray).length === 2);
    return client.frames.filter((frame) => !Array.isArray(frame));
  };
  const lists = [{ lists: 'forex' }];
  const stored = (resolution: '60' | '1D') =>
    bus.publish(storedTopic, [{ symbol: 'EURUSD', seriesId: 1, resolution, bars: null }]);
  const forming = (openTimeMs: number) => {
    const bar = { openTimeMs, open: 1, high: 1, low: 1, close: 1, volume: 1 };
    bus.publish(formingTopic, [
      { symbol: 'EURUSD', seriesId: 1, bars: { '60': [bar], '1D': [bar] } },
    ]);
  };
  const updated = (changed: string[]) =>
    bus.publish(updatedTopic, { symbols: ['EURUSD', 'THYAO'], changed });
  assert.deepEqual(await words(() => updated(['EURUSD'])), lists);
  assert.deepEqual(await words(() => updated([])), []);
  assert.deepEqual(await words(() => updated(['THYAO'])), []);
  assert.deepEqual(await words(() => stored('60')), []);
  assert.deepEqual(await words(() => stored('1D')), lists);
  assert.deepEqual(await words(() => forming(1000)), lists);
  assert.deepEqual(await words(() => forming(1000)), [], 'the same day goes on');
  assert.deepEqual(await words(() => forming(2000)), lists);
});

test('the guard decides who may open the socket and who may hear of analyses', async (t) => {
  const { open, origin } = await serve(t);
  const refused = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, {
    headers: { origin },
  });
  refused.on('error', () => {});
  const [, response] = await once(refused, 'unexpected-response');
  assert.equal(response.statusCode, 401);
  response.destroy();
  const client = await open({ origin, cookie: 'sid=user' });
  client.send({ join: 'analysis:EURUSD' });
  await until('an answer', () => client.frames.length === 1);
  assert.deepEqual(client.frames, [{ error: 'forbidden-403', channel: 'analysis:EURUSD' }]);
});

test('a server that stops says so on every socket', async (t) => {
  const { open, origin, stream } = await serve(t);
  const client = await open({ origin, cookie: 'sid=user' });
  const closed = once(client.ws, 'close');
  await stream?.stop();
  const [code] = await closed;
  assert.equal(code, 1012);
});

test('a web server that closes says so on every socket, and counts them until then', async (t) => {
  const { open, origin, stream, web } = await serve(t);
  assert.deepEqual(stream?.status(), { ready: true, detail: '0 sockets' });
  const client = await open({ origin, cookie: 'sid=user' });
  assert.deepEqual(stream?.status(), { ready: true, detail: '1 sockets' });
  const closed = once(client.ws, 'close');
  await web.app.close();
  const [code] = await closed;
  assert.equal(code, 1012);
});

test('a named person is checked alone, and all people when the person is not known', async (t) => {
  const asked: string[] = [];
  let isOver = false;
  let say: (payload: string | null) => void = () => {};
  let ended = 0;
  const { open, origin, stream } = await serve(
    t,
    {
      listen: (channel, fn) => {
        assert.equal(channel, PERSON_CHANNEL);
        say = fn;
        return () => {
          ended += 1;
        };
      },
    },
    async (access, request) => {
      asked.push(`${String(request.headers.cookie)} ${access}`);
      if (isOver) throw new AppError('unauthorized-401');
      return guard(access, request);
    },
  );
  // The subscriber is person 1, the other one person 2.
  const one = await open({ origin, cookie: 'sid=subscriber' });
  const two = await open({ origin, cookie: 'sid=user' });
  asked.length = 0;
  say('2');
  assert.deepEqual(asked.splice(0), ['sid=user user']);
  say('1');
  // It waits for the answer to the first question.
  await until('the other is asked about', () => asked.length > 0);
  assert.deepEqual(asked.splice(0), ['sid=subscriber user']);
  say('3');
  assert.deepEqual(asked, []);
  isOver = true;
  const closed = [once(one.ws, 'close'), once(two.ws, 'close')];
  say(null);
  assert.deepEqual(
    (await Promise.all(closed)).map(([code]) => code),
    [4401, 4401],
  );
  await stream?.stop();
  assert.equal(ended, 1, 'it listens no more');
});

test('while the guard cannot say, sockets stay open and a request is answered with an error', async (t) => {
  let isBroken = false;
  let say: (payload: string | null) => void = () => {};
  const { open, origin } = await serve(
    t,
    {
      listen: (_channel, fn) => {
        say = fn;
        return () => {};
      },
    },
    async (access, request) => {
      if (isBroken) throw new TypeError('broken');
      return guard(access, request);
    },
  );
  const client = await open({ origin, cookie: 'sid=subscriber' });
  isBroken = true;
  say(null);
  client.send({ join: 'analysis:EURUSD' });
  await until('an answer', () => client.frames.length === 1);
  assert.deepEqual(client.frames, [{ error: '500' }]);
  assert.equal(client.ws.readyState, WebSocket.OPEN);
});

test('a list of symbols that cannot be read is logged', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('error', { write: (line) => void lines.push(JSON.parse(line)) });
  const { bus, db } = await serve(t, { log });
  await sql`alter table series rename to gone`.execute(db);
  bus.publish(symbolsTopic, { symbols: ['EURUSD'] });
  await until('a line', () => lines.length === 1);
  assert.equal(lines[0]?.msg, 'the live socket could not read the symbols');
  assert.match(JSON.stringify(lines[0]?.err), /series.*does not exist/);
});
