import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Category, LIMITS } from '@rasat/contract';
import { WebSocket } from 'ws';
import { AppError } from '../../platform/app-error.ts';
import { createClock, createManualClock } from '../../platform/clock.ts';
import { until } from '../../testing/eventually.ts';
import { Connection, type LivePerson, type Standing } from './connection.ts';
import { textFrame } from './frame.ts';
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
  /** Opens a client, with the socket that the server writes to it. */
  readonly openBoth: (person?: string) => Promise<{ client: Client; outlet: net.Socket }>;
}

async function start(
  t: TestContext,
  more: Partial<LiveServerOptions> = {},
  server = createServer(),
): Promise<Running> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const outlets: net.Socket[] = [];
  server.on('connection', (socket) => outlets.push(socket));
  const live = createLiveServer({
    server,
    path: '/api/live',
    clock: createClock(),
    allowsOrigin: (value) => value === origin,
    getPerson: async (request: IncomingMessage) => personOf(request.headers['x-person']),
    readStandings: (people) => Promise.all(people.map(standingOf)),
    ...more,
  });
  live.setSymbols(SYMBOLS, new Set());
  t.after(async () => {
    // One that is held back would let a stop wait for its closing.
    for (const outlet of outlets) outlet.destroy();
    await live.stop();
    server.closeAllConnections();
    server.close();
  });
  const open: Running['open'] = (headers = {}) =>
    connect(port, { origin, 'x-person': 'subscriber', ...headers });
  return {
    live,
    port,
    origin,
    open,
    async openBoth(person = 'subscriber') {
      const client = await open({ 'x-person': person });
      const outlet = outlets.at(-1);
      assert.ok(outlet);
      return { client, outlet };
    },
  };
}

const ended = new Set<string>();
const ids: string[] = [];

/** What their own answers to the joins of channels say. */
async function standingOf(person: LivePerson): Promise<Standing> {
  if (!(await person.may('user'))) return 'ended';
  return (await person.may('subscriber')) ? 'subscriber' : 'user';
}

function personOf(name: string | string[] | undefined): LivePerson {
  if (typeof name !== 'string' || name === '') throw new AppError('unauthorized-401');
  if (!ids.includes(name)) ids.push(name);
  return {
    id: ids.indexOf(name),
    cookie: name,
    may: async (access) =>
      !ended.has(`${name} ${access}`) && (access === 'user' || name.startsWith('subscriber')),
  };
}

/** How long a machine that is slow and busy may take. */
const TIMEOUT_MS = 120_000;

class Client {
  readonly ws: WebSocket;
  readonly frames: unknown[] = [];
  /** The code with which the socket is closed; 0 when it is not for very long. */
  readonly closed: Promise<number>;
  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString('utf8'))));
    ws.on('error', () => {});
    this.closed = new Promise((resolve) => {
      ws.on('close', resolve);
      setTimeout(resolve, TIMEOUT_MS, 0).unref();
    });
  }
  send(value: unknown): void {
    this.ws.send(JSON.stringify(value));
  }
  /** Waits until so many frames have come in all. */
  async until(count: number): Promise<unknown[]> {
    const limit = performance.now() + TIMEOUT_MS;
    while (this.frames.length < count) {
      if (performance.now() > limit)
        assert.fail(`only ${JSON.stringify(this.frames).slice(0, 500)} arrived`);
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
const LONG_LIMITS = { staleMs: 600_000, pingMs: 600_000, closeMs: 600_000 };

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
  live.offer([
    { s: 'EURUSD', d: 2000, p: 1.2 },
    { s: 'BTCUSDT', d: 2000, p: 61000 },
  ]);
  const [, after] = await client.until(2);
  assert.deepEqual(after, [{ s: 'BTCUSDT', d: 2000, p: 61000 }], 'nothing comes after leaving');
});

test('within a window only the last price of a symbol is sent', async (t) => {
  const { live, open } = await start(t);
  const client = await open();
  await client.join('ticks:forex');
  for (let i = 1; i <= 100; i += 1) live.offer([{ s: 'EURUSD', d: i, p: 1 + i / 1000 }]);
  live.offer([{ s: 'GBPUSD', d: 5, p: 1.3 }]);
  await client.until(1);
  live.offer([{ s: 'GBPUSD', d: 6, p: 1.4 }]);
  assert.deepEqual(await client.until(2), [
    [
      { s: 'EURUSD', d: 100, p: 1.1 },
      { s: 'GBPUSD', d: 5, p: 1.3 },
    ],
    [{ s: 'GBPUSD', d: 6, p: 1.4 }],
  ]);
});

test('a category channel follows the symbol list', async (t) => {
  const { live, open } = await start(t);
  const client = await open();
  await client.join('ticks:bist');
  live.setSymbols(new Map([...SYMBOLS, ['THYAO', 'bist']]), new Set());
  live.offer([{ s: 'THYAO', d: 1, p: 300 }]);
  assert.deepEqual(await client.until(1), [[{ s: 'THYAO', d: 1, p: 300 }]]);
});

