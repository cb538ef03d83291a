import { setTimeout as pause } from 'node:timers/promises';
import { findSymbol } from '../server/src/modules/market/index.ts';
import { barAt } from '../server/src/modules/market/store/bar-columns.ts';
import { readAllBars } from '../server/src/modules/market/store/read-bars.ts';
import type { Db } from '../server/src/platform/db/pool.ts';
import { spawnServer } from '../server/src/testing/spawn-server.ts';
import type { ReaderUsage } from '../server/src/testing/trades-reader.ts';
import type {
  QuarterBar,
  TradesCommand,
  TradesReport,
  TradesVenue,
} from '../server/src/testing/trades-venue.ts';
import { type Child, startChild } from './child.ts';
import { startCluster } from './cluster.ts';
import { median, type Report } from './report.ts';
import { addLags, scrape } from './scrape.ts';

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

/** Returns a sentence for each bar that is not the venue's own, at most ten. */
async function compare(
  db: Db,
  symbols: readonly string[],
  { quarters }: TradesReport,
  endMs: number,
) {
  const problems: string[] = [];
  let compared = 0;
  for (const [at, symbol] of symbols.entries()) {
    const found = await findSymbol(db, symbol);
    const stored = new Map<number, QuarterBar>();
    for await (const part of readAllBars(db, found?.series.id ?? 0, '15')) {
      for (let i = 0; i < part.length; i += 1) {
        const { openTimeMs, open, high, low, close, volume } = barAt(part, i);
        stored.set(openTimeMs, [openTimeMs, open, high, low, close, volume]);
      }
    }
    for (const bar of quarters[at] ?? []) {
      if (bar[0] + QUARTER_MS > endMs) continue;
      compared += 1;
      const ours = stored.get(bar[0]);
      if (String(ours) !== String(bar))
        problems.push(`${symbol}: ${String(ours)} instead of ${bar.join()}`);
    }
  }
  return { compared, problems };
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
    const limitMs = performance.now() + LIVE_LIMIT_MS;
    while (!(await scrape(operator)).isLive) {
      if (performance.now() > limitMs) throw new Error('the source was not live in time');
      await pause(1000);
    }
    await pause(LOOK_MS);
    const first = await scrape(operator);
    const before = await askVenue<TradesReport>(venue, { do: 'report' });
    const beganMs = performance.now();
    const memory: number[][] = [];
    let outages = 0;
    while (performance.now() - beganMs < SECONDS * 1000) {
      const intoMinuteMs = (performance.now() - beganMs) % MINUTE_MS;
      const isBurst = intoMinuteMs >= MINUTE_MS / 2 && intoMinuteMs < MINUTE_MS / 2 + BURST_MS;
      await askVenue(venue, { do: 'rate', perSecond: isBurst ? BURST_PER_SECOND : PER_SECOND });
      await pause(LOOK_MS - ((performance.now() - beganMs) % LOOK_MS));
      const now = await scrape(operator);
      if (!now.isLive) outages += 1;
      const minute = Math.floor((performance.now() - beganMs - 1) / MINUTE_MS);
      memory[minute] = [...(memory[minute] ?? []), now.memoryMiB];
    }
    await askVenue(venue, { do: 'rate', perSecond: PER_SECOND });
    const last = await scrape(operator);
    const after = await askVenue<TradesReport>(venue, { do: 'report' });
    const seconds = (performance.now() - beganMs) / 1000;
    const trades = after.trades - before.trades;
    const cpu = last.cpuSeconds - first.cpuSeconds;

    const endMs = Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS;
    report.note(`waiting for the end of the quarter of an hour`);
    await pause(endMs + STORED_MS - Date.now());
    const truth = await askVenue<TradesReport>(venue, { do: 'report' });
    const { compared, problems } = await compare(cluster.db, symbols, truth, endMs);

    const section = `trades: ${PAIRS} pairs, ${PER_SECOND} trades a second, each minute ${BURST_MS / 1000} s with ${BURST_PER_SECOND}`;
    report.add(section, 'trades of the venue', trades / seconds, 'per second');
    report.add(section, 'prices that were refused', last.refused - first.refused, '');
    report.add(section, 'looks at a source that was not live', outages, '', {
      goal: { text: 'none', of: 'value', atMost: 0 },
    });
    report.add(section, 'bars of 15 minutes compared', compared, '', {
      goal: { text: 'one of each pair', of: 'value', atLeast: PAIRS },
    });
    report.add(section, 'bars that are not the venue’s own', problems.length, '', {
      goal: { text: 'none', of: 'value', atMost: 0 },
    });
    for (const problem of problems.slice(0, 10)) report.note(problem);
    report.add(section, 'CPU of the server', (cpu / seconds) * 100, '% of a core');
    report.add(section, 'CPU for a million trades', (cpu / trades) * 1e6, 's', {
      baseline: { name: 'a process that only parses them', value: baseline },
    });
    const [start, end] = [memory[1] ?? memory[0], memory.at(-1)].map((all) => median(all ?? []));
    report.add(section, 'memory of the last minute', end ?? Number.NaN, 'MiB', {
      baseline: { name: 'that of the second', value: start ?? Number.NaN },
      goal: { text: `flat: at most ${FLAT} x`, of: 'ratio', atMost: FLAT },
    });
    addLags(report, section, [first, last]);
  } finally {
    await server.kill();
    venue.end();
    await cluster.end();
  }
}
