import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { standstillsSince, watchStandstills } from '../scripts/standstill.ts';
import { runRecord, verifyRecord } from '../server/src/modules/record/index.ts';
import { createClock } from '../server/src/platform/clock.ts';
import { testConfig } from '../server/src/platform/testing.ts';
import { plantPerson } from '../server/src/testing/people.ts';
import { type Child, startChild } from './child.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { median, type Report } from './report.ts';
import type { ScaleCommand, ScaleSettings, ScaleStatus, ScaleUsage } from './scale-server.ts';

/** `BENCH_SYMBOLS` and `BENCH_YEARS` make a run smaller; the goals are for a thousand symbols and three years. */
const SYMBOLS = Number(process.env.BENCH_SYMBOLS ?? 1000);
const YEARS = Number(process.env.BENCH_YEARS ?? 3);
const SECTION = `${SYMBOLS} symbols with ${YEARS} years of hours, the whole server`;
const HOUR_MS = 3_600_000;
/** Ten in the morning, so that no nightly work overlaps with the closes. */
const LIVE_MS = Date.UTC(2026, 9, 6, 10);
const FROM_MS = LIVE_MS - YEARS * 365 * 24 * HOUR_MS;
const CLOSES = 5;
const NIGHTS = 7;
/** The progress of a night at which its certificate begins. */
const CERTIFICATE_SHARE = 0.5;
/** Time from a server's start to the hour that it closes. */
const EARLY_MS = 45_000;
const FILL_LIMIT_MS = 3 * HOUR_MS;
const LIMIT_MS = 300_000;
/** Interval of this idle process's timer; its delay shows when the machine stands still. */
const BEAT_MS = 250;
const STOOD_STILL_MS = 1000;

type Server = Child & {
  readonly greeting: { readonly address: string; readonly listeningMs: number };
};

async function waitFor(
  what: string,
  check: () => Promise<boolean>,
  { everyMs = 250, limitMs = LIMIT_MS } = {},
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await check())) {
    if (performance.now() > limit) throw new Error(`waited too long for ${what}`);
    await pause(everyMs);
  }
}

function startServer(
  { address }: Cluster,
  clockOffsetMs: number,
  liveMs = LIVE_MS,
): Promise<Server> {
  const settings: ScaleSettings = {
    database: address,
    symbols: SYMBOLS,
    fromMs: FROM_MS,
    liveMs,
    clockOffsetMs,
  };
  return startChild('scale-server.ts', [JSON.stringify(settings)]);
}

const ask = <T>(server: Server, command: ScaleCommand): Promise<T> => server.ask<T>(command);

async function isReady(server: Server): Promise<boolean> {
  const { filled, ready } = await ask<ScaleStatus>(server, { do: 'status' });
  return filled === 1 && ready;
}

/** Fills, analyses and publishes the markets, and waits for the first computation of the record. */
async function fill(report: Report, cluster: Cluster): Promise<void> {
  const beganMs = performance.now();
  await using stack = new AsyncDisposableStack();
  const server = await startServer(cluster, LIVE_MS + 60_000 - Date.now());
  stack.defer(() => server.end());
  const everyMs = 2000;
  const options = { everyMs, limitMs: FILL_LIMIT_MS };
  await waitFor('the first filling', () => isReady(server), options);
  report.add(
    SECTION,
    'first filling, analysed and published',
    (performance.now() - beganMs) / 1000,
    's',
  );
  await waitFor(
    'the first record',
    async () => (await countOf(cluster, 'record_certificate')) > 0,
    options,
  );
  await waitFor(
    'the folds',
    async () =>
      (await countOf(cluster, 'analysis_event')) < SYMBOLS * 60 &&
      (await countOf(cluster, 'ledger')) < SYMBOLS * 60 &&
      (await bytesOfHot(cluster)) < HOT_BYTES,
    options,
  );
  report.add(
    SECTION,
    'with the first computation of the record',
    (performance.now() - beganMs) / 1000,
    's',
  );
  const { rssBytes } = await ask<ScaleUsage>(server, { do: 'usage' });
  report.add(SECTION, 'memory after the filling', rssBytes / 2 ** 20, 'MiB');
  await ask(server, { do: 'stop' });
}

