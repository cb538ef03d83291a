import { setTimeout as pause } from 'node:timers/promises';
import { spawnServer } from '../server/src/testing/spawn-server.ts';
import type { ReaderUsage } from '../server/src/testing/trades-reader.ts';
import type {
  TradesCommand,
  TradesReport,
  TradesVenue,
} from '../server/src/testing/trades-venue.ts';
import { type Child, startChild } from './child.ts';
import { startCluster } from './cluster.ts';
import {
  addLags,
  addMemory,
  addSoundness,
  awaitLive,
  compareQuarters,
  watchServer,
} from './fed-server.ts';
import type { Report } from './report.ts';

/** `BENCH_SECONDS` makes a run shorter; the goals are for ten minutes. A run ends with the next quarter of an hour. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 600);
const PAIRS = 50;
const PER_SECOND = 5000;
const BURST_PER_SECOND = 20_000;
const BURST_MS = 5000;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const READER_MS = 30_000;
const LOOK_MS = 5000;
const LIVE_LIMIT_MS = 600_000;
/** Time after its end by which a bar is stored. */
const STORED_MS = 60_000;
/** Largest growth of memory from the second minute to the last that counts as flat. */
const FLAT = 1.1;

const askVenue = <T = object>(venue: Child, command: TradesCommand): Promise<T> =>
  venue.ask<T>(command);

/** Returns the CPU time of a process that only parses the frames, in seconds for a million trades. */
async function readOnly(venue: Child & { readonly greeting: TradesVenue }): Promise<number> {
  const reader = await startChild('../server/src/testing/trades-reader.ts', [
    JSON.stringify(venue.greeting),
  ]);
  try {
    await pause(LOOK_MS);
    const before = await reader.ask<ReaderUsage>({});
    await pause(READER_MS);
    const after = await reader.ask<ReaderUsage>({});
    return ((after.cpuMs - before.cpuMs) / (after.trades - before.trades)) * 1000;
  } finally {
    reader.end();
  }
}

/** Measures the whole server with a source of many trades, and compares its bars with those of the venue. */
export async function run(report: Report): Promise<void> {
  const venue = await startChild<TradesVenue>('../server/src/testing/trades-venue.ts', [
    String(PAIRS),
  ]);
  const cluster = await startCluster();
  const { url, streamUrl, symbols } = venue.greeting;
  await askVenue(venue, { do: 'rate', perSecond: PER_SECOND });
  const baseline = await readOnly(venue);
  const server = spawnServer(
    cluster.address,
    { kind: 'real' },
    {
      SOURCES: 'binance',
      BINANCE_SYMBOLS: symbols.join(),
      BINANCE_URL: url,
      BINANCE_STREAM_URL: streamUrl,
    },
  );
  try {
    const operator = await server.operator;
    await awaitLive(operator, LIVE_LIMIT_MS);
    await pause(LOOK_MS);
    const before = await askVenue<TradesReport>(venue, { do: 'report' });
    const seen = await watchServer(operator, SECONDS, (runMs) => {
      const intoMinuteMs = runMs % MINUTE_MS;
      const isBurst = intoMinuteMs >= MINUTE_MS / 2 && intoMinuteMs < MINUTE_MS / 2 + BURST_MS;
      return askVenue(venue, { do: 'rate', perSecond: isBurst ? BURST_PER_SECOND : PER_SECOND });
    });
    await askVenue(venue, { do: 'rate', perSecond: PER_SECOND });
    const after = await askVenue<TradesReport>(venue, { do: 'report' });
    const { seconds, cpuSeconds } = seen;
    const trades = after.trades - before.trades;

    const endMs = Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS;
    report.note(`waiting for the end of the quarter of an hour`);
    await pause(endMs + STORED_MS - Date.now());
    const { quarters } = await askVenue<TradesReport>(venue, { do: 'report' });
    const compared = await compareQuarters(cluster.db, symbols, async (_, at) =>
      (quarters[at] ?? []).filter(([openMs]) => openMs + QUARTER_MS <= endMs),
    );

    const section = `trades: ${PAIRS} pairs, ${PER_SECOND} trades a second, each minute ${BURST_MS / 1000} s with ${BURST_PER_SECOND}`;
    report.add(section, 'trades of the venue', trades / seconds, 'per second');
    addSoundness(report, section, seen, compared, { text: 'one of each pair', count: PAIRS });
    report.add(section, 'CPU of the server', (cpuSeconds / seconds) * 100, '% of a core');
    report.add(section, 'CPU for a million trades', (cpuSeconds / trades) * 1e6, 's', {
      baseline: { name: 'a process that only parses them', value: baseline },
    });
    addMemory(report, section, seen, FLAT);
    addLags(report, section, seen);
  } finally {
    await server.kill();
    venue.end();
    await cluster.end();
  }
}
