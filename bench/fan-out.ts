import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@rasat/contract';
import { createClock } from '../server/src/platform/clock.ts';
import { testConfig } from '../server/src/platform/testing.ts';
import { plantSeries } from '../server/src/testing/market.ts';
import { plantPerson } from '../server/src/testing/people.ts';
import { type Child, startChild } from './child.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { CROWD, SYMBOLS } from './fan-out-symbols.ts';
import { interleave, median, type Report } from './report.ts';

const CLIENTS = 1000;
/** Clients for measuring delays: few enough that their process keeps up with every tick. */
const DELAY_CLIENTS = 250;
const MANY_CLIENTS = 5000;
const ROUNDS = 3;
/** One person more for the stalled client. */
const PEOPLE = MANY_CLIENTS / LIMITS.liveSocketsPerPerson + 1;
/** How much faster a C loop is than `socket.write` (1.22 to 1.32), for machines without a compiler. */
const LOOP_RATIO = 1.32;
const VARIANTS = ['raw', 'socket.io', 'rasat'] as const;
type Variant = (typeof VARIANTS)[number] | 'loop';

/** The shape of a load: clients and ticks. */
interface Shape {
  readonly clients: number;
  readonly perPeriod: number;
  readonly periods: number;
  readonly periodMs: number;
  /** Whether two thousand more symbols tick, which the measured clients do not join. */
  readonly many?: boolean;
}

const PLANTED_AT_ONCE = 4;
/** The product's own window. */
const WINDOW_MS = 50;
/** Ticks farther apart than the window, so that each is one write. */
const ONE: Shape = { clients: CLIENTS, perPeriod: 1, periods: 40, periodMs: 75 };
const ONE_TO_MANY: Shape = { clients: MANY_CLIENTS, perPeriod: 1, periods: 15, periodMs: 300 };
const TWENTY: Shape = { clients: CLIENTS, perPeriod: 1, periods: 60, periodMs: 50 };
const TEN: Shape = { clients: CLIENTS, perPeriod: 10, periods: 40, periodMs: 50 };
/** Long enough to overfill the kernel's buffers of a stalled client. */
const CROWDED: Shape = { ...TEN, clients: DELAY_CLIENTS, periods: 160, many: true };

interface Delivery {
  /** Ticks that reach clients per second of the server's CPU. */
  readonly perCpu: number;
  /** 99th percentile of the delay, milliseconds. */
  readonly p99: number;
}

/** The database with people and symbols, and the cookies of these people. */
interface Place {
  readonly address: Cluster['address'];
  readonly cookies: readonly string[];
}

/** Starts the servers and clients of one run. */
interface Bench {
  withClients<T>(
    variant: Variant,
    clients: number,
    use: (server: Child, client: Child, port: number) => Promise<T>,
  ): Promise<T>;
  startStalled(port: number): Promise<Child>;
}

function openBench({ address, cookies }: Place): Bench {
  const startClients = (
    variant: Variant | 'stalled',
    port: number,
    count: number,
  ): Promise<Child> =>
    startChild('fan-out-client.ts', [
      variant,
      String(port),
      String(count),
      JSON.stringify(variant === 'rasat' || variant === 'stalled' ? cookies : []),
    ]);
  return {
    startStalled: (port) => startClients('stalled', port, 1),
    async withClients(variant, count, use) {
      const server = await startChild<{ port: number }>(
        'fan-out-server.ts',
        [variant, address.host, address.database],
        ['--expose-gc'],
      );
      try {
        const { port } = server.greeting;
        const client = await startClients(variant, port, count);
        try {
          return await use(server, client, port);
        } finally {
          client.end();
        }
      } finally {
        server.end();
      }
    },
  };
}

/** Publishes one shape. Only received ticks count: the product conflates late ticks into the newest value. */
async function deliver(server: Child, client: Child, shape: Shape): Promise<Delivery> {
  const { perPeriod, periods, periodMs, many = false } = shape;
  const publish = { do: 'publish', periodMs, perPeriod, many };
  await server.ask({ ...publish, periods: 5 });
  await client.ask('reset');
  const sent = await server.ask<{ ticks: number; cpuSeconds: number }>({ ...publish, periods });
  const { p99, received } = await client.ask<{ p99: number; received: number }>('report');
  const published = sent.ticks * shape.clients;
  if (received < published * 0.8) throw new Error(`${received} of ${published} ticks arrived`);
  return { perCpu: received / sent.cpuSeconds, p99 };
}