test('big frames arrive whole', async (t) => {
  const { live, open } = await start(t);
  const many = new Map(Array.from({ length: 3000 }, (_, i) => [`N${i}`, 'nasdaq' as const]));
  live.setSymbols(many, new Set());
  const client = await open();
  await client.join('ticks:nasdaq');
  live.offer([...many.keys()].map((s, i) => ({ s, d: i, p: i + 0.5 })));
  const [batch] = (await client.until(1)) as { s: string }[][];
  assert.equal(batch?.length, 3000);
  assert.deepEqual(batch?.[2999], { s: 'N2999', d: 2999, p: 2999.5 });
});

test('W1 and W2: a foreign origin gets 403, a request without a session 401', async (t) => {
  const { port, origin, open } = await start(t);
  const good = { origin, 'x-person': 'user' };
  assert.equal((await open(good)).ws.readyState, WebSocket.OPEN);
  const refused = (headers: Record<string, string>, path?: string) =>
    upgradeStatus(port, headers, path);
  for (const foreign of [
    // Each in one thing: the host, the port, the scheme.
    `http://evil.test:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}/`,
    'null',
  ]) {
    assert.equal(await refused({ ...good, origin: foreign }), 403, foreign);
  }
  assert.equal(await refused({ 'x-person': 'user' }), 403, 'no origin');
  assert.equal(await refused({ origin }), 401);
  assert.equal(await refused(good, '/api/other'), 404);
});

/** Time of which the test says how it goes. */
function handClock(): { ms: number; readonly now: () => number } {
  const clock = { ms: 0, now: () => clock.ms };
  return clock;
}

const JOIN = JSON.stringify({ join: 'tick:EURUSD' });
const JOINED = { joined: 'tick:EURUSD' };

test('W3 a frame of 4,096 bytes is read, one of 4,097 bytes closes with 1009', async (t) => {
  const { open } = await start(t);
  const client = await open();
  client.ws.send(JOIN.padEnd(4096));
  assert.deepEqual(await client.until(1), [JOINED]);
  client.ws.send(JOIN.padEnd(4097));
  assert.equal(await client.closed, 1009);
});

test('W4 the same request is answered as text, and as a binary frame closes with 1003', async (t) => {
  const { open } = await start(t);
  const client = await open();
  client.ws.send(JOIN);
  assert.deepEqual(await client.until(1), [JOINED]);
  client.ws.send(Buffer.from(JOIN));
  assert.equal(await client.closed, 1003);
});

test('W5 two frames that are no request are answered, the third closes with 4400', async (t) => {
  const { open } = await start(t);
  const refused = { error: 'bad-fields-400' };
  for (const text of [
    'hello',
    '{"join":"tick:EURUSD"',
    '["join"]',
    '"join"',
    'null',
    '{}',
    '{"join":1}',
    '{"subscribe":"tick:EURUSD"}',
    '{"join":"tick:EURUSD","leave":"tick:EURUSD"}',
  ]) {
    const client = await open();
    for (const frame of [text, text, JOIN]) client.ws.send(frame);
    assert.deepEqual(await client.until(3), [refused, refused, JOINED], text);
    client.ws.send(text);
    assert.equal(await client.closed, 4400, text);
  }
});

test('W8 ten messages a second are taken, further ones refused, and the tenth refusal of a minute closes with 4429', async (t) => {
  const clock = handClock();
  const { open } = await start(t, { limits: { ...LONG_LIMITS, now: clock.now } });
  const refused = { error: 'rate-429' };
  /** Sends so many messages at that moment, and what they were answered. */
  const send = async (client: Client, atMs: number, count: number) => {
    clock.ms = atMs;
    client.frames.length = 0;
    for (let i = 0; i < count; i += 1) client.ws.send(JOIN);
    return client.until(count);
  };
  const all = (answer: object, count: number) => Array.from({ length: count }, () => answer);

  const client = await open();
  assert.deepEqual(await send(client, 0, 10), all(JOINED, 10));
  assert.deepEqual(await send(client, 999, 1), [refused]);
  assert.deepEqual(await send(client, 1000, 10), all(JOINED, 10), 'the next second');

  const hasty = await open();
  const both = [...all(JOINED, 10), ...all(refused, 9)];
  assert.deepEqual(await send(hasty, 0, 19), both);
  // A minute after the first refusal they are forgotten.
  assert.deepEqual(await send(hasty, 60_000, 19), both);
  assert.equal(hasty.ws.readyState, WebSocket.OPEN);
  assert.deepEqual(await send(hasty, 119_999, 10), all(JOINED, 10));
  hasty.ws.send(JOIN);
  assert.equal(await hasty.closed, 4429);
});

