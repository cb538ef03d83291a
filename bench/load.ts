import { setTimeout as pause } from 'node:timers/promises';
import { standstillsSince, watchStandstills } from '../scripts/standstill.ts';
import { HUB_DEFAULTS } from '../server/src/modules/stream/hub.ts';
import { createClock } from '../server/src/platform/clock.ts';
import { testConfig } from '../server/src/platform/testing.ts';
import { plantPerson } from '../server/src/testing/people.ts';
import { type Child, startChild } from './child.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { CallSettings, ClientCommand, ClientReport, SocketSettings } from './load-client.ts';
import type { LoadCommand, LoadSettings, LoadStatus } from './load-server.ts';
import type { Report } from './report.ts';

/** `BENCH_SOCKETS` and `BENCH_SECONDS` make a run smaller; the goals are for 5,000 sockets and ten minutes. */
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 5000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 600);
const SYMBOLS = Array.from({ length: 200 }, (_, i) => `L${String(i).padStart(3, '0')}`);
const CHANNELS = 10;
const SOCKETS_PER_PERSON = 10;
const TICKS_PER_SECOND = 2000;
const CALLS_PER_SECOND = 300;
/** Sockets in a process without other work; their delay is the server's. */
const PROBES = 50;
/** Number of steps in which the sockets are opened; the probes are among them. */
const STEPS = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HISTORY_DAYS = 365;
const MINUTE_MS = 60_000;
const WARM_UP_MS = 10_000;
const FILL_LIMIT_MS = HOUR_MS;
const LATE_MS = 150;
const BEAT_MS = 20;
/** A waiting process that is this late shows that the machine stood still. */
const STOOD_STILL_MS = 100;
/** Largest growth of memory from the second minute to the last that counts as flat. */
const FLAT = 1.1;

interface Bench {
  readonly report: Report;
  readonly cluster: Cluster;
  readonly server: Child;
  readonly crowd: Child;
  readonly probes: Child;
  readonly caller: Child;
  readonly calls: readonly CallSettings[];
}

const askServer = (server: Child, command: LoadCommand): Promise<LoadStatus> => server.ask(command);
const askClient = <T = object>(client: Child, command: ClientCommand): Promise<T> =>
  client.ask<T>(command);

/** Starts the server with a year of bars of every symbol, analysed and published. */
async function startServer(cluster: Cluster): Promise<Child & { readonly port: number }> {
  const liveMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const settings: LoadSettings = {
    database: cluster.address,
    symbols: SYMBOLS,
    fromMs: liveMs - HISTORY_DAYS * DAY_MS,
    liveMs,
  };
  const server = await startChild<{ address: string }>('load-server.ts', [
    JSON.stringify(settings),
  ]);
  const limitMs = performance.now() + FILL_LIMIT_MS;
  while (!(await askServer(server, { do: 'usage' })).ready) {
    if (performance.now() > limitMs) throw new Error('the markets were not filled in time');
    await pause(1000);
  }
  return { ...server, port: Number(new URL(server.greeting.address).port) };
}

async function plantCookies({ db }: Cluster): Promise<string[]> {
  const context = { db, clock: createClock(), config: testConfig() };
  const cookies: string[] = [];
  const run = Date.now();
  for (let i = 0; i < SOCKETS / SOCKETS_PER_PERSON; i++) {
    const { cookie } = await plantPerson(context, {
      mail: `load-${run}-${i}@rasat.example`,
      rights: ['subscription'],
    });
    cookies.push(cookie);
  }
  return cookies;
}

/** Returns sockets with ten symbols each, hardly two the same. */
function listSockets(cookies: readonly string[]): SocketSettings[] {
  return Array.from({ length: SOCKETS }, (_, socket) => ({
    cookie: cookies[socket % cookies.length] ?? '',
    channels: Array.from({ length: CHANNELS }, (_, channel) => {
      const step = 1 + (Math.floor(socket / SYMBOLS.length) % 19);
      return `tick:${SYMBOLS[(socket + channel * step) % SYMBOLS.length]}`;
    }),
  }));
}

/** Returns the calls of pages: charts, lists, the parts of a symbol's page; each as another person. */
function listCalls(cookies: readonly string[]): CallSettings[] {
  const paths = (symbol: string): string[] => [
    `/historical/${symbol}-60?limit=1500`,
    `/historical/${symbol}-1D`,
    '/quotes/crypto',
    `/levels/${symbol}`,
    `/box/${symbol}/chart/1`,
    `/historical/${symbol}-240?limit=1500`,
    '/predictor/crypto',
    `/seer/${symbol}`,
    `/box/${symbol}/trade`,
    '/portfolio/crypto',
    `/cycle/${symbol}`,
    `/historical/${symbol}-15?limit=1500`,
    '/account/favorites',
  ];
  return SYMBOLS.flatMap(paths).map((path, i) => ({
    path: `/api${path}`,
    cookie: cookies[(i * 7) % cookies.length] ?? '',
  }));
}

