import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { WebSocket } from 'ws';
import { AppError } from '../../platform/app-error.ts';
import type { Guard } from '../../platform/http/person.ts';
import type { Part } from '../../platform/part.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { plantSeries } from '../../testing/market.ts';
import { until } from '../../testing/patience.ts';
import { updatedTopic } from '../analysis/index.ts';
import { symbolsTopic, ticksTopic } from '../market/index.ts';
import { startStream } from './index.ts';

/** A subscriber, a person without a subscription, or nobody, by cookie. */
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

async function serve(t: TestContext) {
  const context = await testContext(t);
  await plantSeries(context.db, { symbol: 'EURUSD' });
  let stream: Part | undefined;
  const server = await startTestServer(t, {
    context,
    guard,
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
