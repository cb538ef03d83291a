import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server as SocketIoServer } from 'socket.io';
import { PERSON_CHANNEL } from '../server/src/modules/accounts/index.ts';
import { ticksTopic } from '../server/src/modules/market/index.ts';
import { createGuard } from '../server/src/modules/rights/index.ts';
import { startStream } from '../server/src/modules/stream/index.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { startTestServer, testContext } from '../server/src/platform/testing.ts';
import { CROWD, SYMBOLS } from './fan-out-symbols.ts';

// `fan-out-server.ts VARIANT SOCKET_FOLDER DATABASE`: one contender of the fan-out benchmark in a separate process.
//
// - `rasat`: the product's live socket with its guard, its people and symbols in the database
// - `raw`: `socket.write` of one buffer to each client
// - `loop`: the same in C, `fan-out-loop.c`
// - `socket.io`: rooms
//
// Ticks of several symbols are separate events at different times. If a publisher emitted ten in one turn of the event
// loop, socket.io would pack them into one message and the kernel would join the writes. So the ticks of a period are
// spread evenly over it for every contender, and only the hub's window joins ten ticks in one write.

/** The commands of the parent process. */
type Command =
  | { readonly do: 'rss' }
  | { readonly do: 'buffered' }
  | {
      /**
       * Publishes `perPeriod` symbols, one after the other, spread over each period; `many` adds the crowd once per
       * period.
       */
      readonly do: 'publish';
      readonly periods: number;
      readonly periodMs: number;
      readonly perPeriod: number;
      readonly many: boolean;
    };
type Publish = Extract<Command, { do: 'publish' }>;

/** The number of published ticks and their cost. */
interface Published {
  readonly ticks: number;
  readonly cpuSeconds: number;
}

const [variant = 'raw', host = '', database = ''] = process.argv.slice(2);
const now = (): number => performance.timeOrigin + performance.now();
const tick = (symbol: string) => ({ s: symbol, d: now(), p: 1.14607 });

interface Contender {
  readonly port: number;
  clients(): number | Promise<number>;
  publishAll(command: Publish): Promise<Published>;
  /** Returns the most bytes that were buffered for one client at any call. */
  mostBuffered(): number;
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
  return (server.address() as net.AddressInfo).port;
}

/** Counts the sockets of a server and reads their buffered bytes. */
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
  const publish = (symbols: readonly string[]): void => {
    for (const symbol of symbols) {
      const frame = Buffer.from(JSON.stringify([tick(symbol)]));
      for (const socket of watched.sockets) socket.write(frame);
    }
  };
  return { ...watched, port: await listen(server), publishAll: paced(publish, watched) };
}

/** Compiles the loop and starts it as a process that reports its own CPU. */
async function loop(): Promise<Contender> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-loop-'));
  const program = path.join(folder, 'loop');
  execFileSync('cc', ['-O3', '-o', program, path.join(import.meta.dirname, 'fan-out-loop.c')]);
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<string> => String((await lines.next()).value);
  const ask = (line: string): Promise<string> => {
    child.stdin.write(line);
    return readLine();
  };
  const port = Number(await readLine());
  rmSync(folder, { recursive: true });
  return {
    port,
    clients: async () => Number(await ask('clients\n')),
    async publishAll({ periods, periodMs, perPeriod }) {
      const [ticks, cpuSeconds] = (
        await ask(`publish ${periods} ${periodMs} ${perPeriod}\n`)
      ).split(' ');
      await sleep(DRAIN_MS);
      return { ticks: Number(ticks), cpuSeconds: Number(cpuSeconds) };
    },
    mostBuffered: () => Number.NaN,
  };
}

async function socketIo(): Promise<Contender> {
  const http = createServer();
  const io = new SocketIoServer(http, { transports: ['websocket'], perMessageDeflate: false });
  io.on('connection', (socket) => void socket.join('all'));
  const watched = watch(http);
  const publish = (symbols: readonly string[]): void => {
    for (const symbol of symbols) io.to('all').emit('t', tick(symbol));
  };
  return { ...watched, port: await listen(http), publishAll: paced(publish, watched) };
}

async function rasat(): Promise<Contender> {
  const address = { host, user: 'rasat', database };
  const db = openPool(address, { maxConnections: 10, name: 'fan-out' });
  const tidy = { after: () => {} };
  const context = await testContext(tidy, { database: { address, db } });
  const guard = createGuard(context);
  await new Promise<void>((resolve) => void context.listen(PERSON_CHANNEL, () => resolve()));
  const { web } = await startTestServer(tidy, {
    context,
    guard,
    routes: async (one) => void (await startStream(one)),
  });
  const { server } = web.app;
  const watched = watch(server);
  const publish = (symbols: readonly string[]): void =>
    context.bus.publish(ticksTopic, symbols.map(tick));
  const { port } = server.address() as net.AddressInfo;
  return { ...watched, port, publishAll: paced(publish, watched) };
}

/** Time for ticks in flight to arrive after the last one is published. */
const DRAIN_MS = 400;

/**
 * Publishes ticks at the pace of a command. `perPeriod` symbols follow each other; with one per period the symbols
 * alternate.
 */
function paced(
  publish: (symbols: readonly string[]) => void,
  { mostBuffered }: Pick<Contender, 'mostBuffered'>,
): Contender['publishAll'] {
  return async ({ periods, periodMs, perPeriod, many }) => {
    const total = periods * perPeriod;
    const everyMs = periodMs / perPeriod;
    const before = process.cpuUsage();
    let dueMs = performance.now();
    for (let sent = 0; sent < total; sent++) {
      publish([SYMBOLS[sent % SYMBOLS.length] ?? '']);
      if (many) {
        mostBuffered();
        if (sent % perPeriod === 0) publish(CROWD);
      }
      // A timer that is late by less than a pause must not stretch the period; a longer delay is not followed by a
      // burst.
      const nowMs = performance.now();
      dueMs = Math.max(dueMs + everyMs, nowMs);
      await sleep(dueMs - nowMs);
    }
    await sleep(DRAIN_MS);
    const used = process.cpuUsage(before);
    return { ticks: total, cpuSeconds: (used.user + used.system) / 1e6 };
  };
}

const VARIANTS: Readonly<Record<string, () => Promise<Contender>>> = {
  raw,
  loop,
  rasat,
  'socket.io': socketIo,
};

const start = VARIANTS[variant];
if (!start) throw new RangeError(`no contender ${variant}`);
const contender = await start();
const emptyRss = process.memoryUsage().rss;

async function answer(command: Command): Promise<object> {
  if (command.do === 'publish') return contender.publishAll(command);
  if (command.do === 'buffered') return { bytes: contender.mostBuffered() };
  globalThis.gc?.();
  return { clients: await contender.clients(), rss: process.memoryUsage().rss - emptyRss };
}

process.on('message', (command: Command) => {
  void answer(command).then((reply) => process.send?.(reply));
});
process.send?.({ port: contender.port });