const measure = (bench: Bench, variant: Variant, shape: Shape): Promise<Delivery> =>
  bench.withClients(variant, shape.clients, (server, client) => deliver(server, client, shape));

/** Runs every contender in turn and returns the medians of each. */
async function compare<V extends Variant>(
  bench: Bench,
  shape: Shape,
  variants: readonly V[],
): Promise<Record<V, Delivery>> {
  const all = new Map<V, Delivery[]>(variants.map((variant) => [variant, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const variant of variants) all.get(variant)?.push(await measure(bench, variant, shape));
  }
  const middle = (deliveries: readonly Delivery[]): Delivery => ({
    perCpu: median(deliveries.map(({ perCpu }) => perCpu)),
    p99: median(deliveries.map(({ p99 }) => p99)),
  });
  return Object.fromEntries(
    [...all].map(([variant, deliveries]) => [variant, middle(deliveries)]),
  ) as Record<V, Delivery>;
}

const idleKilobytes = (bench: Bench, variant: Variant): Promise<number> =>
  bench.withClients(variant, MANY_CLIENTS, async (server) => {
    await sleep(500);
    const { rss, clients } = await server.ask<{ rss: number; clients: number }>({ do: 'rss' });
    return rss / 1024 / clients;
  });

/** What is buffered for a stalled client, and how late other clients get their ticks meanwhile. */
interface StalledReader {
  readonly p99: number;
  readonly mostBytes: number;
  /** Ticks that it received in the end, and the age of the newest. */
  readonly received: number;
  readonly leastMs: number;
}

const besideStalled = (bench: Bench): Promise<StalledReader> =>
  bench.withClients('rasat', CROWDED.clients, async (server, client, port) => {
    const stalled = await bench.startStalled(port);
    try {
      const { p99 } = await deliver(server, client, CROWDED);
      const { bytes } = await server.ask<{ bytes: number }>({ do: 'buffered' });
      const { received, least } = await stalled.ask<{ received: number; least: number }>('read');
      return { p99, mostBytes: bytes, received, leastMs: least };
    } finally {
      stalled.end();
    }
  });

async function measureStalled(report: Report, bench: Bench): Promise<void> {
  const runs: StalledReader[] = [];
  const p99 = await interleave(
    {
      without: async () => (await measure(bench, 'rasat', CROWDED)).p99,
      beside: async () => {
        runs.push(await besideStalled(bench));
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
  // The server stops at 64 KB, plus the frame of two thousand symbols that exceeded it.
  report.add(section, 'most bytes buffered for it', most / 1024, 'KB', {
    goal: { text: 'F6: bounded, 64 KB and one frame', of: 'value', atMost: 192 },
  });
  const published = (CROWDED.periods + 5) * 2000;
  report.add(section, 'ticks it gets once it reads', median(runs.map((r) => r.received)), 'ticks', {
    baseline: { name: 'published to it', value: published },
  });
}

async function measureOne(report: Report, bench: Bench, shape: Shape): Promise<void> {
  const one = await compare(bench, shape, VARIANTS);
  const section = `fan-out, ${shape.clients} clients`;
  report.add(section, 'one tick a window', one.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'raw socket.write', value: one.raw.perCpu },
    goal: { text: 'F1: >= 0.88 x raw', of: 'ratio', atLeast: 0.88 },
  });
  report.add(section, 'one tick a window', one.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'socket.io rooms', value: one['socket.io'].perCpu },
    goal: { text: 'F2: >= 1.4 x socket.io', of: 'ratio', atLeast: 1.4 },
  });
}

