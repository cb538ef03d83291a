import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Category, LIMITS } from '@rasat/contract';
import { WebSocket } from 'ws';
import { AppError } from '../../platform/app-error.ts';
import { createClock } from '../../platform/clock.ts';
import { until } from '../../testing/patience.ts';
import type { LivePerson } from './connection.ts';
import { createLiveServer, type LiveServer, type LiveServerOptions } from './live-server.ts';

const SYMBOLS = new Map<string, Category>([
  ['EURUSD', 'forex'],
  ['GBPUSD', 'forex'],
  ['BTCUSDT', 'crypto'],
  ...Array.from({ length: 60 }, (_, i): [string, Category] => [`S${i}`, 'index']),
]);

interface Running {
  readonly live: LiveServer;
  readonly port: number;
  readonly origin: string;
  readonly open: (headers?: Record<string, string>) => Promise<Client>;
}

async function start(t: TestContext, more: Partial<LiveServerOptions> = {}): Promise<Running> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const live = createLiveServer({
    server,
    path: '/api/live',
    clock: createClock(),
    allowsOrigin: (value) => value === origin,
    getPerson: async (request: IncomingMessage) => personOf(request.headers['x-person']),
    ...more,
  });
  live.setSymbols(SYMBOLS);
  t.after(async () => {
    await live.stop();
    server.closeAllConnections();
    server.close();
  });
  return {
    live,
    port,
    origin,
    open: (headers = {}) => connect(port, { origin, 'x-person': 'subscriber', ...headers }),
  };
}

const ended = new Set<string>();
const ids: string[] = [];

function personOf(name: string | string[] | undefined): LivePerson {
  if (typeof name !== 'string' || name === '') throw new AppError('unauthorized-401');
  if (!ids.includes(name)) ids.push(name);
  return {
    id: ids.indexOf(name),
    may: async (access) =>
      !ended.has(`${name} ${access}`) && (access === 'user' || name.startsWith('subscriber')),
  };
}

