import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { BARS_MEDIA_TYPE, LIMITS } from '@rasat/contract';
import { sql } from 'kysely';
import { createClock } from '../server/src/platform/clock.ts';
import type { Db } from '../server/src/platform/db/pool.ts';
import { testConfig } from '../server/src/platform/testing.ts';
import { isForexOpen, makeBars } from '../server/src/testing/bars.ts';
import { plantBars, plantSeries } from '../server/src/testing/market.ts';
import { plantPerson } from '../server/src/testing/people.ts';
import { startChild } from './child.ts';
import { startCluster } from './cluster.ts';
import type { LoadCommand, LoadResult } from './history-client.ts';
import type { GuardCommand } from './history-server.ts';
import { median, type Report } from './report.ts';
import { copyRows, createRowTable, ROW_TABLE } from './row-table.ts';

const SECTION = `history, ${LIMITS.historyMax} bars of EURUSD-60`;
const ROUNDS = 3;
const SECONDS = 1.2;
const CONNECTIONS = 4;
const BARS = 20_437;
const HOUR_MS = 3_600_000;
const BINARY = { accept: BARS_MEDIA_TYPE };
const PLAIN = { accept: 'application/json' };
const GUARD_CALLS = 3000;

type Server = Awaited<ReturnType<typeof startChild<{ port: number }>>>;

/** The measured servers by variant. */
interface Servers {
  readonly rasat: Server;
  readonly rows: Server;
  readonly prebuilt: Server;
  readonly stringify: Server;
}

/** The result of one contender, the median of the rounds. */
interface Outcome {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bodyBytes: number;
}

interface Contender {
  readonly server: Server;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: (round: number) => readonly string[];
}

/** Returns paths that are never cached: windows of the past, each a millisecond from the others. */
function uncachedPaths(lastMs: number): () => readonly string[] {
  let salt = 0;
  return () =>
    Array.from({ length: 20_000 }, (_, i) => {
      salt += 1;
      const back = ((i * 7919) % (BARS - 2 * LIMITS.historyMax)) * HOUR_MS;
      return `/api/historical/EURUSD-60?limit=${LIMITS.historyMax}&to=${lastMs - back + (salt % HOUR_MS)}`;
    });
}

async function measure(
  contenders: Readonly<Record<string, Contender>>,
): Promise<(name: string) => Outcome> {
  const client = await startChild('history-client.ts', []);
  const results = new Map<string, (LoadResult & { cpuMs: number })[]>();
  try {
    for (let round = -1; round < ROUNDS; round++) {
      for (const [name, { server, headers, paths }] of Object.entries(contenders)) {
        const command: LoadCommand = {
          port: server.greeting.port,
          paths: paths(round),
          headers,
          connections: CONNECTIONS,
          // The first run warms compiler and caches.
          seconds: round < 0 ? SECONDS / 2 : SECONDS,
        };
        const before = await server.ask<number>('cpu');
        const result = await client.ask<LoadResult>(command);
        const cpuMs = ((await server.ask<number>('cpu')) - before) / 1000 / result.requests;
        if (round >= 0) results.set(name, [...(results.get(name) ?? []), { ...result, cpuMs }]);
      }
    }
  } finally {
    client.end();
  }
  return (name) => {
    const rounds = results.get(name) ?? [];
    return {
      perSecond: median(rounds.map((one) => one.requests / one.seconds)),
      cpuMs: median(rounds.map((one) => one.cpuMs)),
      p50Ms: median(rounds.map((one) => one.p50Ms)),
      p99Ms: median(rounds.map((one) => one.p99Ms)),
      bodyBytes: rounds[0]?.bodyBytes ?? Number.NaN,
    };
  };
}

async function bodyOf(
  server: Server,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${server.greeting.port}${path}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  return Buffer.from(await response.arrayBuffer());
}

function addCached(report: Report, of: (name: string) => Outcome): void {
  const behind = 'prebuilt Buffer behind the same guard';
  addHit(report, 'cached JSON', of('hit'), { name: behind, of: of('prebuilt') });
  const zipped = { name: `${behind}, in gzip`, of: of('prebuiltZipped') };
  addHit(report, 'cached JSON in gzip', of('hitZipped'), zipped);
}

