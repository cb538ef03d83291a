import net from 'node:net';
import { io } from 'socket.io-client';

/** Opens the clients of one contender and reports how late its ticks arrived. Asked over IPC with any message. */
const [variant = 'raw', port = '0', count = '0'] = process.argv.slice(2);
const now = (): number => performance.timeOrigin + performance.now();
let delays: number[] = [];
let received = 0;

/** A client's frame is masked; a mask of zeros leaves the text as it is. */
function clientFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

function note(chunk: string): void {
  for (const found of chunk.matchAll(/"d":([0-9.]+)/g)) {
    received++;
    delays.push(now() - Number(found[1]));
  }
}

function openPlain(handshake: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    let open = !handshake;
    socket.once('error', reject);
    socket.once('connect', () => {
      if (!handshake) return resolve();
      socket.write(
        'GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      );
    });
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (open) return note(text);
      open = true;
      socket.write(clientFrame('{"join":"ticks:forex"}'));
      resolve();
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

for (let i = 0; i < Number(count); i++) {
  await (variant === 'socket.io' ? openSocketIo() : openPlain(variant === 'rasat'));
}
process.on('message', () => {
  const sorted = delays.sort((a, b) => a - b);
  process.send?.({
    received,
    p50: sorted[sorted.length >> 1],
    p99: sorted[Math.floor(sorted.length * 0.99)],
  });
  delays = [];
  received = 0;
});
process.send?.({ open: Number(count) });
