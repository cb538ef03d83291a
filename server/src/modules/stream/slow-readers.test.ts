import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type Category, LIMITS } from '@rasat/contract';
import { WebSocket } from 'ws';
import { createClock } from '../../platform/clock.ts';
import { until } from '../../testing/eventually.ts';
import { createLiveServer } from './live-server.ts';

const CLIENTS = 40;
const SLOW = CLIENTS / 10;
const ROUNDS = 150;
const SYMBOLS = new Map(
  Array.from({ length: 800 }, (_, i): [string, Category] => [`N${i}`, 'nasdaq']),
);

test('F11 one reader of ten that stops reading is dropped; the others get everything as before, and little waits for it', async (t) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outlets: net.Socket[] = [];
  server.on('connection', (outlet: net.Socket) => outlets.push(outlet));
  let people = 0;
  const live = createLiveServer({
    server,
    path: '/api/live',
    clock: createClock(),
    allowsOrigin: () => true,
    getPerson: async () => ({ id: people++, cookie: undefined, may: async () => true }),
    readStandings: async (those) => those.map(() => 'subscriber'),
    limits: { windowMs: 2, staleMs: 1000, pingMs: 600_000, closeMs: 1000 },
  });
  live.setSymbols(SYMBOLS, new Set());
  t.after(async () => {
    await live.stop();
    server.closeAllConnections();
    server.close();
  });

  const seen: number[] = [];
  const join = '{"join":"ticks:nasdaq"}';
  for (let at = 0; at < CLIENTS - SLOW; at += 1) {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
      headers: { origin: 'http://x' },
    });
    t.after(() => ws.terminate());
    ws.on('error', () => {});
    ws.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      if (text.startsWith('[')) seen[at] = (JSON.parse(text) as { d: number }[])[0]?.d ?? 0;
      else seen[at] = 0;
    });
    await once(ws, 'open');
    ws.send(join);
  }
  await until('all have joined', () => seen.filter((d) => d === 0).length === CLIENTS - SLOW);

  let sent = 0;
  /** The most bytes that have waited for one of the readers. */
  let mostWaiting = 0;
  /** How long each round took to reach the last of the readers, the slowest rounds last. */
  const publish = async (): Promise<number[]> => {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      sent += 1;
      const beganMs = performance.now();
      live.offer([...SYMBOLS.keys()].map((s) => ({ s, d: sent, p: sent })));
      await until('the round has reached every reader', () => seen.every((d) => d === sent));
      took.push(performance.now() - beganMs);
      mostWaiting = Math.max(mostWaiting, ...outlets.map((outlet) => outlet.writableLength));
    }
    return took.sort((a, b) => a - b);
  };
  const alone = await publish();

  const slow: net.Socket[] = [];
  for (let at = 0; at < SLOW; at += 1) {
    const socket = net.connect(port, '127.0.0.1');
    t.after(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(
      `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://x\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await once(socket, 'data');
    // With a mask of zeros.
    const masked = Buffer.from([0x81, 0x80 | join.length, 0, 0, 0, 0]);
    socket.write(Buffer.concat([masked, Buffer.from(join)]));
    await once(socket, 'data');
    socket.pause();
    slow.push(socket);
  }
  assert.equal(live.size, CLIENTS);

  const beside: number[] = [];
  // Until more waits for the slow ones than the buffers of the machine hold, and their limit is over.
  await until('the slow ones are dropped', async () => {
    beside.push(...(await publish()));
    return live.size === CLIENTS - SLOW;
  });

  const p99 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const [withoutMs, withMs] = [p99(alone), p99(beside.sort((a, b) => a - b))];
  t.diagnostic(
    `p99 ${Math.round(withoutMs)} ms alone, ${Math.round(withMs)} ms beside slow ones, ` +
      `${beside.length} rounds, at most ${mostWaiting} bytes waiting`,
  );
  assert.deepEqual([...new Set(seen)], [sent], 'every other reader has the newest price');
  assert.ok(
    withMs < 10 * withoutMs + 1000,
    'the others wait no longer than a busy machine makes them',
  );
  assert.ok(mostWaiting > 0, 'the slow ones did not read');
  assert.ok(mostWaiting < LIMITS.liveBufferedBytes, `${mostWaiting} bytes`);
});