function addHit(
  report: Report,
  what: string,
  hit: Outcome,
  prebuilt: { readonly name: string; readonly of: Outcome },
): void {
  report.add(SECTION, what, hit.cpuMs, 'cpu-ms', {
    baseline: { name: prebuilt.name, value: prebuilt.of.cpuMs },
    goal: {
      text: 'H1: CPU <= 1.25 x a prebuilt Buffer behind the same guard',
      of: 'ratio',
      atMost: 1.25,
    },
  });
  report.add(SECTION, `${what}, p99`, hit.p99Ms, 'ms', {
    baseline: { name: prebuilt.name, value: prebuilt.of.p99Ms },
    goal: { text: 'H1: p99 <= 1.7 x, on a calm machine', of: 'ratio', atMost: 1.7 },
  });
  report.add(SECTION, what, hit.perSecond, 'req/s', {
    baseline: { name: prebuilt.name, value: prebuilt.of.perSecond },
  });
}

function addUncached(report: Report, of: (name: string) => Outcome): void {
  const rows = of('rows');
  const name = 'pg, a row for each bar';
  const binary = of('binary');
  report.add(SECTION, 'uncached, stored form', binary.perSecond, 'req/s', {
    baseline: { name, value: rows.perSecond },
    goal: { text: 'H2: >= 20 x rows', of: 'ratio', atLeast: 20 },
  });
  report.add(SECTION, 'uncached, stored form', binary.cpuMs, 'cpu-ms', {
    baseline: { name, value: rows.cpuMs },
    goal: { text: 'H2: <= 1/20 of the CPU', of: 'ratio', atMost: 0.05 },
  });
  report.add(SECTION, 'uncached, stored form, p50', binary.p50Ms, 'ms', {
    baseline: { name, value: rows.p50Ms },
  });
  const json = of('json');
  report.add(SECTION, 'uncached JSON', json.perSecond, 'req/s', {
    baseline: { name, value: rows.perSecond },
    goal: { text: 'H3: >= 4 x rows', of: 'ratio', atLeast: 4 },
  });
  report.add(SECTION, 'uncached JSON', json.perSecond, 'req/s', {
    baseline: { name: 'JSON.stringify of objects in memory', value: of('stringify').perSecond },
    goal: { text: 'H3: never slower than stringify', of: 'ratio', atLeast: 1 },
  });
  report.add(SECTION, 'uncached JSON', json.cpuMs, 'cpu-ms', {
    baseline: { name: 'JSON.stringify of objects in memory', value: of('stringify').cpuMs },
  });
}

