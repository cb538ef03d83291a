import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { WebSocket } from 'ws';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import type { CommonFault } from './fault-switch.ts';
import { createToyStandIn, TOY_KEY, TOY_MARKETS, type ToyStandIn } from './toy-wire.ts';

// Every fault as a client without any care sees it.

const NOW_MS = Date.UTC(2026, 10, 17, 17, 5);
const BARS = `/bars?key=${TOY_KEY}&symbol=AAPL&minutes=60&from=0&to=${NOW_MS}&page=1`;

interface Under {
  readonly clock: ManualClock;
  readonly standIn: ToyStandIn;
  readonly advance: (ms: number) => Promise<void>;
}

function withStandIn(fn: (under: Under) => Promise<void>, delayMs = 0): () => Promise<void> {
  return async () => {
    const clock = createManualClock(NOW_MS);
    const standIn = await createToyStandIn(clock, delayMs);
    const advance = async (ms: number): Promise<void> => {
      for (const endMs = clock.now() + ms; clock.now() < endMs; ) {
        await clock.advance(Math.min(1000, endMs - clock.now()));
        await standIn.settle();
      }
    };
    try {
      await fn({ clock, standIn, advance });
    } finally {
      await standIn.stop();
    }
  };
}

interface RawClient {
  readonly socket: WebSocket;
  /** Frames since the subscription, in the order of arrival. */
  readonly frames: { readonly text: string; readonly isBinary: boolean }[];
  readonly prices: () => unknown[];
  readonly ended: () => number | null;
}

async function openClient({ standIn, advance }: Under): Promise<RawClient> {
  const socket = new WebSocket(`${standIn.streamUrl}/live?key=${TOY_KEY}`);
  const frames: RawClient['frames'] = [];
  let code: number | null = null;
  socket.on('open', () => socket.send('{"subscribe":["AAPL"]}'));
  socket.on('message', (data, isBinary) =>
    frames.push({ text: (data as Buffer).toString('utf8'), isBinary }),
  );
  socket.on('close', (status) => {
    code = status;
  });
  socket.on('error', () => {});
  for (let turns = 0; turns < 100 && frames.length < 2; turns += 1) await advance(100);
  assert.deepEqual(
    frames.splice(0, 2).map(({ text }) => text),
    ['{"hello":"ABŞ"}', '{"subscribed":["AAPL"]}'],
  );
  const prices = (): unknown[] =>
    frames.flatMap(({ text }) => (text.startsWith('{"s"') ? [JSON.parse(text).p] : []));
  return { socket, frames, prices, ended: () => code };
}

/** Returns the prices of the tape between two times. */
function truePrices({ standIn }: Under, fromMs: number, toMs: number): number[] {
  return standIn.tape.between('AAPL', fromMs, toMs + 1).map(({ price }) => Number(`${price}e-2`));
}

test(
  'trades are sent once, as the clock of the venue passes them',
  withStandIn(async (under) => {
    const { standIn, advance, clock } = under;
    const client = await openClient(under);
    const fromMs = clock.now() + 1;
    await advance(3 * MINUTE_MS);
    const soFar = truePrices(under, fromMs, clock.now());
    assert.ok(soFar.length > 5);
    assert.deepEqual(client.prices(), soFar);
    standIn.setClock(-10 * MINUTE_MS);
    await advance(9 * MINUTE_MS);
    assert.deepEqual(client.prices(), soFar, 'the venue is behind its own trades');
    standIn.setClock(0);
    await advance(MINUTE_MS);
    assert.deepEqual(client.prices(), truePrices(under, fromMs, clock.now()));
    assert.deepEqual([standIn.opened, standIn.connections], [1, 1]);
    client.socket.close();
    await advance(1000);
    assert.deepEqual([standIn.opened, standIn.connections], [1, 0]);
  }),
);

