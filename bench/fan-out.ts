import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from './child.ts';
import { interleave, median, type Report } from './report.ts';

const CLIENTS = 1000;
/** Where the process of the clients keeps up with every tick, since it is their delay that counts. */
const DELAY_CLIENTS = 250;
const IDLE_CLIENTS = 5000;
const ROUNDS = 3;
const VARIANTS = ['raw', 'socket.io', 'rasat'] as const;
type Variant = (typeof VARIANTS)[number];

/** What is published to whom. */
interface Shape {
  readonly clients: number;
  readonly perPeriod: number;
  readonly periods: number;
  /** The window of the product's hub. */
  readonly windowMs: number;
  /** Whether two thousand symbols more move, to which the clients that are measured do not listen. */
  readonly many?: boolean;
}

const PERIOD_MS = 50;
/** The product's own window. */
const WINDOW_MS = 50;
const ONE: Shape = { clients: CLIENTS, perPeriod: 1, periods: 40, windowMs: 5 };
const TEN: Shape = { clients: CLIENTS, perPeriod: 10, periods: 40, windowMs: WINDOW_MS };
/** Long enough to fill the kernel's buffers of a client that does not read, and then some. */
const CROWDED: Shape = { ...TEN, clients: DELAY_CLIENTS, periods: 160, many: true };

interface Delivery {
  /** Ticks that reach clients per second of the server's CPU. */
  readonly perCpu: number;
  /** 99th percentile of the delay, milliseconds. */
  readonly p99: number;
}

async function withClients<T>(
  variant: Variant,
  shape: Pick<Shape, 'clients' | 'windowMs'>,
  use: (server: Child, client: Child, port: number) => Promise<T>,
): Promise<T> {
  const server = await startChild<{ port: number }>(
    'fan-out-server.ts',
    [variant, String(shape.windowMs)],
    ['--expose-gc'],
  );
  const { port } = server.greeting;
  const client = await startChild('fan-out-client.ts', [
    variant,
    String(port),
    String(shape.clients),
  ]);
  try {
    return await use(server, client, port);
  } finally {
    client.end();
    server.end();
  }
}

/** Publishes one shape. A tick counts when it arrived: the product joins what it is late with into the newest value. */
async function deliver(server: Child, client: Child, shape: Shape): Promise<Delivery> {
  const { perPeriod, periods, many = false } = shape;
  const publish = { do: 'publish', periodMs: PERIOD_MS, perPeriod, many };
  await server.ask({ ...publish, periods: 5 });
  await client.ask('reset');
  const sent = await server.ask<{ ticks: number; cpuSeconds: number }>({ ...publish, periods });
  const { p99, received } = await client.ask<{ p99: number; received: number }>('report');
  const published = sent.ticks * shape.clients;
  if (received < published * 0.8) throw new Error(`${received} of ${published} ticks arrived`);
  return { perCpu: received / sent.cpuSeconds, p99 };
}

const measure = (variant: Variant, shape: Shape): Promise<Delivery> =>
  withClients(variant, shape, (server, client) => deliver(server, client, shape));

/** Every contender in turn; the medians of each. */
async function compare(shape: Shape): Promise<Record<Variant, Delivery>> {
  const all = { raw: [], 'socket.io': [], rasat: [] } as Record<Variant, Delivery[]>;
  for (let round = 0; round < ROUNDS; round++) {
    for (const variant of VARIANTS) all[variant].push(await measure(variant, shape));
  }
  const middle = (variant: Variant): Delivery => ({
    perCpu: median(all[variant].map((delivery) => delivery.perCpu)),
    p99: median(all[variant].map((delivery) => delivery.p99)),
  });
  return { raw: middle('raw'), 'socket.io': middle('socket.io'), rasat: middle('rasat') };
}

const idleKilobytes = (variant: Variant): Promise<number> =>
  withClients(variant, { clients: IDLE_CLIENTS, windowMs: WINDOW_MS }, async (server) => {
    await sleep(500);
    const { rss, clients } = await server.ask<{ rss: number; clients: number }>({ do: 'rss' });
    return rss / 1024 / clients;
  });