/** Returns the CPU time of the database server's processes, in milliseconds; NaN where the system does not tell. */
async function readServerCpuMs(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const statOf = (pid: number): string[] => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  };
  try {
    const postmaster = Number(statOf(rows[0]?.pid ?? 0)[1]);
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const spent = children
      .split(' ')
      .filter(Boolean)
      .map((pid) => statOf(Number(pid)))
      .map((stat) => Number(stat[11]) + Number(stat[12]));
    // Hundredths of a second.
    return spent.reduce((sum, ticks) => sum + ticks, 0) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Measures the cost of the guard, from memory and from the database. */
async function addGuard(report: Report, server: Server, db: Db, cookie: string): Promise<void> {
  const spend = async (mayRecall: boolean, calls: number) => {
    const command: GuardCommand = { calls, cookie, mayRecall };
    const before = { node: await server.ask<number>('cpu'), server: await readServerCpuMs(db) };
    const nodeCpu = await server.ask<number>(command);
    const serverMs = (await readServerCpuMs(db)) - before.server;
    return { node: (nodeCpu - before.node) / 1000 / calls, server: serverMs / calls };
  };
  // The first run warms the compiler.
  for (const mayRecall of [true, false]) await spend(mayRecall, GUARD_CALLS);
  const recalled = await spend(true, GUARD_CALLS * 10);
  const asked = await spend(false, GUARD_CALLS);
  const baseline = (value: number) => ({ baseline: { name: 'asked of the database', value } });
  report.add(SECTION, 'guard from memory, Node', recalled.node, 'cpu-ms', baseline(asked.node));
  report.add(SECTION, 'guard, PostgreSQL', recalled.server, 'cpu-ms', baseline(asked.server));
}

async function addBytes(report: Report, server: Server, cookie: string): Promise<void> {
  const path = `/api/historical/EURUSD-60?limit=${LIMITS.historyMax}`;
  const binary = await bodyOf(server, path, { ...BINARY, cookie });
  const json = await bodyOf(server, path, { ...PLAIN, cookie });
  report.add(SECTION, 'stored form', binary.length, 'bytes', {
    baseline: { name: 'JSON', value: json.length },
    goal: { text: 'H4: <= 0.15 x JSON', of: 'ratio', atMost: 0.15 },
  });
  report.add(SECTION, 'stored form, gzip 1', gzipSync(binary, { level: 1 }).length, 'bytes', {
    baseline: { name: 'JSON, gzip 6', value: gzipSync(json, { level: 6 }).length },
    goal: { text: 'H4: <= 0.35 x JSON in gzip 6', of: 'ratio', atMost: 0.35 },
  });
}

/**
 * Measures the real call over HTTP from another process: cached against a prebuilt Buffer, uncached against rows in
 * PostgreSQL.
 */
export async function run(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startCluster();
  stack.defer(() => cluster.end());
  const { address, db } = cluster;
  const fromMs = Date.UTC(2022, 0, 3);
  const bars = makeBars({ seed: 3, fromMs, bars: BARS, isOpen: isForexOpen });
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  await plantBars(db, series, bars);
  await createRowTable(db);
  await copyRows(address, [{ seriesId: series.id, resolution: '60', bars, from: 0, to: BARS }]);
  await sql`vacuum analyze ${sql.id(ROW_TABLE)}, bar_chunk, bar_tail`.execute(db);

  const start = async (variant: keyof Servers): Promise<Server> => {
    const args = [variant, address.host, address.database];
    const server = await startChild<{ port: number }>('history-server.ts', args);
    stack.defer(() => server.end());
    return server;
  };
  const servers: Servers = {
    rasat: await start('rasat'),
    rows: await start('rows'),
    prebuilt: await start('prebuilt'),
    stringify: await start('stringify'),
  };
  const newest = (): string[] => [`/api/historical/EURUSD-60?limit=${LIMITS.historyMax}`];
  const uncached = uncachedPaths(bars.openTimeMs[BARS - 1] ?? 0);
  const { cookie } = await plantPerson(
    { db, clock: createClock(), config: testConfig() },
    { rights: ['subscription'] },
  );
  const plain = { ...PLAIN, cookie };
  const zipped = { ...plain, 'accept-encoding': 'gzip' };
  const binary = { ...BINARY, cookie };
  const of = await measure({
    prebuilt: { server: servers.prebuilt, headers: plain, paths: newest },
    hit: { server: servers.rasat, headers: plain, paths: newest },
    prebuiltZipped: { server: servers.prebuilt, headers: zipped, paths: newest },
    hitZipped: { server: servers.rasat, headers: zipped, paths: newest },
    rows: { server: servers.rows, headers: PLAIN, paths: uncached },
    binary: { server: servers.rasat, headers: binary, paths: uncached },
    json: { server: servers.rasat, headers: plain, paths: uncached },
    stringify: { server: servers.stringify, headers: PLAIN, paths: newest },
  });
  addCached(report, of);
  addUncached(report, of);
  await addBytes(report, servers.rasat, cookie);
  await addGuard(report, servers.rasat, db, cookie);
  report.note(
    "Left out: TLS, a network, cores of their own for server and load, and the limit of calls of one person. One symbol of made-up bars, which lies in the database's memory. Rows and stringify answer without a guard; the prebuilt Buffer has the product's.",
  );
}