/** Limit of the tables from which rows are folded: a share per symbol, and a part that is too small to reclaim. */
const HOT_BYTES = Math.max(SYMBOLS * 200_000, 64_000_000);

async function bytesOfHot({ db }: Cluster): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::bigint as bytes
    from unnest(array['analysis_event', 'ledger', 'ledger_outcome']) u (name)`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function countOf({ db }: Cluster, table: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.id(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Measures the bytes of the database per stored bar, by table. */
async function measureBytes(report: Report, { db }: Cluster): Promise<void> {
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ bars: number; hours: number; bytes: number }>`
    select sum(n)::bigint as bars, (sum(n) filter (where resolution = '60'))::bigint as hours,
      pg_database_size(current_database()) as bytes
    from bar_head`.execute(db);
  const { bars, hours, bytes } = rows[0] ?? { bars: 1, hours: 1, bytes: Number.NaN };
  report.add(SECTION, 'database', bytes / 2 ** 20, 'MiB');
  report.add(SECTION, 'database, by every stored bar', bytes / bars, 'bytes/bar', {
    goal: { text: 'at most 25', of: 'value', atMost: 25 },
  });
  report.add(SECTION, 'database, by the hour bars alone', bytes / hours, 'bytes/bar');
  const largest = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::bigint as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 2 desc limit 8`.execute(db);
  for (const { name, bytes: own } of largest.rows) {
    report.add(SECTION, `of which ${name}`, own / bars, 'bytes/bar');
  }
}

interface Close {
  readonly listeningMs: number;
  readonly readyMs: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  readonly endToEndMs: number;
  readonly rssBytes: number;
}

/** Starts the server shortly before an hour and measures the close of that hour. */
async function closeHour(cluster: Cluster, closeMs: number, cookie: string): Promise<Close> {
  const startedMs = performance.now();
  const offsetMs = closeMs - EARLY_MS - Date.now();
  const now = (): number => Date.now() + offsetMs;
  await using stack = new AsyncDisposableStack();
  const server = await startServer(cluster, offsetMs);
  stack.defer(() => server.end());
  const { listeningMs } = server.greeting;
  await waitFor('the restart', () => isReady(server), { everyMs: 50 });
  const readyMs = performance.now() - startedMs;
  await ask(server, { do: 'tick', timeMs: now(), throughMs: now() - 1 });
  await pause(Math.max(0, closeMs + 200 - now()));
  if (now() > closeMs + 1000)
    throw new Error('the restart took longer than the time before the hour');
  const before = await ask<ScaleUsage>(server, { do: 'usage' });
  const databaseBefore = cluster.cpuMs();
  const tickedMs = performance.now();
  await ask(server, { do: 'tick', timeMs: closeMs + 100, throughMs: closeMs + 100 });
  await waitFor('the close', () => isShown(cluster, server, closeMs, cookie), { everyMs: 40 });
  const endToEndMs = performance.now() - tickedMs;
  const after = await ask<ScaleUsage>(server, { do: 'usage' });
  const close = {
    listeningMs,
    readyMs,
    serverCpuMs: after.cpuMs - before.cpuMs,
    databaseCpuMs: cluster.cpuMs() - databaseBefore,
    endToEndMs,
    rssBytes: after.rssBytes,
  };
  await ask(server, { do: 'stop' });
  return close;
}

/**
 * Returns whether every symbol is analysed up to the close, everything is published, and a newly opened screen shows
 * it.
 */
async function isShown(
  { db }: Cluster,
  { greeting }: Server,
  closeMs: number,
  cookie: string,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select (select count(*) from analysis_state where cursor_ms = ${closeMs - HOUR_MS}) = ${SYMBOLS}
      and not exists (
        select from analysis_event where id > (select event_id from publisher_cursor)
      ) as done`.execute(db);
  if (!rows[0]?.done) return false;
  const address = `${greeting.address}/api/historical/B0000-60?limit=2`;
  const reply = await fetch(address, { headers: { cookie } });
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}`);
  const bars = (await reply.json()) as { readonly d: number }[];
  return bars.some(({ d }) => d === closeMs - HOUR_MS);
}