/** What a client that does not read is kept, and how late the others get their ticks beside it. */
interface Deafness {
  readonly p99: number;
  readonly mostBytes: number;
  /** Ticks that it got in the end, and the age of the newest. */
  readonly received: number;
  readonly leastMs: number;
}

const besideDeaf = (): Promise<Deafness> =>
  withClients('rasat', CROWDED, async (server, client, port) => {
    const deaf = await startChild('fan-out-client.ts', ['deaf', String(port), '1']);
    try {
      const { p99 } = await deliver(server, client, CROWDED);
      const { bytes } = await server.ask<{ bytes: number }>({ do: 'buffered' });
      const { received, least } = await deaf.ask<{ received: number; least: number }>('read');
      return { p99, mostBytes: bytes, received, leastMs: least };
    } finally {
      deaf.end();
    }
  });

async function measureDeaf(report: Report): Promise<void> {
  const runs: Deafness[] = [];
  const p99 = await interleave(
    {
      without: async () => (await measure('rasat', CROWDED)).p99,
      beside: async () => {
        runs.push(await besideDeaf());
        return runs.at(-1)?.p99 ?? Number.NaN;
      },
    },
    ROUNDS,
  );
  const section = `fan-out, ${DELAY_CLIENTS} clients and one that does not read`;
  report.add(section, 'p99 delay of the others', p99.beside, 'ms', {
    baseline: { name: 'a run without it', value: p99.without },
    goal: { text: 'F6: <= 1.1 x without it', of: 'ratio', atMost: 1.1 },
  });
  const most = Math.max(...runs.map((run) => run.mostBytes));
  // The server stops at 64 KB; the frame of two thousand symbols that crossed the mark comes on top.
  report.add(section, 'most bytes that wait for it', most / 1024, 'KB', {
    goal: { text: 'F6: bounded, 64 KB and one frame', of: 'value', atMost: 192 },
  });
  const published = (CROWDED.periods + 5) * 2000;
  report.add(section, 'ticks it gets once it reads', median(runs.map((r) => r.received)), 'ticks', {
    baseline: { name: 'published to it', value: published },
  });
}

/** One process, loopback: raw socket writes, socket.io rooms, and the live socket of the product. */
export async function run(report: Report): Promise<void> {
  const one = await compare(ONE);
  const section = `fan-out, ${CLIENTS} clients`;
  report.add(section, 'one tick a window', one.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'raw socket.write', value: one.raw.perCpu },
    goal: { text: 'F1: >= 0.88 x raw', of: 'ratio', atLeast: 0.88 },
  });
  report.add(section, 'one tick a window', one.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'socket.io rooms', value: one['socket.io'].perCpu },
    goal: { text: 'F2: >= 1.4 x socket.io', of: 'ratio', atLeast: 1.4 },
  });
  const waited = one.rasat.p99 - ONE.windowMs;
  report.add(section, `p99 delay at 20 a second, window of ${ONE.windowMs} ms`, waited, 'ms', {
    baseline: { name: 'raw socket.write', value: one.raw.p99 },
    goal: { text: 'F4: <= 1.25 x raw, window apart', of: 'ratio', atMost: 1.25 },
  });
  const ten = await compare(TEN);
  const spread = `fan-out, ${CLIENTS} clients, ten symbols spread over ${PERIOD_MS} ms`;
  report.add(spread, 'ticks in one write a window', ten.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'socket.io rooms', value: ten['socket.io'].perCpu },
    goal: { text: 'F3: >= 10 x socket.io', of: 'ratio', atLeast: 10 },
  });
  report.add(spread, 'ticks in one write a window', ten.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'raw write of each tick', value: ten.raw.perCpu },
    goal: { text: 'F3: >= 6 x a loop that writes each tick', of: 'ratio', atLeast: 6 },
  });
  await measureDeaf(report);
  const idle = await idleKilobytes('rasat');
  report.add('fan-out, 5,000 idle clients', 'memory for each', idle, 'KB', {
    baseline: { name: 'socket.io', value: await idleKilobytes('socket.io') },
    goal: { text: 'F5: <= 0.4 x socket.io', of: 'ratio', atMost: 0.4 },
  });
  report.add('fan-out, 5,000 idle clients', 'memory for each', idle, 'KB', {
    goal: { text: 'F5: <= 10 KB', of: 'value', atMost: 10 },
  });
}
