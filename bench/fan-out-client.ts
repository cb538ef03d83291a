import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@rasat/contract';
import { io } from 'socket.io-client';

// `fan-out-client.ts VARIANT PORT COUNT COOKIES`: opens the clients of one contender and reports how late its ticks
// arrived; `stalled` is one client of the product's socket that joins a busy channel and does not read until it gets a
// message. Any IPC message requests the report.

const [variant = 'raw', port = '0', count = '0', list = '[]'] = process.argv.slice(2);
/** The Cookie headers of people, for the product's socket. */
const cookies = JSON.parse(list) as readonly string[];
const now = (): number => performance.timeOrigin + performance.now();
let delays: number[] = [];
let received = 0;

/** Returns a masked client frame; a mask of zeros leaves the text unchanged. */
function clientFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** The server's ping; a client without a pong is disconnected. */
const PING = '\x89\0';
const PONG = Buffer.of(0x8a, 0x80, 0, 0, 0, 0);

function note(chunk: string): void {
  for (const found of chunk.matchAll(/"d":([0-9.]+)/g)) {
    received++;
    delays.push(now() - Number(found[1]));
  }
}

/** Opens a socket without a library; on the product's server it joins a channel first. */
function openPlain(channel: string | null, cookie = ''): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    let open = channel === null;
    socket.once('error', reject);
    socket.once('connect', () => {
      if (channel === null) return resolve(socket);
      socket.write(
        'GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n' +
          `Origin: http://127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`,
      );
    });
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (open) {
        if (channel !== null && text.includes(PING)) socket.write(PONG);
        return note(text);
      }
      if (!text.startsWith('HTTP/1.1 101')) return reject(new Error(text));
      open = true;
      socket.write(clientFrame(JSON.stringify({ join: channel })));
      resolve(socket);
    });
  });
}

function openSocketIo(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
    socket.on('t', (tick: { d: number }) => {
      received++;
      delays.push(now() - tick.d);
    });
  });
}

function answer(): void {
  const sorted = delays.sort((a, b) => a - b);
  process.send?.({
    received,
    p50: sorted[sorted.length >> 1],
    p99: sorted[Math.floor(sorted.length * 0.99)],
    least: sorted[0],
  });
  delays = [];
  received = 0;
}

if (variant === 'stalled') {
  const socket = await openPlain('ticks:crypto', cookies.at(-1));
  socket.pause();
  process.on('message', () => {
    socket.resume();
    void sleep(1500).then(answer);
  });
} else {
  for (let i = 0; i < Number(count); i++) {
    if (variant === 'socket.io') await openSocketIo();
    else if (variant === 'rasat') {
      await openPlain('ticks:forex', cookies[Math.floor(i / LIMITS.liveSocketsPerPerson)]);
    } else await openPlain(null);
  }
  process.on('message', answer);
}
process.send?.({ open: Number(count) });