/** Lets the server collect, analyse and publish a day of bars, and stops it before it computes the record. */
async function addDay(cluster: Cluster, toMs: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = await startServer(cluster, toMs + 60_000 - Date.now(), toMs);
  stack.defer(() => server.end());
  await waitFor('a day of bars', async () => {
    if (!(await isReady(server))) return false;
    const { rows } = await sql<{ done: boolean }>`
      select (select count(*) from analysis_state where cursor_ms = ${toMs - HOUR_MS}) = ${SYMBOLS}
        and not exists (
          select from analysis_event where id > (select event_id from publisher_cursor)
        ) as done`.execute(cluster.db);
    return rows[0]?.done === true;
  });
  await ask(server, { do: 'stop' });
}

interface Work<T> {
  readonly value: T;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly mostBytes: number;
}

/** Runs work in this process. CPU is that of the process and of the database; the work can read it meanwhile. */
async function measureWork<T>(
  cluster: Cluster,
  work: (cpuSeconds: () => number) => Promise<T>,
): Promise<Work<T>> {
  let mostBytes = process.memoryUsage.rss();
  const timer = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  }, BEAT_MS);
  const startMs = performance.now();
  const [cpu, database] = [process.cpuUsage(), cluster.cpuMs()];
  const cpuSeconds = (): number => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1e6 + (cluster.cpuMs() - database) / 1000;
  };
  try {
    const value = await work(cpuSeconds);
    const seconds = (performance.now() - startMs) / 1000;
    return { value, seconds, cpuSeconds: cpuSeconds(), mostBytes };
  } finally {
    clearInterval(timer);
  }
}

/** Measures a week of nights, each after a day of new bars, and then a verification of everything. */
async function measureRecord(report: Report, cluster: Cluster): Promise<void> {
  const { db } = cluster;
  const { rows } = await sql<{ last: number }>`
    select max(t_last) as last from bar_head where resolution = '60'`.execute(db);
  const startMs = (rows[0]?.last ?? LIVE_MS) + HOUR_MS;
  const nights: { figures: number; certificate: number; mostBytes: number }[] = [];
  for (let night = 1; night <= NIGHTS; night += 1) {
    const toMs = startMs + night * 24 * HOUR_MS;
    await addDay(cluster, toMs);
    const clock = createClock({ kind: 'shifted', offsetMs: toMs + HOUR_MS - Date.now() });
    let figures = 0;
    const { value, cpuSeconds, mostBytes } = await measureWork(cluster, (cpuSecondsNow) =>
      runRecord(
        { config: testConfig(), db, clock },
        {
          signal: new AbortController().signal,
          progress(share) {
            if (share >= CERTIFICATE_SHARE && figures === 0) figures = cpuSecondsNow();
          },
        },
      ),
    );
    if (!value) throw new Error('another computation is running');
    const { certificate } = value;
    nights.push({ figures, certificate: cpuSeconds - figures, mostBytes });
    report.note(
      `${SECTION}: night ${night} over ${value.rows} rows and ${value.outcomes} outcomes took ` +
        `${figures.toFixed(1)} s for the figures and ${(cpuSeconds - figures).toFixed(1)} s for the certificate, which ` +
        `went through ${certificate.bars} bars and ${certificate.again} published things; ` +
        `${certificate.failures.length} failed.`,
    );
  }
  const certificates = nights.map(({ certificate }) => certificate);
  const sumOf = (seconds: readonly number[]): number => seconds.reduce((sum, one) => sum + one, 0);
  report.add(SECTION, 'a certificate, CPU with the database, median', median(certificates), 's', {
    goal: { text: 'at most 60', of: 'value', atMost: 60 },
  });
  report.add(SECTION, 'certificates of a week, CPU', sumOf(certificates), 's');
  report.add(SECTION, 'figures of a week, CPU', sumOf(nights.map((one) => one.figures)), 's');
  const mostBytes = Math.max(...nights.map((one) => one.mostBytes));
  report.add(SECTION, 'memory of a night, most', mostBytes / 2 ** 20, 'MiB');
  const verified = await measureWork(cluster, () => verifyRecord(db));
  const { ledgerRows, outcomes, found } = verified.value;
  report.note(
    `${SECTION}: verify went through ${ledgerRows} rows and ${outcomes} outcomes; ${found} findings.`,
  );
  report.add(SECTION, 'verify', verified.seconds, 's');
  report.add(SECTION, 'verify, CPU with the database', verified.cpuSeconds, 's');
  report.add(SECTION, 'memory of verify, most', verified.mostBytes / 2 ** 20, 'MiB');
}

