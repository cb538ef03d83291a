import { createServer } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Category } from '@rasat/contract';
import { Server as SocketIoServer } from 'socket.io';
import { createLiveServer } from '../server/src/modules/stream/live-server.ts';
import { createClock } from '../server/src/platform/clock.ts';

// `fan-out-server.ts VARIANT WINDOW_MS`: one contender of the fan-out benchmark in a process of its own.
//
// Ticks of several symbols do not come together: each is an event of its own, at its own moment. A publisher that emits
// ten in one turn of the event loop measures something else, because socket.io then packs them into one message and the
// kernel joins the writes. So the ticks of a period are spread evenly over it, for every contender alike, and what makes
// one write of ten is the hub's own window.

/** What the parent process may ask. */
type Command =
  | { readonly do: 'rss' }
  | { readonly do: 'buffered' }
  | {
      /** `perPeriod` symbols, one after the other, spread over each period; `many` adds the crowd once a period. */
      readonly do: 'publish';
      readonly periods: number;
      readonly periodMs: number;
      readonly perPeriod: number;
      readonly many: boolean;
    };

const [variant = 'raw', windowMs = '50'] = process.argv.slice(2);
const SYMBOLS = Array.from({ length: 10 }, (_, i) => `SYM${i}`);
/** Symbols of another category, whose frames are large enough to fill the buffers of a client that does not read. */
const CROWD = Array.from({ length: 2000 }, (_, i) => `CROWD${i}`);
const now = (): number => performance.timeOrigin + performance.now();
const tick = (symbol: string) => ({ s: symbol, d: now(), p: 1.14607 });

interface Contender {
  readonly port: number;
  clients(): number;
  publish(symbols: readonly string[]): void;
  /** The most bytes that waited for one client whenever this was asked. */
  mostBuffered(): number;
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
  return (server.address() as net.AddressInfo).port;
}

/** Counts the sockets of a server and looks at what waits in them. */
function watch(server: net.Server): Pick<Contender, 'clients' | 'mostBuffered'> & {
  readonly sockets: ReadonlySet<net.Socket>;
} {
  const sockets = new Set<net.Socket>();
  let most = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    sockets,
    clients: () => sockets.size,
    mostBuffered() {
      for (const socket of sockets) most = Math.max(most, socket.writableLength);
      return most;
    },
  };
}

async function raw(): Promise<Contender> {
  const server = net.createServer((socket) => socket.setNoDelay(true));
  const watched = watch(server);
  return {
    ...watched,
    port: await listen(server),
    publish(symbols) {
      for (const symbol of symbols) {
        const frame = Buffer.from(JSON.stringify([tick(symbol)]));
        for (const socket of watched.sockets) socket.write(frame);
      }
    },
  };
}

async function socketIo(): Promise<Contender> {
  const http = createServer();
  const io = new SocketIoServer(http, { transports: ['websocket'], perMessageDeflate: false });
  io.on('connection', (socket) => void socket.join('all'));
  return {
    ...watch(http),
    port: await listen(http),
    publish(symbols) {
      for (const symbol of symbols) io.to('all').emit('t', tick(symbol));
    },
  };
}

async function rasat(): Promise<Contender> {
  const http = createServer();
  let person = 0;
  const live = createLiveServer({
    server: http,
    path: '/api/live',
    clock: createClock(),
    allowsOrigin: () => true,
    getPerson: async () => ({ id: person++, cookie: undefined, may: async () => true }),
    readStandings: async (people) => people.map(() => 'subscriber'),
    patience: { windowMs: Number(windowMs) },
  });
  const categories = new Map<string, Category>();
  for (const symbol of SYMBOLS) categories.set(symbol, 'forex');
  for (const symbol of CROWD) categories.set(symbol, 'crypto');
  live.setSymbols(categories, new Set());
  return {
    ...watch(http),
    port: await listen(http),
    publish: (symbols) => live.offer(symbols.map(tick)),
  };
}

async function publish(
  contender: Contender,
  command: Extract<Command, { do: 'publish' }>,
): Promise<{ ticks: number; cpuSeconds: number }> {
  const symbols = SYMBOLS.slice(0, command.perPeriod);
  const total = command.periods * symbols.length;
  const everyMs = command.periodMs / symbols.length;
  const before = process.cpuUsage();
  for (let sent = 0; sent < total; sent++) {
    const startMs = performance.now();
    const at = sent % symbols.length;
    contender.publish(symbols.slice(at, at + 1));
    if (command.many) {
      contender.mostBuffered();
      if (at === 0) contender.publish(CROWD);
    }
    // A publisher that was late does not make up for it with a burst.
    await sleep(Math.max(0, everyMs - (performance.now() - startMs)));
  }
  await sleep(400);
  const used = process.cpuUsage(before);
  return { ticks: total, cpuSeconds: (used.user + used.system) / 1e6 };
}

const contender = await (variant === 'rasat'
  ? rasat()
  : variant === 'socket.io'
    ? socketIo()
    : raw());
const emptyRss = process.memoryUsage().rss;

async function answer(command: Command): Promise<object> {
  if (command.do === 'publish') return publish(contender, command);
  if (command.do === 'buffered') return { bytes: contender.mostBuffered() };
  globalThis.gc?.();
  return { clients: contender.clients(), rss: process.memoryUsage().rss - emptyRss };
}

process.on('message', (command: Command) => {
  void answer(command).then((reply) => process.send?.(reply));
});
process.send?.({ port: contender.port });