class Client {
  readonly ws: WebSocket;
  readonly frames: unknown[] = [];
  readonly closed: Promise<number>;
  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString('utf8'))));
    ws.on('error', () => {});
    this.closed = new Promise((resolve) => ws.on('close', (code) => resolve(code)));
  }
  send(value: unknown): void {
    this.ws.send(JSON.stringify(value));
  }
  /** Waits until so many frames have come in all. */
  async until(count: number): Promise<unknown[]> {
    const limit = performance.now() + 120_000;
    while (this.frames.length < count) {
      if (performance.now() > limit) assert.fail(`only ${JSON.stringify(this.frames)} arrived`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.frames;
  }
  async join(...channels: string[]): Promise<void> {
    for (const join of channels) this.send({ join });
    await this.until(channels.length);
    this.frames.length = 0;
  }
}

async function connect(port: number, headers: Record<string, string>): Promise<Client> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/live`, { headers });
  const client = new Client(ws);
  await once(ws, 'open');
  return client;
}

/** The HTTP status with which an upgrade is answered. */
async function upgradeStatus(port: number, headers: Record<string, string>, path = '/api/live') {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  ws.on('error', () => {});
  const [, response] = await once(ws, 'unexpected-response');
  response.destroy();
  return response.statusCode as number;
}

/** A server that lets a busy machine take its time. */
const PATIENT = { staleMs: 600_000, pingMs: 600_000, closeMs: 600_000 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a client hears what it joined: one symbol, a category, a changed analysis', async (t) => {
  const { live, open } = await start(t);
  const client = await open();
  client.send({ join: 'tick:EURUSD' });
  client.send({ join: 'ticks:crypto' });
  client.send({ join: 'analysis:EURUSD' });
  assert.deepEqual(await client.until(3), [
    { joined: 'tick:EURUSD' },
    { joined: 'ticks:crypto' },
    { joined: 'analysis:EURUSD' },
  ]);
  client.frames.length = 0;

  live.offer([
    { s: 'EURUSD', d: 1000, p: 1.1 },
    { s: 'GBPUSD', d: 1000, p: 1.3 },
    { s: 'BTCUSDT', d: 1001, p: 60000 },
  ]);
  const [batch] = await client.until(1);
  assert.deepEqual(batch, [
    { s: 'EURUSD', d: 1000, p: 1.1 },
    { s: 'BTCUSDT', d: 1001, p: 60000 },
  ]);
  client.frames.length = 0;

  live.notice(['GBPUSD', 'EURUSD']);
  assert.deepEqual(await client.until(1), [{ analysis: 'EURUSD' }]);
  client.frames.length = 0;

  client.send({ leave: 'tick:EURUSD' });
  assert.deepEqual(await client.until(1), [{ left: 'tick:EURUSD' }]);
  live.offer([{ s: 'EURUSD', d: 2000, p: 1.2 }]);
  await pause(120);
  assert.equal(client.frames.length, 1, 'nothing comes after leaving');
});

test('within a window only the last price of a symbol is sent', async (t) => {
  const { live, open } = await start(t);
  const client = await open();
  await client.join('ticks:forex');
  for (let i = 1; i <= 100; i += 1) live.offer([{ s: 'EURUSD', d: i, p: 1 + i / 1000 }]);
  live.offer([{ s: 'GBPUSD', d: 5, p: 1.3 }]);
  await client.until(1);
  await pause(150);
  assert.deepEqual(client.frames, [
    [
      { s: 'EURUSD', d: 100, p: 1.1 },
      { s: 'GBPUSD', d: 5, p: 1.3 },
    ],
  ]);
});

test('a category channel follows the symbol list', async (t) => {
  const { live, open } = await start(t);
  const client = await open();
  await client.join('ticks:bist');
  live.setSymbols(new Map([...SYMBOLS, ['THYAO', 'bist']]));
  live.offer([{ s: 'THYAO', d: 1, p: 300 }]);
  assert.deepEqual(await client.until(1), [[{ s: 'THYAO', d: 1, p: 300 }]]);
});

test('big frames arrive whole', async (t) => {
  const { live, open } = await start(t);
  const many = new Map(Array.from({ length: 3000 }, (_, i) => [`N${i}`, 'nasdaq' as const]));
  live.setSymbols(many);
  const client = await open();
  await client.join('ticks:nasdaq');
  live.offer([...many.keys()].map((s, i) => ({ s, d: i, p: i + 0.5 })));
  const [batch] = (await client.until(1)) as { s: string }[][];
  assert.equal(batch?.length, 3000);
  assert.deepEqual(batch?.[2999], { s: 'N2999', d: 2999, p: 2999.5 });
});

test('W1 and W2: a foreign origin gets 403, a request without a session 401', async (t) => {
  const { port, origin } = await start(t);
  for (const headers of [{ origin: 'http://evil.test' }, { origin: 'null' }, {}]) {
    assert.equal(await upgradeStatus(port, { 'x-person': 'user', ...headers }), 403);
  }
  assert.equal(await upgradeStatus(port, { origin }), 401);
  assert.equal(await upgradeStatus(port, { origin, 'x-person': 'user' }, '/api/other'), 404);
});

const oneSocket: { name: string; act: (client: Client) => void; code: number }[] = [
  { name: 'W3 frame of 4,097 bytes', act: (c) => c.ws.send('x'.repeat(4097)), code: 1009 },
  { name: 'W4 binary frame', act: (c) => c.ws.send(Buffer.from('{}')), code: 1003 },
  {
    name: 'W5 third frame that is no request',
    act: (c) => {
      for (const text of ['{', '{"join":1}', '{"join":"tick:EURUSD","leave":"x"}']) c.ws.send(text);
    },
    code: 4400,
  },
  {
    name: 'W8 the twentieth message of a second',
    act: (c) => {
      for (let i = 0; i < 20; i += 1) c.send({ join: 'tick:EURUSD' });
    },
    code: 4429,
  },
];
for (const { name, act, code } of oneSocket) {
  test(`${name} closes with ${code}`, async (t) => {
    const { open } = await start(t);
    const client = await open();
    act(client);
    assert.equal(await client.closed, code);
  });
}

const answers: { name: string; send: unknown[]; last: unknown }[] = [
  { name: 'W5 no JSON', send: ['hello'], last: { error: 'bad-fields-400' } },
  {
    name: 'W5 a second frame that is no request',
    send: ['{', '{'],
    last: { error: 'bad-fields-400' },
  },
  {
    name: 'W6 unknown symbol',
    send: [{ join: 'tick:NOPE' }],
    last: { error: 'not-found-404', channel: 'tick:NOPE' },
  },
  {
    name: 'W6 lower-case symbol',
    send: [{ join: 'tick:eurusd' }],
    last: { error: 'not-found-404', channel: 'tick:eurusd' },
  },
  {
    name: 'W6 unknown category',
    send: [{ join: 'ticks:stocks' }],
    last: { error: 'not-found-404', channel: 'ticks:stocks' },
  },
  {
    name: 'W6 unknown kind',
    send: [{ join: 'bars:EURUSD' }],
    last: { error: 'not-found-404', channel: 'bars:EURUSD' },
  },
  {
    name: 'joining twice',
    send: [{ join: 'tick:EURUSD' }, { join: 'tick:EURUSD' }],
    last: { joined: 'tick:EURUSD' },
  },
  {
    name: 'leaving what was never joined',
    send: [{ leave: 'tick:EURUSD' }],
    last: { left: 'tick:EURUSD' },
  },
  {
    name: 'W8 the tenth message of a second',
    send: Array.from({ length: 10 }, () => ({ join: 'tick:EURUSD' })),
    last: { joined: 'tick:EURUSD' },
  },
  {
    name: 'W8 the eleventh message of a second',
    send: Array.from({ length: 11 }, () => ({ join: 'tick:EURUSD' })),
    last: { error: 'rate-429' },
  },
  {
    name: 'W8 the nineteenth message of a second',
    send: Array.from({ length: 19 }, () => ({ join: 'tick:EURUSD' })),
    last: { error: 'rate-429' },
  },
];
for (const { name, send, last } of answers) {
  test(`${name} is answered`, async (t) => {
    const { open } = await start(t);
    const client = await open();
    for (const frame of send)
      client.ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    assert.deepEqual((await client.until(send.length)).at(-1), last);
    assert.equal(client.ws.readyState, WebSocket.OPEN);
  });
}

test('a person without a subscription may not join an analysis', async (t) => {
  const { open, live } = await start(t);
  const client = await open({ 'x-person': 'user' });
  client.send({ join: 'analysis:EURUSD' });
  assert.deepEqual(await client.until(1), [{ error: 'forbidden-403', channel: 'analysis:EURUSD' }]);
  live.notice(['EURUSD']);
  await pause(100);
  assert.equal(client.frames.length, 1);
});

test('a subscription that ends takes the analyses away, an ended session the socket', async (t) => {
  const { open, live } = await start(t, { patience: { recheckMs: 20 } });
  const client = await open({ 'x-person': 'subscriber 27' });
  await client.join('analysis:EURUSD', 'tick:EURUSD');
  ended.add('subscriber 27 subscriber');
  assert.deepEqual(await client.until(1), [{ error: 'forbidden-403', channel: 'analysis:EURUSD' }]);
  live.notice(['EURUSD']);
  live.offer([{ s: 'EURUSD', d: 1, p: 1 }]);
  assert.deepEqual((await client.until(2))[1], [{ s: 'EURUSD', d: 1, p: 1 }]);
  ended.add('subscriber 27 user');
  assert.equal(await client.closed, 4401);
});

test('W7: the 51st channel is refused; a category counts as one', async (t) => {
  const { open } = await start(t);
  const client = await open();
  const names = ['ticks:index', ...Array.from({ length: 50 }, (_, i) => `tick:S${i}`)];
  for (let i = 0; i < names.length; i += 10) {
    for (const join of names.slice(i, i + 10)) client.send({ join });
    await client.until(Math.min(i + 10, names.length));
    await pause(1000);
  }
  assert.deepEqual(client.frames[49], { joined: 'tick:S48' });
  assert.deepEqual(client.frames[50], { error: 'rate-429', channel: 'tick:S49' });
  assert.equal(LIMITS.liveChannels, 50);
});

test('W10: the eleventh socket of a person closes the oldest with 4409', async (t) => {
  const { open, live } = await start(t);
  const other = await open({ 'x-person': 'user' });
  const own: Client[] = [];
  for (let i = 0; i < 11; i += 1) own.push(await open());
  assert.equal(await own[0]?.closed, 4409);
  await until("ten of one person, one of the other's", () => live.size === 11);
  assert.equal(other.ws.readyState, WebSocket.OPEN);
});

test('W11: a socket that answers no ping is cut, one that does stays', async (t) => {
  // Long enough for a machine whose other work holds both ends up for a moment.
  const pingMs = 1500;
  const { live, open, port, origin } = await start(t, { patience: { pingMs } });
  const mute = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
    headers: { origin, 'x-person': 'mute' },
    autoPong: false,
  });
  mute.on('error', () => {});
  await once(mute, 'open');
  const client = await open();
  const [code] = await once(mute, 'close');
  assert.equal(code, 1006, 'no closing frame: the connection is cut');
  await pause(3 * pingMs);
  assert.equal(client.ws.readyState, WebSocket.OPEN);
  await until('the mute one is gone', () => live.size === 1);
  assert.equal(LIMITS.livePingSeconds, 15);
});

test('W12: a message in 100,000 fragments is cut without growing the memory', async (t) => {
  const { port, origin } = await start(t);
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nX-Person: user\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(socket, 'data');
  const fragment = (first: boolean) => Buffer.from([first ? 0x01 : 0x00, 0x81, 0, 0, 0, 0, 0x20]);
  const message = Buffer.concat(Array.from({ length: 100_000 }, (_, i) => fragment(i === 0)));
  const before = process.memoryUsage().rss;
  socket.write(message);
  socket.resume();
  await once(socket, 'close');
  assert.ok(process.memoryUsage().rss - before < 50e6);
});

test('a slow reader gets the latest values when it reads on, and the others notice nothing', async (t) => {
  const { live, open } = await start(t, { patience: { ...PATIENT, windowMs: 2 } });
  const many = new Map(Array.from({ length: 500 }, (_, i) => [`N${i}`, 'nasdaq' as const]));
  live.setSymbols(many);
  const slow = await open();
  const quick = await open({ 'x-person': 'user' });
  await slow.join('ticks:nasdaq');
  await quick.join('ticks:nasdaq');
  slow.ws.pause();
  // More than the buffers of the machine between the two hold.
  const rounds = 1000;
  for (let round = 1; round <= rounds; round += 1) {
    live.offer([...many.keys()].map((s) => ({ s, d: round, p: round })));
    // Each round is a frame of its own for a reader that reads.
    await quick.until(round);
  }
  const isLatest = (client: Client) => {
    const seen = new Map<string, number>();
    for (const batch of client.frames.slice(-3) as { s: string; d: number }[][]) {
      for (const { s, d } of batch) seen.set(s, d);
    }
    return seen.size === many.size && [...seen.values()].every((d) => d === rounds);
  };
  await until('the quick one has the newest of every symbol', () => isLatest(quick));
  slow.ws.resume();
  await until('the slow one has it too', () => isLatest(slow));
  assert.ok(
    slow.frames.length < quick.frames.length,
    `${slow.frames.length} of ${quick.frames.length}: what it missed was conflated`,
  );
});

test('a reader that stays behind is closed with 4408', async (t) => {
  const { live, open } = await start(t, {
    patience: { ...PATIENT, windowMs: 2, staleMs: 300 },
  });
  const many = new Map(Array.from({ length: 500 }, (_, i) => [`N${i}`, 'nasdaq' as const]));
  live.setSymbols(many);
  const client = await open();
  const quick = await open({ 'x-person': 'user' });
  await client.join('ticks:nasdaq');
  await quick.join('ticks:nasdaq');
  client.ws.pause();
  // More than the buffers of the machine between the two hold.
  for (let round = 1; round <= 1000; round += 1) {
    live.offer([...many.keys()].map((s) => ({ s, d: round, p: round })));
    await quick.until(round);
  }
  await pause(1500);
  client.ws.resume();
  assert.equal(await client.closed, 4408);
});

test('at a restart every socket is told 1012 and new ones are refused', async (t) => {
  const { live, open, port, origin } = await start(t);
  const clients = await Promise.all([open(), open(), open()]);
  const stopped = live.stop();
  assert.equal(await upgradeStatus(port, { origin, 'x-person': 'user' }), 503);
  assert.deepEqual(await Promise.all(clients.map((c) => c.closed)), [1012, 1012, 1012]);
  await stopped;
});