async function openSockets(bench: Bench, sockets: readonly SocketSettings[]): Promise<void> {
  const ofProbes = Math.min(PROBES, Math.floor(SOCKETS / 2));
  const share = (list: readonly SocketSettings[], step: number): readonly SocketSettings[] =>
    list.slice((list.length * step) / STEPS, (list.length * (step + 1)) / STEPS);
  for (let step = 0; step < STEPS; step++) {
    const crowd = share(sockets.slice(ofProbes), step);
    await askClient(bench.crowd, { do: 'open', sockets: crowd });
    await askClient(bench.probes, { do: 'open', sockets: share(sockets.slice(0, ofProbes), step) });
  }
}

/** The results of a period. */
interface Stretch {
  readonly crowd: ClientReport;
  readonly probes: ClientReport;
  readonly caller: ClientReport;
  /** Processors used by server, database and all clients. */
  readonly cores: Readonly<Record<'server' | 'database' | 'clients', number>>;
  readonly ticks: number;
  /** Resident memory of the server, once a minute. */
  readonly rssMiB: readonly number[];
  /** Periods in which the machine stood still. */
  readonly standstills: readonly { readonly afterS: number; readonly ms: number }[];
}

async function watch(bench: Bench, ticksPerSecond: number): Promise<Stretch> {
  const { server, cluster, crowd, probes, caller, calls } = bench;
  await askServer(server, { do: 'stream', ticksPerSecond });
  await askClient(caller, { do: 'call', calls, perSecond: CALLS_PER_SECOND });
  await pause(WARM_UP_MS);
  const look = async () => {
    const [ofCrowd, ofProbes, ofCaller, ofServer] = await Promise.all([
      askClient<ClientReport>(crowd, { do: 'report' }),
      askClient<ClientReport>(probes, { do: 'report' }),
      askClient<ClientReport>(caller, { do: 'report' }),
      askServer(server, { do: 'usage' }),
    ]);
    return {
      crowd: ofCrowd,
      probes: ofProbes,
      caller: ofCaller,
      ticks: ofServer.ticks,
      atMs: performance.now(),
      cpuMs: {
        server: ofServer.cpuMs,
        database: cluster.cpuMs(),
        clients: ofCrowd.cpuMs + ofProbes.cpuMs + ofCaller.cpuMs,
      },
    };
  };
  const before = await look();
  const rssMiB: number[] = [];
  const untilMs = before.atMs + SECONDS * 1000;
  for (;;) {
    const leftMs = untilMs - performance.now();
    await pause(Math.min(MINUTE_MS, Math.max(0, leftMs)));
    rssMiB.push((await askServer(server, { do: 'usage' })).rssBytes / 2 ** 20);
    if (leftMs <= MINUTE_MS) break;
  }
  const after = await look();
  const cores = (of: keyof Stretch['cores']): number =>
    (after.cpuMs[of] - before.cpuMs[of]) / (after.atMs - before.atMs);
  return {
    crowd: after.crowd,
    probes: after.probes,
    caller: after.caller,
    ticks: after.ticks - before.ticks,
    rssMiB,
    standstills: standstillsSince(before.atMs).map(({ endMs, lastedMs }) => ({
      afterS: Math.floor((endMs - before.atMs) / 1000),
      ms: Math.round(lastedMs),
    })),
    cores: { server: cores('server'), database: cores('database'), clients: cores('clients') },
  };
}

function addCalls(report: Report, section: string, stretch: Stretch): void {
  const { caller, probes, crowd, standstills } = stretch;
  const { calls, failed } = caller;
  const goal = { of: 'value', atMost: LATE_MS } as const;
  report.add(section, 'calls a second', calls.count / SECONDS, '/s');
  report.add(section, 'calls, p50', calls.p50Ms, 'ms');
  report.add(section, 'calls, p99', calls.p99Ms, 'ms', { goal: { text: '<= 150 ms', ...goal } });
  report.add(section, 'calls, p99 of the worst second', calls.worstSecondP99Ms, 'ms', {
    goal: { text: '<= 150 ms', ...goal },
  });
  if (calls.lateSeconds.length > 0) {
    const named = calls.lateSeconds.map(({ afterS, p99Ms }) => `${p99Ms} ms after ${afterS} s`);
    report.note(`${section}: seconds above ${LATE_MS} ms: ${named.join(', ')}`);
  }
  if (standstills.length > 0) {
    const named = standstills.map(({ afterS, ms }) => `${ms} ms after ${afterS} s`);
    report.note(`${section}: the machine stood still: ${named.join(', ')}`);
  }
  report.add(section, 'calls, the slowest', calls.mostMs, 'ms');
  const refused = Object.values(failed).reduce((sum, n) => sum + n, 0);
  report.add(section, 'calls that were not answered with 200', refused, 'calls', {
    goal: { text: 'none', of: 'value', atMost: 0 },
  });
  if (refused > 0) report.note(`${section}: ${JSON.stringify(failed)}`);
  const lost = { ...crowd.ended, ...probes.ended };
  const sockets = Object.values(lost).reduce((sum, n) => sum + n, 0);
  report.add(section, 'sockets lost', sockets, 'sockets', {
    goal: { text: 'none', of: 'value', atMost: 0 },
  });
  if (sockets > 0) report.note(`${section}: ${JSON.stringify(lost)}`);
}

