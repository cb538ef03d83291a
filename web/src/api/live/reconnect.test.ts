import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { until } from '../../../../server/src/testing/eventually.ts';
import { LiveSocket, type Wire } from './live-socket.ts';

const WEB_PAIR = path.resolve(
  import.meta.dirname,
  '../../../../server/src/testing/web-pair-process.ts',
);
const PEOPLE = 6;
const SOCKETS = 48;
/** The limit is three seconds; the rest is a margin for a busy machine. */
const BACK_MS = 3000 + 27_000;

/** Load balancer before several web servers: gives each connection to the next one that answers. */
async function startBalancer(ports: readonly number[]): Promise<{ port: number; tries: number[] }> {
  const tries: number[] = [];
  let next = 0;
  const balancer = net.createServer((client) => {
    client.on('error', () => client.destroy());
    tries.push(performance.now());
    next += 1;
    const first = next;
    const lead = (left: number): void => {
      const port = ports[(first + left) % ports.length] ?? 0;
      const server = net.connect(port, '127.0.0.1');
      server.once('error', () => (left > 0 ? lead(left - 1) : client.destroy()));
      server.once('connect', () => {
        server.removeAllListeners('error').on('error', () => client.destroy());
        server.on('close', () => client.destroy());
        client.on('close', () => server.destroy());
        client.pipe(server).pipe(client);
      });
    };
    lead(ports.length - 1);
  });
  balancer.listen(0, '127.0.0.1').unref();
  await once(balancer, 'listening');
  return { port: (balancer.address() as AddressInfo).port, tries };
}

/** Node's WebSocket takes headers, which a browser sets by itself. */
const NodeSocket = WebSocket as unknown as new (
  address: string,
  init: { readonly headers: Readonly<Record<string, string>> },
) => WebSocket;

function openWire(port: number, origin: string, cookie: string): Wire {
  const ws = new NodeSocket(`ws://127.0.0.1:${port}/api/live`, { headers: { cookie, origin } });
  const wire: Wire = {
    send: (text) => ws.send(text),
    close: () => ws.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  ws.onopen = () => wire.onopen?.();
  ws.onmessage = ({ data }) => wire.onmessage?.({ data });
  ws.onclose = ({ code }) => wire.onclose?.(code);
  return wire;
}

test('F17 after a web process dies, its clients reconnect to the other one, not all at once, and receive prices again', async (t) => {
  const child = spawn(process.execPath, [WEB_PAIR, String(PEOPLE)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { origin, ports, cookies } = JSON.parse(line) as {
    origin: string;
    ports: number[];
    cookies: string[];
  };
  const balancer = await startBalancer(ports);

  const clients = Array.from({ length: SOCKETS }, (_, at) => {
    const client = { socket: null as LiveSocket | null, ticks: 0, lostMs: 0, backMs: 0 };
    const socket = new LiveSocket({
      open: () => openWire(balancer.port, origin, cookies[at % PEOPLE] ?? ''),
      nowMs: () => Date.now(),
      random: () => Math.random(),
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      onTicks: () => {
        client.ticks += 1;
      },
      onAnalysis: () => {},
      onLists: () => {},
      onSilent: () => {},
      categoryOf: () => 'forex',
    });
    socket.subscribe(() => {
      const { phase } = socket.state;
      if (phase === 'reconnecting' && client.lostMs === 0) client.lostMs = performance.now();
      if (phase === 'connected' && client.lostMs > 0) client.backMs = performance.now();
    });
    client.socket = socket;
    socket.join({ kind: 'tick', symbol: 'EURUSD' });
    return client;
  });
  t.after(() => {
    for (const { socket } of clients) socket?.setAllowed(false);
  });
  await until('everybody hears prices', () => clients.every(({ ticks }) => ticks > 0));
  assert.equal(clients.filter(({ lostMs }) => lostMs > 0).length, 0);

  const before = balancer.tries.length;
  child.stdin.write('kill\n');
  await until('a client notices', () => clients.some(({ lostMs }) => lostMs > 0));
  await until('everybody is connected', () =>
    clients.every(({ socket }) => socket?.state.phase === 'connected'),
  );
  const lost = clients.filter(({ lostMs }) => lostMs > 0);
  assert.ok(lost.length >= SOCKETS / 4 && lost.length <= (SOCKETS * 3) / 4, `${lost.length}`);
  const delays = lost.map(({ lostMs, backMs }) => backMs - lostMs).sort((a, b) => a - b);
  const longest = delays.at(-1) ?? Number.POSITIVE_INFINITY;
  t.diagnostic(
    `${lost.length} were back after ${Math.round(delays[0] ?? 0)} to ${Math.round(longest)} ms`,
  );
  assert.ok(longest < BACK_MS, `${longest} ms`);

  // One attempt each, spread over the two seconds of first retries.
  const tries = balancer.tries.slice(before);
  assert.ok(tries.length <= 2 * lost.length, `${tries.length} tries of ${lost.length}`);
  assert.ok((tries.at(-1) ?? 0) - (tries[0] ?? 0) > 50, 'they came one after the other');

  for (const client of clients) client.ticks = 0;
  await until('everybody hears prices again', () => clients.every(({ ticks }) => ticks > 0));
});
