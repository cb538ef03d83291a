import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { findSymbol } from '../server/src/modules/market/index.ts';
import { barAt } from '../server/src/modules/market/store/bar-columns.ts';
import { readAllBars } from '../server/src/modules/market/store/read-bars.ts';
import type { Db } from '../server/src/platform/db/pool.ts';
import type { MinutesUsage } from '../server/src/testing/minutes-reader.ts';
import { spawnServer } from '../server/src/testing/spawn-server.ts';
import { type Child, startChild } from './child.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { MinutesCommand, MinutesSettings, MinutesVenue, QuarterBar } from './minutes-venue.ts';
import { median, type Report } from './report.ts';
import { addLags, type Scrape, scrape } from './scrape.ts';

/** `BENCH_SYMBOLS` and `BENCH_SECONDS` make a run smaller; the figures are for 2,000 symbols and ten minutes. */
const SYMBOLS = Number(process.env.BENCH_SYMBOLS ?? 2000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 600);
const SECTION = `minutes: ${SYMBOLS} shares by bars of a minute, the whole server`;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** A Wednesday, 40 minutes after the opening in New York. */
const START_MS = Date.UTC(2026, 10, 18, 15, 10);
/** Time by which the source is behind the market: a minute's bar and half a minute. */
const SOURCE_LATE_MS = 90_000;
const READER_MS = 60_000;
const LOOK_MS = 5000;
const LIVE_LIMIT_MS = 40 * MINUTE_MS;
/** Time after the source's end of a quarter within which all of its bars are stored. */
const STORED_MS = 60_000;

type Venue = Child & { readonly greeting: MinutesVenue };

/** Returns the CPU time of a process that only parses the frames, in milliseconds for a thousand minutes. */
async function readOnly({ greeting }: Venue): Promise<number> {
  const reader = await startChild('../server/src/testing/minutes-reader.ts', [
    JSON.stringify(greeting),
  ]);
  try {
    await pause(LOOK_MS);
    const before = await reader.ask<MinutesUsage>({});
    await pause(READER_MS);
    const after = await reader.ask<MinutesUsage>({});
    return ((after.cpuMs - before.cpuMs) / (after.minutes - before.minutes)) * 1000;
  } finally {
    reader.end();
  }
}