async function measureDelay(report: Report, bench: Bench): Promise<void> {
  const { raw, rasat } = await compare(bench, TWENTY, ['raw', 'rasat']);
  const section = `fan-out, ${TWENTY.clients} clients, 20 ticks a second`;
  report.add(
    section,
    `p99 delay beyond the window of ${WINDOW_MS} ms`,
    rasat.p99 - WINDOW_MS,
    'ms',
    {
      baseline: { name: 'raw socket.write', value: raw.p99 },
      goal: { text: 'F4: <= 1.25 x raw, window apart', of: 'ratio', atMost: 1.25 },
    },
  );
  report.add(section, 'p99 delay, including the window', rasat.p99, 'ms');
}

async function measureTen(report: Report, bench: Bench): Promise<void> {
  const hasCompiler = spawnSync('cc', ['--version']).status === 0;
  const contenders = hasCompiler ? [...VARIANTS, 'loop' as const] : VARIANTS;
  const ten = await compare<Variant>(bench, TEN, contenders);
  const section = `fan-out, ${TEN.clients} clients, ten symbols spread over ${TEN.periodMs} ms`;
  const name = 'ticks in one write a window';
  report.add(section, name, ten.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'socket.io rooms', value: ten['socket.io'].perCpu },
    goal: { text: 'F3: >= 10 x socket.io', of: 'ratio', atLeast: 10 },
  });
  report.add(section, name, ten.rasat.perCpu, 'ticks/cpu-s', {
    baseline: { name: 'raw write of each tick', value: ten.raw.perCpu },
  });
  report.add(section, name, ten.rasat.perCpu, 'ticks/cpu-s', {
    baseline: hasCompiler
      ? { name: 'a loop in C that writes each tick', value: ten.loop.perCpu }
      : {
          name: `a loop in C, taken as ${LOOP_RATIO} x raw without a compiler`,
          value: LOOP_RATIO * ten.raw.perCpu,
        },
    goal: { text: 'F3: >= 6 x the loop in C', of: 'ratio', atLeast: 6 },
  });
}

async function measureIdle(report: Report, bench: Bench): Promise<void> {
  const section = `fan-out, ${MANY_CLIENTS} idle clients`;
  const idle = await idleKilobytes(bench, 'rasat');
  report.add(section, 'memory for each', idle, 'KB', {
    baseline: { name: 'socket.io', value: await idleKilobytes(bench, 'socket.io') },
    goal: { text: 'F5: <= 0.4 x socket.io', of: 'ratio', atMost: 0.4 },
  });
  report.add(section, 'memory for each', idle, 'KB', {
    goal: { text: 'F5: <= 10 KB', of: 'value', atMost: 10 },
  });
}

/** Maps items concurrently, as many as the database has connections. */
async function eachOf<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (let at = 0; at < items.length; at += PLANTED_AT_ONCE) {
    made.push(...(await Promise.all(items.slice(at, at + PLANTED_AT_ONCE).map(make))));
  }
  return made;
}

/** Creates the people who open the sockets, and the symbols. */
async function plant({ address, db }: Cluster): Promise<Place> {
  const context = { db, clock: createClock(), config: testConfig() };
  const people = await eachOf(Array.from({ length: PEOPLE }), () => plantPerson(context));
  const symbols = [
    ...SYMBOLS.map((symbol) => ({ symbol, category: 'forex' }) as const),
    ...CROWD.map((symbol) => ({ symbol, category: 'crypto' }) as const),
  ];
  await eachOf(symbols, (one) => plantSeries(db, one));
  return { address, cookies: people.map(({ cookie }) => cookie) };
}

/**
 * Measures one server process on loopback: raw socket writes, socket.io rooms, and the product's live socket behind its
 * guard.
 */
export async function run(report: Report): Promise<void> {
  const cluster = await startCluster();
  try {
    const bench = openBench(await plant(cluster));
    await measureOne(report, bench, ONE);
    await measureOne(report, bench, ONE_TO_MANY);
    await measureDelay(report, bench);
    await measureTen(report, bench);
    await measureStalled(report, bench);
    await measureIdle(report, bench);
    report.note(
      "Left out: TLS, compression, a real network card, the kernel's memory of a socket, and cores of their own for server and clients. The product's sockets are opened behind its guard, ten for each person; the other contenders have no guard. With ten symbols the loops that write each tick are busy all the time, which makes each of their writes cheaper.",
    );
  } finally {
    await cluster.end();
  }
}