test(
  'a delayed venue sends trades later, with their own times',
  withStandIn(async (under) => {
    const client = await openClient(under);
    const fromMs = under.clock.now() + 1 - 15 * MINUTE_MS;
    await under.advance(3 * MINUTE_MS);
    const toMs = under.clock.now() - 15 * MINUTE_MS;
    assert.deepEqual(client.prices(), truePrices(under, fromMs, toMs));
    assert.ok(client.prices().length > 5);
  }, 15 * MINUTE_MS),
);

const SPOILED: readonly (readonly [fault: CommonFault, check: (client: RawClient) => void])[] = [
  [
    'cut-json',
    ({ frames }) => {
      assert.equal(frames[0]?.text.length, 16_384);
      assert.throws(() => JSON.parse(frames[0]?.text ?? ''), SyntaxError);
      assert.match(frames[1]?.text ?? '', /^\{"s":"AAPL","p":[0-9.]+,/);
    },
  ],
  ['binary-frame', ({ frames }) => assert.equal(frames[0]?.isBinary, true)],
  [
    'unknown-event',
    ({ frames }) => {
      assert.deepEqual(Object.keys(JSON.parse(frames[0]?.text ?? '')), ['event', 'kind']);
      assert.deepEqual(JSON.parse(frames[1]?.text ?? '').new, { of: 'tomorrow' });
    },
  ],
  [
    'bad-price',
    ({ frames }) => {
      const prices = frames.flatMap(({ text }) => /"p":([^,]+),/.exec(text)?.[1] ?? []);
      assert.deepEqual(prices.slice(0, 4), ['"NaN"', '0', '-1', '1e400']);
    },
  ],
  ['many-decimals', ({ prices }) => assert.match(String(prices()[0]), /^\d+\.\d{6}$/)],
];

for (const [fault, check] of SPOILED) {
  test(
    `${fault} is in the next frames`,
    withStandIn(async (under) => {
      const client = await openClient(under);
      under.standIn.faults.begin(fault, 4);
      await under.advance(5 * MINUTE_MS);
      check(client);
      assert.equal(under.standIn.faults.played(fault), 4);
      assert.match(client.frames.at(-1)?.text ?? '', /^\{"(s|hb)":/);
      assert.equal(client.ended(), null);
    }),
  );
}

test(
  'half-frame, close: the connection ends without a farewell and without the frame',
  withStandIn(async (under) => {
    for (const fault of ['half-frame', 'close'] as const) {
      const client = await openClient(under);
      under.standIn.faults.begin(fault, 1);
      await under.advance(2 * MINUTE_MS);
      assert.deepEqual(client.prices(), []);
      assert.equal(client.ended(), 1006);
      assert.equal(under.standIn.connections, 0);
    }
  }),
);

test(
  'dead and trickle leave a connection open that sends no whole frame and no pong, heartbeat-only one that lives',
  withStandIn(async (under) => {
    const { standIn, advance } = under;
    for (const fault of ['dead', 'trickle', 'heartbeat-only'] as const) {
      const client = await openClient(under);
      const raw = (client.socket as unknown as { _socket: Socket })._socket;
      let pongs = 0;
      client.socket.on('pong', () => {
        pongs += 1;
      });
      standIn.faults.begin(fault);
      const before = raw.bytesRead;
      await advance(MINUTE_MS);
      client.socket.ping();
      await advance(1000);
      const isAlive = fault === 'heartbeat-only';
      assert.deepEqual(client.prices(), [], fault);
      assert.equal(client.frames.length, isAlive ? 12 : 0, fault);
      assert.equal(pongs, isAlive ? 1 : 0, fault);
      if (fault === 'trickle') assert.equal(raw.bytesRead - before, 61);
      if (fault === 'dead') assert.equal(raw.bytesRead, before);
      assert.equal(client.ended(), null);
      assert.ok(standIn.faults.played(fault) > 0);
      standIn.faults.end();
      client.socket.terminate();
    }
  }),
);

const STATUSES: readonly (readonly [
  fault: CommonFault,
  status: number,
  retryAfter: string | null,
])[] = [
  ['http-500', 500, null],
  ['http-502', 502, null],
  ['http-503', 503, null],
  ['http-429-seconds', 429, '7'],
  ['http-429', 429, null],
  ['http-429-date', 429, 'Tue, 17 Nov 2026 17:05:07 GMT'],
  ['http-401', 401, null],
  ['http-403', 403, null],
];

for (const [fault, status, retryAfter] of STATUSES) {
  test(
    `${fault} refuses a reply and the opening of a websocket`,
    withStandIn(async ({ standIn, advance }) => {
      standIn.faults.begin(fault, 2);
      const reply = await fetch(`${standIn.url}${BARS}`);
      assert.deepEqual([reply.status, reply.headers.get('retry-after')], [status, retryAfter]);
      assert.equal(reply.headers.get('date'), 'Tue, 17 Nov 2026 17:05:00 GMT');
      const socket = new WebSocket(`${standIn.streamUrl}/live?key=${TOY_KEY}`);
      const refused = new Promise((resolve) =>
        socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
      );
      assert.equal(await refused, status);
      socket.on('error', () => {});
      socket.terminate();
      await advance(5000);
      assert.deepEqual(standIn.breaches, []);
      const whole = await fetch(`${standIn.url}${BARS}`);
      assert.equal(whole.status, 200);
      assert.deepEqual(standIn.requests, [BARS, BARS]);
      assert.deepEqual(standIn.breaches, status < 500 ? ['a request during an owed pause'] : []);
    }),
  );
}

test(
  'a pause that was kept is no breach, and hammering is one even while every reply is a refusal',
  withStandIn(async ({ standIn, advance }) => {
    const ask = () => fetch(`${standIn.url}${BARS}`).then((reply) => reply.status);
    standIn.faults.begin('http-429-seconds', 1);
    assert.equal(await ask(), 429);
    assert.equal(standIn.owedMs, 6000);
    await advance(7000);
    assert.equal(await ask(), 200);
    standIn.faults.begin('http-401');
    for (let second = 0; second < 5; second += 1) {
      assert.equal(await ask(), 401);
      await advance(1000);
    }
    assert.deepEqual(standIn.breaches, []);
    await ask();
    assert.deepEqual(standIn.breaches, ['a request during an owed pause']);
  }),
);

test(
  'reply-hangs and slow-reply send a part of the body, and hold the opening of a websocket',
  withStandIn(async ({ standIn, advance }) => {
    standIn.faults.begin('slow-reply', 1);
    const slow = await fetch(`${standIn.url}${BARS}`);
    standIn.faults.begin('reply-hangs', 2);
    const hanging = await fetch(`${standIn.url}${BARS}`);
    let isOver = false;
    for (const reply of [slow, hanging])
      reply.text().then(
        () => {
          isOver = true;
        },
        () => {},
      );
    const socket = new WebSocket(`${standIn.streamUrl}/live?key=${TOY_KEY}`);
    socket.on('open', () => {
      isOver = true;
    });
    socket.on('error', () => {});
    await advance(MINUTE_MS);
    assert.equal(isOver, false);
    assert.equal(standIn.connections, 0);
  }),
);

test(
  'a refusal of the wire refuses, and more than 60 connections in a minute are a breach',
  withStandIn(async ({ standIn, advance }) => {
    const statusOf = (key: string): Promise<number> => {
      const socket = new WebSocket(`${standIn.streamUrl}/live?key=${key}`);
      socket.on('error', () => {});
      return new Promise((resolve) => {
        socket.on('open', () => {
          socket.terminate();
          resolve(101);
        });
        socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
      });
    };
    for (let i = 0; i < 60; i += 1) assert.equal(await statusOf(TOY_KEY), 101);
    assert.deepEqual(standIn.breaches, []);
    assert.equal(await statusOf(TOY_KEY), 101);
    assert.deepEqual(standIn.breaches, ['61 connections in a minute']);
    await advance(MINUTE_MS);
    assert.equal(await statusOf('another'), 401);
    assert.equal((await fetch(`${standIn.url}/nothing?key=${TOY_KEY}`)).status, 404);
    assert.equal(standIn.owedMs, MINUTE_MS);
  }),
);

test(
  'the newest row of a page forms, and pages are spoiled',
  withStandIn(async ({ standIn }) => {
    const minutes = (fromMs = NOW_MS - 20 * MINUTE_MS): Promise<number[]> =>
      fetch(
        `${standIn.url}/bars?key=${TOY_KEY}&symbol=AAPL&minutes=1&from=${fromMs}&to=${NOW_MS + HOUR_MS}`,
      )
        .then((reply) => reply.json() as Promise<{ bars: { t: number }[] }>)
        .then(({ bars }) => bars.map(({ t }) => (t - NOW_MS) / MINUTE_MS));
    standIn.setClock(40_000);
    const whole = await minutes();
    const [first = 0] = whole;
    assert.equal(first, -20);
    assert.equal(whole.at(-1), 0, 'the minute of now');
    const spoiled = (fault: CommonFault, fromMs?: number): Promise<number[]> => {
      standIn.faults.begin(fault, 1);
      return minutes(fromMs);
    };
    assert.deepEqual(await spoiled('page-repeats-row'), [first, ...whole]);
    assert.deepEqual(await spoiled('page-descending'), whole.toReversed());
    assert.deepEqual(await spoiled('page-shuffled'), [...whole.slice(1), first]);
    assert.deepEqual(await spoiled('page-empty'), []);
    assert.deepEqual(await spoiled('page-misses-row'), whole.slice(1));
    const earlier = await spoiled('page-endless');
    assert.ok(earlier.length > 0 && earlier.every((minute) => minute < -20), 'an earlier page');
    const listedMs = standIn.tape.options.fromMs;
    const listed = await minutes(listedMs);
    const atFirst = await spoiled('page-misses-row', listedMs);
    assert.deepEqual(atFirst, listed, 'a first page has every row');
  }),
);

test(
  'server-sent events come in chunks that are cut within a character',
  withStandIn(async (under) => {
    const { standIn, advance, clock } = under;
    const fromMs = clock.now();
    const response = await fetch(`${standIn.url}/events?key=${TOY_KEY}&symbols=AAPL`);
    assert.equal(response.headers.get('content-type'), 'text/event-stream;charset=UTF-8');
    const chunks: Uint8Array[] = [];
    const read = (async () => {
      for await (const chunk of response.body ?? []) chunks.push(chunk);
    })().catch(() => 'ended');
    await advance(2 * MINUTE_MS);
    const events = Buffer.concat(chunks).toString('utf8').split('\n\n');
    const texts = events.map((event) => event.replace(/^data: /, ''));
    assert.equal(texts[0], '{"hello":"ABŞ"}');
    const prices = texts
      .filter((text) => text.startsWith('{"s"'))
      .map((text) => JSON.parse(text).p);
    assert.deepEqual(prices, truePrices(under, fromMs, clock.now()));
    const isCut = (chunk: Uint8Array): boolean =>
      Buffer.from(chunk).toString('utf8').includes('\ufffd');
    assert.ok(chunks.filter(isCut).length >= prices.length);
    standIn.faults.begin('half-frame', 1);
    await advance(2 * MINUTE_MS);
    await read;
    assert.doesNotMatch(Buffer.concat(chunks).toString('utf8'), /\n\n$/);
    assert.equal(standIn.connections, 0);
  }),
);

test(
  'an own fault of a vendor is switched like the others',
  withStandIn(async ({ standIn, advance }) => {
    standIn.faults.begin('no-answer', 1);
    const socket = new WebSocket(`${standIn.streamUrl}/live?key=${TOY_KEY}`);
    socket.on('open', () => socket.send('{"subscribe":["AAPL"]}'));
    await advance(2000);
    assert.equal(standIn.faults.played('no-answer'), 1);
    const symbols = [...standIn.clients].map((client) => client.symbols.size);
    assert.deepEqual(symbols, [0]);
    assert.equal(TOY_MARKETS.length, standIn.tape.options.markets.length);
    socket.terminate();
  }),
);