/**
 * Measures one server with a thousand symbols and three years: storage, a week of nights, verification, restart, memory,
 * an hourly close.
 */
export async function run(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startCluster(`scale-${SYMBOLS}-${YEARS}`);
  stack.defer(() => cluster.end());
  report.note(
    `${SECTION}: made-up markets that trade around the clock, quarter-hours of the last year, no open page, no TLS; ` +
      'a close begins with the first later tick, delivered in one turn of the event loop.',
  );
  if ((await countOf(cluster, 'record_certificate')) === 0) await fill(report, cluster);
  await measureBytes(report, cluster);
  await measureRecord(report, cluster);
  const closes: Close[] = [];
  watchStandstills(BEAT_MS, STOOD_STILL_MS);
  const closesFromMs = performance.now();
  const { rows } = await sql<{ last: number }>`
    select max(t_last) as last from bar_head where resolution = '60'`.execute(cluster.db);
  const firstMs = (rows[0]?.last ?? LIVE_MS) + 2 * HOUR_MS;
  const clock = createClock({ kind: 'shifted', offsetMs: firstMs - HOUR_MS - Date.now() });
  const reader = { db: cluster.db, clock, config: testConfig() };
  const { cookie } = await plantPerson(reader, {
    mail: `scale-${Date.now()}@rasat.example`,
    rights: ['subscription'],
  });
  for (let i = 0; i < CLOSES; i += 1) {
    closes.push(await closeHour(cluster, firstMs + i * HOUR_MS, cookie));
  }
  for (const { lastedMs } of standstillsSince(closesFromMs)) {
    report.note(`${SECTION}: the machine stood still for ${lastedMs.toFixed(0)} ms.`);
  }
  const of = (key: keyof Close, unit: number): number[] => closes.map((close) => close[key] / unit);
  const cpu = closes.map((close) => (close.serverCpuMs + close.databaseCpuMs) / 1000);
  const listed = (seconds: readonly number[]): string =>
    seconds.map((one) => one.toFixed(2)).join(', ');
  report.note(
    `${SECTION}: the closes took ${listed(of('endToEndMs', 1000))} s, of CPU ${listed(cpu)} s.`,
  );
  report.add(SECTION, 'restart to listening, median', median(of('listeningMs', 1000)), 's');
  report.add(SECTION, 'restart to every part ready, median', median(of('readyMs', 1000)), 's', {
    goal: { text: 'at most 5', of: 'value', atMost: 5 },
  });
  report.add(SECTION, 'memory, most', Math.max(...of('rssBytes', 2 ** 20)), 'MiB', {
    goal: { text: 'at most 1,500', of: 'value', atMost: 1500 },
  });
  report.add(SECTION, 'a close, CPU of the server, median', median(of('serverCpuMs', 1000)), 's');
  report.add(
    SECTION,
    'a close, CPU of the database, median',
    median(of('databaseCpuMs', 1000)),
    's',
  );
  report.add(SECTION, 'a close, CPU of both, median', median(cpu), 's', {
    goal: { text: 'at most 1', of: 'value', atMost: 1 },
  });
  report.add(SECTION, 'a close, end to end, median', median(of('endToEndMs', 1000)), 's', {
    goal: { text: 'at most 2', of: 'value', atMost: 2 },
  });
  report.add(SECTION, 'a close, end to end, longest', Math.max(...of('endToEndMs', 1000)), 's');
}