function addUsage(report: Report, section: string, { cores, rssMiB }: Stretch): void {
  report.add(section, 'processors of the server', cores.server, 'cores');
  report.add(section, 'processors of PostgreSQL', cores.database, 'cores');
  report.add(section, 'processors of the clients', cores.clients, 'cores');
  const last = rssMiB.at(-1) ?? Number.NaN;
  const first = rssMiB[1] ?? rssMiB[0] ?? Number.NaN;
  report.add(section, 'memory of the server, last minute', last, 'MiB', {
    baseline: { name: 'the second minute', value: first },
    goal: { text: `flat: <= ${FLAT} x`, of: 'ratio', atMost: FLAT },
  });
}

function addTicks(report: Report, section: string, { crowd, probes, ticks, cores }: Stretch): void {
  const { windowMs } = HUB_DEFAULTS;
  const atMost = LATE_MS + windowMs;
  const goal = { text: `<= 150 ms and the window of ${windowMs} ms`, of: 'value', atMost } as const;
  report.add(section, 'ticks taken', ticks / SECONDS, '/s');
  report.add(section, 'ticks delivered', (crowd.ticks.count + probes.ticks.count) / SECONDS, '/s');
  report.add(section, 'frames delivered', (crowd.frames + probes.frames) / SECONDS, '/s');
  report.add(
    section,
    'delivered by a second of the server’s CPU',
    crowd.ticks.count / SECONDS / cores.server,
    'ticks',
  );
  const places = { [`at ${PROBES} sockets beside them`]: probes, 'at all others': crowd };
  for (const [who, { ticks: seen }] of Object.entries(places)) {
    report.add(section, `ticks, p50 ${who}`, seen.p50Ms, 'ms');
    report.add(section, `ticks, p99 ${who}`, seen.p99Ms, 'ms', { goal });
    report.add(section, `ticks, p99 of the worst second ${who}`, seen.worstSecondP99Ms, 'ms');
  }
}

/** Measures five thousand open sockets, idle and with two thousand ticks a second, and calls at a steady rate. */
export async function run(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startCluster('load');
  stack.defer(() => cluster.end());
  const server = await startServer(cluster);
  stack.defer(() => server.end());
  const client = async (): Promise<Child> => {
    const one = await startChild('load-client.ts', [String(server.port)]);
    stack.defer(() => one.end());
    return one;
  };
  const cookies = await plantCookies(cluster);
  const bench = {
    report,
    cluster,
    server,
    crowd: await client(),
    probes: await client(),
    caller: await client(),
    calls: listCalls(cookies),
  };
  watchStandstills(BEAT_MS, STOOD_STILL_MS);
  const beganMs = performance.now();
  await openSockets(bench, listSockets(cookies));
  const people = `${SOCKETS} sockets of ${cookies.length} people`;
  report.note(
    `load: ${people}, ten of ${SYMBOLS.length} symbols each, ${CALLS_PER_SECOND} calls a second for ${SECONDS} s. ` +
      'Clients and server share this machine. Left out: TLS, a network card, newly opened pages, ' +
      'the wire format of a venue.',
  );
  const idle = `load, ${SOCKETS} idle sockets`;
  report.add(idle, 'opening all of them', (performance.now() - beganMs) / 1000, 's');
  const quiet = await watch(bench, 0);
  addCalls(report, idle, quiet);
  addUsage(report, idle, quiet);
  const busy = `load, ${SOCKETS} sockets, ${TICKS_PER_SECOND} ticks a second`;
  const loud = await watch(bench, TICKS_PER_SECOND);
  addTicks(report, busy, loud);
  addCalls(report, busy, loud);
  addUsage(report, busy, loud);
  await askServer(server, { do: 'stop' });
}