const answers: { name: string; send: unknown[]; last: unknown }[] = [
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
];
for (const { name, send, last } of answers) {
  test(`${name} is answered`, async (t) => {
    const { open } = await start(t);
    const client = await open();
    for (const frame of send) client.send(frame);
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
  client.ws.send(JOIN);
  assert.deepEqual((await client.until(2))[1], JOINED, 'no notice came before');
});

test('licensed ticks are for subscribers: a symbol is refused to others, a category goes on without it', async (t) => {
  const { live, open } = await start(t);
  live.setSymbols(SYMBOLS, new Set(['GBPUSD']));
  const subscriber = await open({ 'x-person': 'subscriber licensed' });
  const other = await open({ 'x-person': 'another' });
  await subscriber.join('tick:GBPUSD', 'ticks:forex');
  other.send({ join: 'tick:GBPUSD' });
  other.send({ join: 'ticks:forex' });
  assert.deepEqual(await other.until(2), [
    { error: 'forbidden-403', channel: 'tick:GBPUSD' },
    { joined: 'ticks:forex' },
  ]);
  const euro = { s: 'EURUSD', d: 1, p: 1.1 };
  const pound = { s: 'GBPUSD', d: 1, p: 1.3 };
  const symbolsOf = (frames: readonly unknown[]): string[] =>
    (frames as (typeof euro)[][])
      .flat()
      .map(({ s }) => s)
      .toSorted();
  live.offer([euro, pound]);
  assert.deepEqual(symbolsOf((await subscriber.until(1)).slice(0)), ['EURUSD', 'GBPUSD']);
  assert.deepEqual(symbolsOf((await other.until(3)).slice(2)), ['EURUSD']);
  // With the subscription they go.
  ended.add('subscriber licensed subscriber');
  live.recheck(ids.indexOf('subscriber licensed'));
  assert.deepEqual((await subscriber.until(2)).slice(1), [
    { error: 'forbidden-403', channel: 'tick:GBPUSD' },
  ]);
  live.offer([euro, pound]);
  assert.deepEqual(symbolsOf((await subscriber.until(3)).slice(2)), ['EURUSD']);
  // And with a new one the category is whole again.
  ended.delete('subscriber licensed subscriber');
  live.recheck(ids.indexOf('subscriber licensed'));
  await new Promise((resolve) => setImmediate(resolve));
  live.offer([euro, pound]);
  assert.deepEqual(symbolsOf((await subscriber.until(4)).slice(3)), ['EURUSD', 'GBPUSD']);
});

test('a subscription that ends takes the analyses away, an ended session the socket', async (t) => {
  const { open, live } = await start(t, { limits: { recheckMs: 20 } });
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

test('W7: the 51st channel is refused, of any kind; one that is left makes room', async (t) => {
  const clock = handClock();
  const { open } = await start(t, { limits: { ...LONG_LIMITS, now: clock.now } });
  const client = await open();
  const ask = async (frame: object) => {
    clock.ms += 1000;
    client.frames.length = 0;
    client.send(frame);
    return (await client.until(1))[0];
  };
  // A category counts as one, however many symbols it has.
  const names = [
    'ticks:index',
    'analysis:EURUSD',
    ...Array.from({ length: 48 }, (_, i) => `tick:S${i}`),
  ];
  for (const join of names) assert.deepEqual(await ask({ join }), { joined: join });
  for (const join of ['tick:S48', 'ticks:forex', 'analysis:S0']) {
    assert.deepEqual(await ask({ join }), { error: 'rate-429', channel: join });
  }
  assert.deepEqual(await ask({ join: 'tick:S47' }), { joined: 'tick:S47' }, 'it has that one');
  assert.deepEqual(await ask({ leave: 'tick:S0' }), { left: 'tick:S0' });
  assert.deepEqual(await ask({ join: 'tick:S48' }), { joined: 'tick:S48' });
  assert.deepEqual(await ask({ join: 'tick:S0' }), { error: 'rate-429', channel: 'tick:S0' });
  assert.equal(LIMITS.liveChannels, 50);
});

test('W10: the eleventh socket of a person closes the oldest with 4409', async (t) => {
  const { open, live } = await start(t);
  const other = await open({ 'x-person': 'user' });
  const own: Client[] = [];
  for (let i = 0; i < 10; i += 1) own.push(await open());
  for (const client of own) {
    client.ws.send(JOIN);
    assert.deepEqual(await client.until(1), [JOINED], 'ten are served');
  }
  own.push(await open());
  assert.equal(await own[0]?.closed, 4409);
  await until("ten of one person, one of the other's", () => live.size === 11);
  assert.equal(other.ws.readyState, WebSocket.OPEN);
});

test('W11: a socket that answers no ping is cut, one that does stays', async (t) => {
  const clock = handClock();
  // A ping every 20 ms of the machine's; how long a socket has been mute is for the clock to say.
  const { live, open, port, origin } = await start(t, { limits: { pingMs: 20, now: clock.now } });
  const pings = { mute: 0, client: 0 };
  const mute = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
    headers: { origin, 'x-person': 'mute' },
    autoPong: false,
  });
  mute.on('error', () => {});
  mute.on('ping', () => {
    pings.mute += 1;
  });
  await once(mute, 'open');
  const closed = once(mute, 'close');
  const client = await open();
  client.ws.on('ping', () => {
    pings.client += 1;
  });
  /** Waits until each was pinged at that moment, and what the client answered has arrived. */
  const passTo = async (ms: number) => {
    clock.ms = ms;
    const before = { ...pings };
    const seen = client.frames.length;
    await until(
      'a ping for each',
      () => pings.mute > before.mute + 1 && pings.client > before.client + 1,
    );
    client.ws.send(JOIN);
    await client.until(seen + 1);
  };
  await passTo(20);
  // Two periods, not more: the ping says that it was not cut.
  await passTo(40);
  clock.ms = 41;
  const [code] = await closed;
  assert.equal(code, 1006, 'no closing frame: the connection is cut');
  const before = pings.client;
  await until('the other is pinged on', () => pings.client > before + 1);
  assert.equal(live.size, 1);
  assert.equal(LIMITS.livePingSeconds, 15);
});

/** A socket whose frames are written byte by byte, with what the server says to it. */
async function openRaw({ port, origin }: Pick<Running, 'port' | 'origin'>) {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.setNoDelay(true);
  socket.write(
    `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nX-Person: user\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(socket, 'data');
  let said = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    said = Buffer.concat([said, chunk]);
  });
  /** Waits for the next short frame that is no ping: two bytes of a head, and as many as its second one says. */
  const next = async (): Promise<Buffer> => {
    await until('a frame', () => said.length >= 2 && said.length >= 2 + (said[1] ?? 0));
    const end = 2 + (said[1] ?? 0);
    const frame = said.subarray(0, end);
    said = said.subarray(end);
    return frame[0] === 0x89 ? next() : frame;
  };
  return {
    socket,
    /** The text of the next frame, or the code of the closing. */
    next: async (): Promise<string | number> => {
      const frame = await next();
      return frame[0] === 0x88 ? frame.readUInt16BE(2) : frame.toString('utf8', 2);
    },
  };
}

const TEXT = 0x01;
const CONTINUATION = 0x00;
/** A frame as a browser sends it, its mask of zeros; `last` says that no fragment follows. */
function maskedFrame(kind: number, text: string, last: boolean): Buffer {
  const length = text.length;
  const head = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([
    Buffer.of((last ? 0x80 : 0) | kind, ...head, 0, 0, 0, 0),
    Buffer.from(text),
  ]);
}

/** A request in so many fragments, of blanks where its characters are too few. */
function fragments(text: string, count: number): Buffer {
  const parts = Array.from({ length: count }, (_, at) => text[at] ?? ' ');
  return Buffer.concat(
    parts.map((part, at) => maskedFrame(at === 0 ? TEXT : CONTINUATION, part, at === count - 1)),
  );
}

test('W12: a message of 64 fragments is read, of 65 closes with 1008', async (t) => {
  const running = await start(t);
  const { socket, next } = await openRaw(running);
  t.after(() => void socket.destroy());
  socket.write(fragments(JOIN, 64));
  assert.equal(await next(), '{"joined":"tick:EURUSD"}');
  socket.write(fragments(JOIN, 65));
  assert.equal(await next(), 1008);
});

test('W12: a message of two fragments may have 4,096 bytes in all, with 4,097 it closes with 1009', async (t) => {
  const running = await start(t);
  const { socket, next } = await openRaw(running);
  t.after(() => void socket.destroy());
  const rest = (bytes: number) => maskedFrame(CONTINUATION, ' '.repeat(bytes - JOIN.length), true);
  socket.write(Buffer.concat([maskedFrame(TEXT, JOIN, false), rest(4096)]));
  assert.equal(await next(), '{"joined":"tick:EURUSD"}');
  socket.write(Buffer.concat([maskedFrame(TEXT, JOIN, false), rest(4097)]));
  assert.equal(await next(), 1009);
});

test('W12: a message may arrive in 256 pieces, with the 257th it closes with 1008', async (t) => {
  const arrived: Buffer[] = [];
  const server = createServer();
  const running = await start(t, {}, server);
  server.on('upgrade', (_request, socket) =>
    socket.on('data', (chunk: Buffer) => arrived.push(chunk)),
  );
  const { socket, next } = await openRaw(running);
  t.after(() => void socket.destroy());
  /** Writes the head at once and then byte by byte, each when the one before has arrived. */
  const trickle = async (bytes: number) => {
    const frame = maskedFrame(TEXT, JOIN.padEnd(bytes), true);
    const pieces = [
      frame.subarray(0, 8),
      ...Array.from(frame.subarray(8), (byte) => Buffer.of(byte)),
    ];
    for (const piece of pieces) {
      const before = arrived.length;
      socket.write(piece);
      while (arrived.length === before) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await trickle(256);
  assert.equal(await next(), '{"joined":"tick:EURUSD"}');
  await trickle(257);
  assert.equal(await next(), 1008);
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

/** Writes a text of that many bytes, as a frame of the server's own would be. */
function fillUp(outlet: net.Socket, waitingBytes: number): void {
  outlet.cork();
  const bytes = waitingBytes - outlet.writableLength;
  const head = bytes - 4 < 65_536 ? 4 : 10;
  outlet.write(textFrame(JSON.stringify('x'.repeat(bytes - head - 2))));
  assert.equal(outlet.writableLength, waitingBytes);
}

/** The frames without those that only fill the socket. */
const said = ({ frames }: Client): unknown[] => frames.filter((frame) => typeof frame !== 'string');

test('with 65,536 bytes before it a notice is written, with one more it waits and is told once', async (t) => {
  const { live, openBoth } = await start(t, { limits: LONG_LIMITS });
  const [below, above] = [await openBoth(), await openBoth('subscriber 2')];
  for (const { client } of [below, above]) await client.join('analysis:EURUSD', 'tick:EURUSD');
  fillUp(below.outlet, 65_536);
  fillUp(above.outlet, 65_537);
  live.notice(['EURUSD']);
  const [full, waiting] = [below.outlet.writableLength, above.outlet.writableLength];
  assert.ok(full > 65_536, 'it was written');
  assert.equal(waiting, 65_537, 'it was not');
  live.notice(['EURUSD']);
  live.notice(['EURUSD']);
  assert.deepEqual([below.outlet.writableLength, above.outlet.writableLength], [full, waiting]);
  below.outlet.uncork();
  above.outlet.uncork();
  const notice = { analysis: 'EURUSD' };
  await until(
    'both have read on',
    () => said(below.client).length === 2 && said(above.client).length === 1,
  );
  live.offer([{ s: 'EURUSD', d: 1, p: 1.1 }]);
  const tick = [{ s: 'EURUSD', d: 1, p: 1.1 }];
  await until('a tick', () => said(below.client).length === 3 && said(above.client).length === 2);
  assert.deepEqual(said(below.client), [notice, notice, tick]);
  assert.deepEqual(said(above.client), [notice, tick]);
});

test('with 262,144 bytes before it a socket is still waited for, with one more it is closed with 4408', async (t) => {
  const { live, openBoth } = await start(t, { limits: LONG_LIMITS });
  const [below, above] = [await openBoth(), await openBoth('subscriber 2')];
  for (const { client } of [below, above]) await client.join('analysis:EURUSD');
  fillUp(below.outlet, 262_144);
  fillUp(above.outlet, 262_145);
  live.notice(['EURUSD']);
  below.outlet.uncork();
  above.outlet.uncork();
  assert.equal(await above.client.closed, 4408);
  assert.deepEqual(said(above.client), []);
  await until('the other has read on', () => said(below.client).length === 1);
  assert.deepEqual(said(below.client), [{ analysis: 'EURUSD' }]);
});

test('with 262,144 bytes before it an answer is written, with one more the socket is closed with 4408', async (t) => {
  const { openBoth } = await start(t, { limits: LONG_LIMITS });
  for (const [bytes, code] of [
    [262_144, null],
    [262_145, 4408],
  ] as const) {
    const { client, outlet } = await openBoth();
    fillUp(outlet, bytes);
    client.ws.send(JOIN);
    await until('an answer or the end', () => outlet.writableLength > bytes);
    outlet.uncork();
    if (code !== null) assert.equal(await client.closed, code);
    else await until('the answer', () => said(client).length === 1);
    assert.deepEqual(said(client), code === null ? [JOINED] : []);
  }
});

test('a reader that stays behind for longer than its limit is closed with 4408', async (t) => {
  const clock = handClock();
  const { live, openBoth } = await start(t, {
    limits: { ...LONG_LIMITS, staleMs: 50, now: clock.now },
  });
  const [first, second] = [await openBoth(), await openBoth('subscriber 2')];
  for (const { client } of [first, second]) await client.join('analysis:EURUSD', 'analysis:GBPUSD');
  const waiting = 100_000;
  for (const { outlet } of [first, second]) fillUp(outlet, waiting);
  live.notice(['EURUSD']);
  // Only the second is new to being behind with this.
  second.outlet.uncork();
  await until('the second has read on', () => said(second.client).length === 1);
  clock.ms = 1;
  fillUp(second.outlet, waiting);
  live.notice(['GBPUSD']);
  clock.ms = 51;
  await until('the first is closed', () => first.outlet.writableLength > waiting);
  assert.equal(second.outlet.writableLength, waiting, 'the other has its whole limit');
  clock.ms = 52;
  await until('the second is closed', () => second.outlet.writableLength > waiting);
  for (const { client, outlet } of [first, second]) {
    outlet.uncork();
    assert.equal(await client.closed, 4408);
  }
});

test('a frame arrives whole on both sides of each length of its head', async (t) => {
  const { openBoth } = await start(t);
  const { client, outlet } = await openBoth();
  // RFC 6455, 5.2: one byte says up to 125, two more up to 65,535, eight more the rest.
  const lengths = [125, 126, 65_535, 65_536];
  for (const bytes of lengths) outlet.write(textFrame(JSON.stringify('x'.repeat(bytes - 2))));
  assert.deepEqual(
    (await client.until(4)).map((text) => String(text).length + 2),
    lengths,
  );
});

test('a slow reader gets the latest values when it reads on, and the others notice nothing', async (t) => {
  const { live, open, openBoth } = await start(t, { limits: { ...LONG_LIMITS, windowMs: 2 } });
  const many = new Map(Array.from({ length: 500 }, (_, i) => [`N${i}`, 'nasdaq' as const]));
  live.setSymbols(many, new Set());
  const slow = await openBoth();
  const quick = await open({ 'x-person': 'user' });
  await slow.client.join('ticks:nasdaq');
  await quick.join('ticks:nasdaq');
  slow.outlet.cork();
  // Some 15 kB each: from the sixth on more waits than a socket may have before it.
  const rounds = 20;
  const batch = (round: number) => [...many.keys()].map((s) => ({ s, d: round, p: round }));
  for (let round = 1; round <= rounds; round += 1) {
    live.offer(batch(round));
    // Each round is a frame of its own for a reader that reads.
    await quick.until(round);
  }
  slow.outlet.uncork();
  await until('it has the newest', () =>
    isDeepStrictEqual(slow.client.frames.at(-1), batch(rounds)),
  );
  const count = slow.client.frames.length;
  assert.ok(count < rounds / 2, `${count} frames: what it missed was conflated`);
  live.offer(batch(rounds + 1));
  assert.deepEqual((await slow.client.until(count + 1)).at(-1), batch(rounds + 1));
});

test('at a restart every socket is told 1012 and new ones are refused', async (t) => {
  const { live, open, port, origin } = await start(t);
  const clients = await Promise.all([open(), open(), open()]);
  const stopped = live.stop();
  assert.equal(await upgradeStatus(port, { origin, 'x-person': 'user' }), 503);
  assert.deepEqual(await Promise.all(clients.map((c) => c.closed)), [1012, 1012, 1012]);
  await stopped;
});

test('an upgrade to another path is left to the listener of that path', async (t) => {
  const server = createServer();
  const { port, origin, open } = await start(t, {}, server);
  server.on('upgrade', ({ url }, socket) => {
    if (url !== '/other') return;
    // Not at once: a refusal would be there before it.
    setImmediate(() => {
      socket.end('HTTP/1.1 418 Teapot\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const headers = { origin, 'x-person': 'user' };
  assert.equal(await upgradeStatus(port, headers, '/other'), 418);
  // The query is no part of the path.
  assert.equal(await upgradeStatus(port, { origin }, '/api/live?page=1'), 401);
  assert.equal((await open()).ws.readyState, WebSocket.OPEN);
});

test('frames are not compressed, and nothing waits for a fuller packet', async (t) => {
  const setNoDelay = t.mock.method(net.Socket.prototype, 'setNoDelay');
  const { openBoth } = await start(t);
  const { client, outlet } = await openBoth();
  assert.equal(client.ws.extensions, '');
  const said = setNoDelay.mock.calls.findLast((call) => call.this === outlet);
  assert.ok(said && said.arguments[0] !== false);
});

test('the open sockets of all people are counted, and one that is over the limit counts no more', async (t) => {
  const running = await start(t, { limits: LONG_LIMITS });
  const { live, open } = running;
  // It never answers the closing.
  const { socket, next } = await openRaw(running);
  t.after(() => void socket.destroy());
  const own: Client[] = [];
  for (let at = 0; at < 9; at += 1) own.push(await open({ 'x-person': 'user' }));
  const other = await open();
  assert.equal(live.size, 11);
  own.push(await open({ 'x-person': 'user' }));
  assert.equal(live.size, 11);
  assert.equal(await next(), 4409);
  own.push(await open({ 'x-person': 'user' }));
  assert.equal(await own[0]?.closed, 4409, 'the next one is the oldest of those that are left');
  for (const client of own.slice(3)) client.ws.close();
  await until('two of the one and one of the other', () => live.size === 3);
  own[1]?.ws.close();
  await until('one is left of each', () => live.size === 2);
  own[2]?.ws.close();
  await until('one is left', () => live.size === 1);
  other.ws.close();
  await until('none is left', () => live.size === 0);
});

test('a connection that breaks while its person is looked up harms no other', async (t) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: found, resolve: find } = Promise.withResolvers<void>();
  const server = createServer();
  const { live, port, origin, open } = await start(
    t,
    {
      getPerson: async ({ headers }) => {
        if (headers['x-person'] !== 'late') return personOf(headers['x-person']);
        ask();
        await found;
        return personOf('late');
      },
    },
    server,
  );
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  server.on('upgrade', (_request, socket) => socket.once('close', go));
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nX-Person: late\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await asked;
  socket.resetAndDestroy();
  await gone;
  find();
  const client = await open();
  client.ws.send(JOIN);
  assert.deepEqual(await client.until(1), [JOINED]);
  assert.equal(live.size, 1);
});

test('to a client that went away nothing is written', async (t) => {
  const { live, openBoth } = await start(t, { limits: LONG_LIMITS });
  const { client, outlet } = await openBoth();
  await client.join('analysis:EURUSD');
  client.ws.terminate();
  await until('it is gone', () => live.size === 0);
  const write = t.mock.method(outlet, 'write');
  live.notice(['EURUSD']);
  assert.equal(write.mock.callCount(), 0);
});

test('after the closing nothing is written, not even what was asked before it', async (t) => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<boolean>();
  let signedIn = true;
  let asked = 0;
  const { live, openBoth } = await start(t, {
    limits: LONG_LIMITS,
    getPerson: async () => ({
      id: 1,
      cookie: 'sid=1',
      may: async (access) => {
        if (access === 'user') return signedIn;
        asked += 1;
        return asked === 1 || allowed;
      },
    }),
  });
  const { client, outlet } = await openBoth();
  await client.join('analysis:EURUSD');
  client.send({ join: 'analysis:GBPUSD' });
  await until('the second is asked for', () => asked === 2);
  outlet.cork();
  signedIn = false;
  live.recheck(1);
  await until('it is closed', () => outlet.writableLength > 0);
  const closing = outlet.writableLength;
  live.notice(['EURUSD']);
  allow(true);
  await new Promise((resolve) => setImmediate(resolve));
  live.notice(['GBPUSD']);
  assert.equal(outlet.writableLength, closing);
  outlet.uncork();
  assert.equal(await client.closed, 4401);
  assert.deepEqual(client.frames, []);
});

test('a client that does not answer the closing is cut after two seconds', async (t) => {
  const server = createServer();
  const outlets: net.Socket[] = [];
  server.on('connection', (socket) => outlets.push(socket));
  const getPerson = async () => ({ id: 1, cookie: 'sid=1', may: async () => false });
  const running = await start(t, { getPerson }, server);
  const { socket } = await openRaw(running);
  t.after(() => void socket.destroy());
  let heard = 0;
  socket.on('data', ({ length }) => {
    heard += length;
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  running.live.recheck(null);
  // Two bytes of head and the code.
  while (heard < 4) await new Promise((resolve) => setImmediate(resolve));
  const [outlet] = outlets;
  assert.ok(outlet);
  t.mock.timers.tick(1999);
  assert.ok(!outlet.destroyed);
  t.mock.timers.tick(1);
  assert.ok(outlet.destroyed);
});

/** A server that counts by which questions it asks about its sockets, and what they are answered. */
async function startAsking(t: TestContext) {
  const clock = createManualClock(0);
  const asked: string[][] = [];
  let answer: () => Promise<Standing> = async () => 'subscriber';
  const running = await start(t, {
    clock,
    limits: LONG_LIMITS,
    getPerson: async ({ headers }) => {
      const id = Number(headers['x-person']);
      return { id, cookie: `sid=${id}`, may: async () => true };
    },
    readStandings: async (people) => {
      asked.push(people.map(({ cookie }) => String(cookie)));
      const standing = await answer();
      return people.map(() => standing);
    },
  });
  return {
    ...running,
    clock,
    /** Each question since the last time. */
    said: () => asked.splice(0),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    opened: async (people: number) => {
      for (let at = 1; at <= people; at += 1) await running.open({ 'x-person': String(at) });
    },
  };
}

test('within a minute each open socket is asked about once, a slice at a time, each slice in one question', async (t) => {
  const { clock, opened, said } = await startAsking(t);
  await opened(44);
  const slices: string[][] = [];
  for (let at = 0; at < 11; at += 1) {
    await clock.advance(5000);
    const questions = said();
    assert.equal(questions.length, 1);
    slices.push(...questions);
  }
  assert.deepEqual(
    slices.map(({ length }) => length),
    Array.from({ length: 11 }, () => 4),
  );
  assert.equal(new Set(slices.flat()).size, 44);
});

test('a socket waits less than a minute for its question also when others come and go', async (t) => {
  const { clock, opened, said, live, open } = await startAsking(t);
  await opened(30);
  const others = await Promise.all(
    Array.from({ length: 60 }, (_, at) => open({ 'x-person': String(100 + at) })),
  );
  for (const { ws } of others) ws.terminate();
  await until('they are gone', () => live.size === 30);
  await clock.advance(60_000);
  assert.deepEqual(
    new Set(said().flat()),
    new Set(Array.from({ length: 30 }, (_, at) => `sid=${at + 1}`)),
  );
});

test('a named person is checked at once, and all people some hundreds at a time', async (t) => {
  const { live, opened, open, said } = await startAsking(t);
  await opened(3);
  await open({ 'x-person': '2' });
  live.recheck(2);
  assert.deepEqual(said(), [['sid=2', 'sid=2']]);
  live.recheck(9);
  assert.deepEqual(said(), []);
  await opened(600);
  live.recheck(null);
  // A person who changes meanwhile does not wait for the others.
  live.recheck(3);
  const questions: string[][] = [];
  await until('all are asked about', () => {
    questions.push(...said());
    return questions.flat().length >= 606;
  });
  assert.deepEqual(
    questions.map(({ length }) => length),
    [500, 2, 104],
  );
});

test('while the database is unavailable, sockets stay, and all are checked again once it answers', async (t) => {
  const { live, clock, opened, said, answerWith } = await startAsking(t);
  await opened(3);
  answerWith(async () => {
    throw new Error('Query read timeout');
  });
  live.recheck(2);
  await new Promise((resolve) => setImmediate(resolve));
  answerWith(async () => 'ended');
  await clock.advance(5000);
  await until('the one that was asked about in vain is closed', () => live.size === 2);
  assert.deepEqual(said(), [['sid=2'], ['sid=2']]);
  answerWith(async () => {
    throw new Error('Query read timeout');
  });
  await clock.advance(120_000);
  assert.equal(live.size, 2);
  said();
  answerWith(async () => 'ended');
  await clock.advance(5000);
  await until('all are closed', () => live.size === 0);
  assert.deepEqual(said().length, 1);
});

test('each socket is pinged every fifteen seconds from when it was opened', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const { open } = await start(t);
  const clients: Client[] = [];
  const pings: number[] = [];
  const openOne = async (): Promise<void> => {
    const client = await open();
    const at = clients.push(client) - 1;
    pings.push(0);
    client.ws.on('ping', () => {
      pings[at] = (pings[at] ?? 0) + 1;
    });
  };
  /** Lets time pass, until what was written meanwhile has arrived: it did before these answers. */
  const pass = async (ms: number): Promise<readonly number[]> => {
    // A timer has its turns in between, as it has on a machine.
    for (let leftMs = ms; leftMs > 0; leftMs -= 1) {
      nowMs += 1;
      t.mock.timers.tick(1);
    }
    for (const client of clients) await client.join('tick:EURUSD');
    return pings;
  };
  await openOne();
  assert.deepEqual(await pass(10_000), [0]);
  await openOne();
  assert.deepEqual(await pass(4999), [0, 0]);
  assert.deepEqual(await pass(1), [1, 0]);
  assert.deepEqual(await pass(9999), [1, 0]);
  assert.deepEqual(await pass(1), [1, 1]);
  assert.deepEqual(await pass(5000), [2, 1]);
});

test('a socket that has gone is forgotten: there is no ping for it', async (t) => {
  // Without its work, which would close a socket that answers late.
  const { mock: beats } = t.mock.method(Connection.prototype, 'beat', () => {});
  const countBeaten = (): number => new Set(beats.calls.map((call) => call.this)).size;
  const { live, open } = await start(t, { limits: { ...LONG_LIMITS, pingMs: 20 } });
  const [gone] = [await open(), await open()];
  await until('both are pinged', () => countBeaten() === 2);
  gone?.ws.terminate();
  await until('one is left', () => live.size === 1);
  beats.resetCalls();
  await until('it is pinged three times more', () => beats.callCount() >= 3);
  assert.equal(countBeaten(), 1);
});

test('a live socket that has stopped leaves upgrades to the server and looks at no rights', async (t) => {
  const server = createServer((_request, response) => response.writeHead(426).end());
  let cancelled = 0;
  const { live, port, origin } = await start(
    t,
    { clock: { steady: () => 0, setInterval: () => ({ cancel: () => (cancelled += 1) }) } },
    server,
  );
  await live.stop();
  assert.equal(cancelled, 1);
  assert.equal(await upgradeStatus(port, { origin, 'x-person': 'user' }), 426);
});
