import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MinutesUsage } from '../server/src/testing/minutes-reader.ts';
import { spawnServer } from '../server/src/testing/spawn-server.ts';
import { type Child, startChild } from './child.ts';
import { type Cluster, startCluster } from './cluster.ts';
import {
  addLags,
  addMemory,
  addSoundness,
  awaitLive,
  compareQuarters,
  watchServer,
} from './fed-server.ts';
import type { MinutesCommand, MinutesSettings, MinutesVenue } from './minutes-venue.ts';
import type { Report } from './report.ts';

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
    await awaitLive(operator, LIVE_LIMIT_MS);
    report.add(SECTION, 'from the start to live', (performance.now() - beganMs) / 1000, 's');
    await pause(MINUTE_MS);
    const fromMs = Math.ceil((now() - SOURCE_LATE_MS) / QUARTER_MS) * QUARTER_MS;
    const endMs = fromMs + QUARTER_MS;
    const databaseMs = cluster.cpuMs();
    const [seen, storedAfterMs] = await Promise.all([
      watchServer(operator, SECONDS),
      awaitQuarter(cluster, fromMs, now),
    ]);
    const { first, last, seconds, cpuSeconds } = seen;
    const databaseCpuMs = cluster.cpuMs() - databaseMs;
    const minutes = (last.accepted - first.accepted) / 4;
    report.note('waiting for the end of a whole quarter of an hour');
    await awaitQuarter(cluster, endMs, now);
    const span = { fromMs: fromMs - QUARTER_MS, toMs: endMs };
    const compared = await compareQuarters(cluster.db, symbols, (symbol) =>
      venue.ask({ symbol, ...span } satisfies MinutesCommand),
    );

    report.add(SECTION, 'bars of a minute', minutes / seconds, 'per second');
    addSoundness(report, SECTION, seen, compared, { text: 'one of each share', count: SYMBOLS });
    report.add(SECTION, 'CPU of the server', (cpuSeconds / seconds) * 100, '% of a core');
    report.add(SECTION, 'CPU of the database', databaseCpuMs / seconds / 10, '% of a core');
    report.add(
      SECTION,
      'CPU of the server for a thousand bars',
      (cpuSeconds / minutes) * 1e6,
      'ms',
      {
        baseline: { name: 'a process that only parses them', value: baseline },
      },
    );
    addMemory(report, SECTION, seen);
    addLags(report, SECTION, seen);
    report.add(SECTION, 'all bars of a quarter stored after its end', storedAfterMs / 1000, 's');
  } finally {
    await server.kill();
    venue.end();
    await cluster.end();
  }
}
