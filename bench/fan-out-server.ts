import { createServer } from 'node:http';
import net from 'node:net';
import { Server as SocketIoServer } from 'socket.io';
import { createLiveServer } from '../server/src/modules/stream/live-server.ts';

/**
 * One contender of the fan-out benchmark in a process of its own, told what to do over IPC. It publishes `perPeriod`
 * ticks to every client each period and answers with the CPU it took and the memory its idle clients cost.
 */
type Command =
  | { readonly do: 'rss' }
  | {
      readonly do: 'publish';
      readonly periods: number;
      readonly periodMs: number;
      readonly perPeriod: number;
    };

const [variant = 'raw'] = process.argv.slice(2);
const SYMBOLS = Array.from({ length: 10 }, (_, i) => `SYM${i}`);
const now = (): number => performance.timeOrigin + performance.now();
const tick = (symbol: string) => ({ s: symbol, d: now(), p: 1.14607 });

interface Contender {
  readonly port: number;
  clients(): number;
  publish(symbols: readonly string[]): void;
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
  return (server.address() as net.AddressInfo).port;
}

async function raw(): Promise<Contender> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    port: await listen(server),
    clients: () => sockets.size,
    publish(symbols) {
      for (const symbol of symbols) {
        const frame = Buffer.from(JSON.stringify([tick(symbol)]));
        for (const socket of sockets) socket.write(frame);
      }
    },
  };
}

async function socketIo(): Promise<Contender> {
  const http = createServer();
  const io = new SocketIoServer(http, { transports: ['websocket'], perMessageDeflate: false });
  io.on('connection', (socket) => void socket.join('all'));
  return {
    port: await listen(http),
    clients: () => io.engine.clientsCount,
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
    allowsOrigin: () => true,
    getPerson: () => Promise.resolve({ id: person++, may: () => Promise.resolve(true) }),
    patience: { windowMs: 5 },
  });
  live.setSymbols(new Map(SYMBOLS.map((s) => [s, 'forex'])));
  return {
    port: await listen(http),
    clients: () => live.size,
    publish: (symbols) => live.offer(symbols.map(tick)),
  };
}

const contender = await (variant === 'rasat'
  ? rasat()
  : variant === 'socket.io'
    ? socketIo()
    : raw());
const emptyRss = process.memoryUsage().rss;

process.on('message', (command: Command) => {
  if (command.do === 'rss') {
    globalThis.gc?.();
    process.send?.({ clients: contender.clients(), rss: process.memoryUsage().rss - emptyRss });
    return;
  }
  const symbols = SYMBOLS.slice(0, command.perPeriod);
  let left = command.periods;
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    contender.publish(symbols);
    if (--left > 0) return;
    clearInterval(timer);
    setTimeout(() => {
      const used = process.cpuUsage(before);
      const ticks = command.periods * command.perPeriod * contender.clients();
      process.send?.({ ticks, cpuSeconds: (used.user + used.system) / 1e6 });
    }, 400);
  }, command.periodMs);
});
process.send?.({ port: contender.port });
