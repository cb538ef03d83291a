import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { LIMITS } from '@rasat/contract';
import { WebSocket } from 'ws';
import { createManualClock } from '../../platform/clock.ts';
import { randomKeys } from '../../platform/keys.ts';
import { testDatabase } from '../../platform/testing.ts';
import { type AuthServer, NOON_MS, startAuthServer } from '../../testing/auth.ts';
import { until } from '../../testing/eventually.ts';
import { plantSeries } from '../../testing/market.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { openSession, PERSON_CHANNEL } from '../accounts/index.ts';
import { updatedTopic } from '../analysis/index.ts';
import { ticksTopic } from '../market/index.ts';
import { endGrant, grantRight } from '../rights/index.ts';
import { startStream } from './index.ts';

// Real people, real sessions, and two web servers of one installation: what ends in one ends the sockets of the other.

const database = await testDatabase({ after });
await plantSeries(database.db, { symbol: 'EURUSD' });
const clock = createManualClock(NOON_MS);
const both = {
  database,
  clock,
  keys: randomKeys(),
  routes: async (web: Parameters<typeof startStream>[0]) => void (await startStream(web)),
};
const one = await startAuthServer({ after }, both);
const two = await startAuthServer({ after }, both);
const { db } = one.context;

// Until both hear, something may still pass them by.
for (const { context } of [one, two]) {
  let hears = false;
  const end = context.listen(PERSON_CHANNEL, () => {
    hears = true;
  });
  await until('a server hears', () => hears);
  end();
}

interface Client {
  readonly ws: WebSocket;
  readonly frames: unknown[];
  /** Resolves with the code when the socket closes. */
  readonly closed: Promise<number>;
  join(channel: string): Promise<unknown>;
}

async function open({ server }: AuthServer, cookie: string): Promise<Client> {
  const { origin } = server;
  const ws = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, {
    headers: { origin, cookie },
  });
  const frames: unknown[] = [];
  ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8'))));
  ws.on('error', () => {});
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  await once(ws, 'open');
  after(() => ws.terminate());
  return {
    ws,
    frames,
    closed,
    async join(channel) {
      const before = frames.length;
      ws.send(JSON.stringify({ join: channel }));
      await until(`an answer about ${channel}`, () => frames.length > before);
      return frames[before];
    },
  };
}

/** The HTTP status with which a socket is refused to a page of that origin; null stands for none. */
async function refusal(
  { server }: AuthServer,
  cookie?: string,
  origin: string | null = server.origin,
): Promise<number> {
  const ws = new WebSocket(`${server.origin.replace('http', 'ws')}/api/live`, {
    headers: { ...(origin !== null && { origin }), ...(cookie !== undefined && { cookie }) },
  });
  // One that is wrongly let in would otherwise be waited for.
  ws.on('open', () => ws.emit('unexpected-response', undefined, { statusCode: 101, destroy() {} }));
  ws.on('error', () => {});
  const [, response] = await once(ws, 'unexpected-response');
  response.destroy();
  return response.statusCode as number;
}

/** Gives a subscription and answers how it is taken back. */
async function subscribe(person: PlantedPerson, endsAt?: number): Promise<() => Promise<void>> {
  const nowMs = clock.now();
  const grant = { personId: person.id, right: 'subscription', origin: 'test' } as const;
  const ends = endsAt === undefined ? {} : { endsAt };
  const id = await grantRight(db, { ...grant, startsAt: nowMs, ...ends }, nowMs);
  return () => endGrant(db, { id, personId: person.id }, clock.now(), 'taken back');
}

function publish({ context }: AuthServer): void {
  context.bus.publish(updatedTopic, { symbols: ['EURUSD'], changed: ['EURUSD'] });
  context.bus.publish(ticksTopic, [{ s: 'EURUSD', d: 1, p: 1.1 }]);
}

test('W2 without a session, with an ended or an invented one, there is no socket', async () => {
  const ada = await plantPerson(one.context);
  await one.call('POST', '/auth/logout', undefined, { cookie: ada.cookie });
  const invented = `${ada.cookie.split('=')[0]}=${'x'.repeat(43)}`;
  for (const server of [one, two]) {
    for (const cookie of [undefined, ada.cookie, invented]) {
      assert.equal(await refusal(server, cookie), 401);
    }
  }
});