/** Returns the number of series that have their bar of the quarter that opened at a time. */
async function countStored({ db }: Cluster, openMs: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from bar_head
    where resolution = '15' and t_last >= ${openMs}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Waits until every series has the bar of a quarter; returns the time since its end on the source's clock. */
async function awaitQuarter(cluster: Cluster, endMs: number, now: () => number): Promise<number> {
  const sourceEndMs = endMs + SOURCE_LATE_MS;
  await pause(Math.max(0, sourceEndMs - 1000 - now()));
  while ((await countStored(cluster, endMs - QUARTER_MS)) < SYMBOLS) {
    if (now() > sourceEndMs + STORED_MS) return Number.NaN;
    await pause(100);
  }
  return now() - sourceEndMs;
}

/** Returns a sentence for each bar since a time that is not the venue's own. */
async function compare(db: Db, venue: Venue, fromMs: number, toMs: number) {
  const problems: string[] = [];
  let compared = 0;
  for (const symbol of venue.greeting.symbols) {
    const found = await findSymbol(db, symbol);
    const stored = new Map<number, QuarterBar>();
    for await (const part of readAllBars(db, found?.series.id ?? 0, '15')) {
      for (let i = 0; i < part.length; i += 1) {
        const { openTimeMs, open, high, low, close, volume } = barAt(part, i);
        stored.set(openTimeMs, [openTimeMs, open, high, low, close, volume]);
      }
    }
    const asked: MinutesCommand = { symbol, fromMs, toMs };
    for (const bar of await venue.ask<readonly QuarterBar[]>(asked)) {
      compared += 1;
      const ours = stored.get(bar[0]);
      if (String(ours) !== String(bar))
        problems.push(`${symbol}: ${String(ours)} instead of ${bar.join()}`);
    }
  }
  return { compared, problems };
}

/** Looks at the server every five seconds; returns its memory by minute, and the looks at which it was not live. */
async function watch(operator: string, seconds: number) {
  const memory: number[][] = [];
  let outages = 0;
  let last: Scrape = await scrape(operator);
  const first = last;
  const beganMs = performance.now();
  while (performance.now() - beganMs < seconds * 1000) {
    await pause(LOOK_MS - ((performance.now() - beganMs) % LOOK_MS));
    last = await scrape(operator);
    if (!last.isLive) outages += 1;
    const minute = Math.floor((performance.now() - beganMs - 1) / MINUTE_MS);
    memory[minute] = [...(memory[minute] ?? []), last.memoryMiB];
  }
  return { first, last, memory, outages, seconds: (performance.now() - beganMs) / 1000 };
}

/** Measures the whole server with a source of many minute bars, and compares its bars with those of the venue. */
export async function run(report: Report): Promise<void> {
  const clockOffsetMs = START_MS - Date.now();
  const now = (): number => Date.now() + clockOffsetMs;
  const settings: MinutesSettings = { symbols: SYMBOLS, clockOffsetMs };
  const venue = await startChild<MinutesVenue>('minutes-venue.ts', [JSON.stringify(settings)]);
  const cluster = await startCluster();
  const baseline = await readOnly(venue);
  const { url, streamUrl, key, symbols } = venue.greeting;
  const beganMs = performance.now();
  const server = spawnServer(
    cluster.address,
    { kind: 'shifted', offsetMs: clockOffsetMs },
    {
      SOURCES: 'massive',
      MASSIVE_KEY: key,
      MASSIVE_URL: url,
      MASSIVE_STREAM_URL: streamUrl,
      MASSIVE_FEED: 'live',
      MASSIVE_CHANNEL: 'minutes',
      MASSIVE_REQUESTS: '60000',
      MASSIVE_SYMBOLS: symbols.join(),
    },
  );
  try {
    const operator = await server.operator;
    while (!(await scrape(operator)).isLive) {
      if (performance.now() - beganMs > LIVE_LIMIT_MS) throw new Error('it was not live in time');
      await pause(1000);
    }
    report.add(SECTION, 'from the start to live', (performance.now() - beganMs) / 1000, 's');
    await pause(MINUTE_MS);
    const fromMs = Math.ceil((now() - SOURCE_LATE_MS) / QUARTER_MS) * QUARTER_MS;
    const endMs = fromMs + QUARTER_MS;
    const databaseMs = cluster.cpuMs();
    const [seen, storedAfterMs] = await Promise.all([
      watch(operator, SECONDS),
      awaitQuarter(cluster, fromMs, now),
    ]);
    const { first, last, memory, outages, seconds } = seen;
    const databaseCpuMs = cluster.cpuMs() - databaseMs;
    const minutes = (last.accepted - first.accepted) / 4;
    const cpu = last.cpuSeconds - first.cpuSeconds;
    report.note('waiting for the end of a whole quarter of an hour');
    await awaitQuarter(cluster, endMs, now);
    const { compared, problems } = await compare(cluster.db, venue, fromMs - QUARTER_MS, endMs);

    report.add(SECTION, 'bars of a minute', minutes / seconds, 'per second');
    report.add(SECTION, 'prices that were refused', last.refused - first.refused, '');
    report.add(SECTION, 'looks at a source that was not live', outages, '', {
      goal: { text: 'none', of: 'value', atMost: 0 },
    });
    report.add(SECTION, 'bars of 15 minutes compared', compared, '', {
      goal: { text: 'one of each share', of: 'value', atLeast: SYMBOLS },
    });
    report.add(SECTION, 'bars that are not the venue’s own', problems.length, '', {
      goal: { text: 'none', of: 'value', atMost: 0 },
    });
    for (const problem of problems.slice(0, 10)) report.note(problem);
    report.add(SECTION, 'CPU of the server', (cpu / seconds) * 100, '% of a core');
    report.add(SECTION, 'CPU of the database', databaseCpuMs / seconds / 10, '% of a core');
    report.add(SECTION, 'CPU of the server for a thousand bars', (cpu / minutes) * 1e6, 'ms', {
      baseline: { name: 'a process that only parses them', value: baseline },
    });
    const [start, end] = [memory[1] ?? memory[0], memory.at(-1)].map((all) => median(all ?? []));
    report.add(SECTION, 'memory of the last minute', end ?? Number.NaN, 'MiB', {
      baseline: { name: 'that of the second', value: start ?? Number.NaN },
    });
    addLags(report, SECTION, [first, last]);
    report.add(SECTION, 'all bars of a quarter stored after its end', storedAfterMs / 1000, 's');
  } finally {
    await server.kill();
    venue.end();
    await cluster.end();
  }
}