test('W1 a page elsewhere has no socket with the session of who opens it', async () => {
  const ada = await plantPerson(one.context);
  const { origin } = one.server;
  const { port } = new URL(origin);
  // The same session from our own pages, by each name of this machine.
  for (const own of [origin, `http://localhost:${port}`, `http://[::1]:${port}`]) {
    assert.equal(await refusal(one, ada.cookie, own), 101, own);
  }
  // Each differs from ours in one thing: host, what the host ends or begins with, scheme, port.
  for (const foreign of [
    `http://evil.test:${port}`,
    `http://127.0.0.1.evil.test:${port}`,
    `http://evil.localhost:${port}`,
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${Number(port) + 1}`,
    'http://127.0.0.1',
    'null',
    null,
  ]) {
    assert.equal(await refusal(one, ada.cookie, foreign), 403, String(foreign));
  }
});

for (const [where, elsewhere] of [
  ['here', one],
  ['on the other server', two],
] as const) {
  test(`W9 who signs out ${where} has no socket any more; others keep theirs`, async () => {
    const ada = await plantPerson(one.context);
    const bora = await plantPerson(one.context);
    const client = await open(one, ada.cookie);
    const other = await open(one, bora.cookie);
    await client.join('tick:EURUSD');
    await elsewhere.call('POST', '/auth/logout', undefined, { cookie: ada.cookie });
    assert.equal(await client.closed, 4401);
    assert.deepEqual(await other.join('tick:EURUSD'), { joined: 'tick:EURUSD' });
    assert.equal(await refusal(one, ada.cookie), 401);
  });
}

test('a session that is ended from the account page loses its sockets, the one that asks keeps its own', async () => {
  const ada = await plantPerson(one.context);
  const second = await openSession(two.context, ada.id, { complete: true, headers: {} });
  const cookie = second.cookie.split(';')[0] ?? '';
  const mine = await open(one, ada.cookie);
  const lost = await open(two, cookie);
  const id = String(second.id);
  const { status } = await one.call('POST', '/account/sessions/end', { id }, ada);
  assert.equal(status, 200);
  assert.equal(await lost.closed, 4401);
  assert.deepEqual(await mine.join('tick:EURUSD'), { joined: 'tick:EURUSD' });
});

test('W10 the eleventh socket of a person closes the oldest', async () => {
  const ada = await plantPerson(one.context);
  const bora = await plantPerson(one.context);
  const other = await open(one, bora.cookie);
  const own: Client[] = [];
  for (let i = 0; i <= LIMITS.liveSocketsPerPerson; i += 1) own.push(await open(one, ada.cookie));
  assert.equal(await own[0]?.closed, 4409);
  for (const client of [other, own[1], own.at(-1)]) {
    assert.deepEqual(await client?.join('tick:EURUSD'), { joined: 'tick:EURUSD' });
  }
});

test('a subscription that is taken back takes the analyses at once and leaves the prices', async () => {
  const ada = await plantPerson(one.context);
  const takeBack = await subscribe(ada);
  const clients = [await open(one, ada.cookie), await open(two, ada.cookie)];
  for (const client of clients) {
    assert.deepEqual(await client.join('analysis:EURUSD'), { joined: 'analysis:EURUSD' });
    assert.deepEqual(await client.join('tick:EURUSD'), { joined: 'tick:EURUSD' });
  }
  await takeBack();
  const told = { error: 'forbidden-403', channel: 'analysis:EURUSD' };
  for (const { frames } of clients) {
    await until('both are told', () => frames.length === 3);
    assert.deepEqual(frames[2], told);
  }
  publish(one);
  await until('a price', () => clients[0]?.frames.length === 4);
  // A notice would have come before the price, and before this answer.
  assert.deepEqual(await clients[0]?.join('analysis:EURUSD'), told);
  assert.deepEqual(clients[0]?.frames.slice(3), [[{ s: 'EURUSD', d: 1, p: 1.1 }], told]);
});

test('F27 a subscription that ends takes the analyses from open sockets within a minute, and from calls at once', async () => {
  const ada = await plantPerson(one.context);
  const bora = await plantPerson(one.context);
  const endsAt = clock.now() + 90_000;
  await subscribe(ada, endsAt);
  await subscribe(bora);
  const client = await open(one, ada.cookie);
  const other = await open(one, bora.cookie);
  for (const each of [client, other]) {
    assert.deepEqual(await each.join('analysis:EURUSD'), { joined: 'analysis:EURUSD' });
  }
  await clock.advance(89_000);
  publish(one);
  await until('a notice', () => client.frames.length === 2);
  const subscribed = async () =>
    (await one.call('POST', '/auth/info', undefined, { cookie: ada.cookie })).body.subscribed;
  assert.equal(await subscribed(), true);
  await clock.advance(1000);
  assert.equal(clock.now(), endsAt);
  assert.equal(await subscribed(), false);
  await clock.advance(60_000);
  await until('the analysis is taken away', () => client.frames.length === 3);
  assert.deepEqual(client.frames[2], { error: 'forbidden-403', channel: 'analysis:EURUSD' });
  publish(one);
  await until('the other hears of it', () => other.frames.length === 3);
  // The socket is open, and the answer is all that has come; a price that was published may still be on its way.
  assert.deepEqual(await client.join('ticks:crypto'), { joined: 'ticks:crypto' });
  assert.equal(client.frames.length, 4);
});
