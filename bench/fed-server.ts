import { setTimeout as pause } from 'node:timers/promises';
import { findSymbol } from '../server/src/modules/market/index.ts';
import { barAt } from '../server/src/modules/market/store/bar-columns.ts';
import { readAllBars } from '../server/src/modules/market/store/read-bars.ts';
import type { Db } from '../server/src/platform/db/pool.ts';
import { readPrometheusText } from '../server/src/testing/prometheus-text.ts';
import type { QuarterBar } from '../server/src/testing/trades-venue.ts';
import { median, type Report } from './report.ts';

// A whole server that a stand-in feeds: what its operator sees of it, and whether its bars are the stand-in's.

/** Figures of a scrape of the server. */
interface Scrape {
  readonly cpuSeconds: number;
  readonly memoryMiB: number;
  readonly accepted: number;
  readonly refused: number;
  readonly isLive: boolean;
  /** Seconds from a price to its arrival: greatest bound of the histogram's buckets, and the prices up to each. */
  readonly lag: ReadonlyMap<number, number>;
}

async function scrape(operator: string): Promise<Scrape> {
  const answer = await fetch(`${operator}/metrics`);
  const metrics = readPrometheusText(await answer.text());
  const samples = (name: string) => metrics.get(`rasat_${name}`)?.samples ?? [];
  const sum = (name: string) => samples(name).reduce((all, { value }) => all + value, 0);
  return {
    cpuSeconds: sum('process_cpu_seconds_total'),
    memoryMiB: sum('process_resident_memory_bytes') / 2 ** 20,
    accepted: sum('ticks_accepted_total'),
    refused: sum('ticks_refused_total'),
    isLive: sum('source_connected') === 1 && sum('source_filled_ratio') === 1,
    lag: new Map(
      samples('tick_lag_seconds')
        .filter(({ name }) => name.endsWith('_bucket'))
        .map(({ labels, value }) => [Number(labels.le?.replace('+Inf', 'Infinity')), value]),
    ),
  };
}

/** What was seen of a server for some time. */
export interface Watched {
  readonly first: Scrape;
  readonly last: Scrape;
  readonly seconds: number;
  /** CPU time of the server, in seconds. */
  readonly cpuSeconds: number;
  readonly outages: number;
  /** Memory by minute, in MiB. */
  readonly memory: readonly (readonly number[])[];
}

const LOOK_MS = 5000;
const MINUTE_MS = 60_000;

/** Waits until the source of a server is live. Throws after `limitMs`. */
export async function awaitLive(operator: string, limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!(await scrape(operator)).isLive) {
    if (performance.now() > endMs) throw new Error('the source was not live in time');
    await pause(1000);
  }
}

/** Looks at a server every five seconds; `before` is called before each look, with the milliseconds of the run. */
export async function watchServer(
  operator: string,
  seconds: number,
  before: (runMs: number) => Promise<unknown> = async () => {},
): Promise<Watched> {
  const memory: number[][] = [];
  let outages = 0;
  const first = await scrape(operator);
  let last = first;
  const beganMs = performance.now();
  const runMs = (): number => performance.now() - beganMs;
  while (runMs() < seconds * 1000) {
    await before(runMs());
    await pause(LOOK_MS - (runMs() % LOOK_MS));
    last = await scrape(operator);
    if (!last.isLive) outages += 1;
    const minute = Math.floor((runMs() - 1) / MINUTE_MS);
    memory[minute] = [...(memory[minute] ?? []), last.memoryMiB];
  }
  const cpuSeconds = last.cpuSeconds - first.cpuSeconds;
  return { first, last, seconds: runMs() / 1000, cpuSeconds, outages, memory };
}

/** Bars that were compared, and a sentence for each that is not the stand-in's own. */
export interface Compared {
  readonly compared: number;
  readonly problems: readonly string[];
}

/** Compares the stored quarters of symbols with those of the stand-in. */
export async function compareQuarters(
  db: Db,
  symbols: readonly string[],
  barsOf: (symbol: string, at: number) => Promise<readonly QuarterBar[]>,
): Promise<Compared> {
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
    for (const bar of await barsOf(symbol, at)) {
      compared += 1;
      const ours = stored.get(bar[0]);
      if (String(ours) !== String(bar))
        problems.push(`${symbol}: ${String(ours)} instead of ${bar.join()}`);
    }
  }
  return { compared, problems };
}

/** Adds whether the source was live and its bars right; at least `least` bars must have been compared. */
export function addSoundness(
  report: Report,
  section: string,
  { first, last, outages }: Watched,
  { compared, problems }: Compared,
  least: { readonly text: string; readonly count: number },
): void {
  const none = { goal: { text: 'none', of: 'value', atMost: 0 } } as const;
  report.add(section, 'prices that were refused', last.refused - first.refused, '');
  report.add(section, 'looks at a source that was not live', outages, '', none);
  report.add(section, 'bars of 15 minutes compared', compared, '', {
    goal: { text: least.text, of: 'value', atLeast: least.count },
  });
  report.add(section, 'bars that are not the venue’s own', problems.length, '', none);
  for (const problem of problems.slice(0, 10)) report.note(problem);
}

/** Adds the memory of the last minute beside that of the second; a goal when `flat` is the most that it may grow. */
export function addMemory(
  report: Report,
  section: string,
  { memory }: Watched,
  flat: number | null = null,
): void {
  const [start, end] = [memory[1] ?? memory[0], memory.at(-1)].map((all) => median(all ?? []));
  report.add(section, 'memory of the last minute', end ?? Number.NaN, 'MiB', {
    baseline: { name: 'that of the second', value: start ?? Number.NaN },
    ...(flat !== null && {
      goal: { text: `flat: at most ${flat} x`, of: 'ratio', atMost: flat },
    }),
  });
}

/** Adds the times within which prices arrived, by the bounds of the histogram. */
export function addLags(report: Report, section: string, { first, last }: Watched): void {
  const counted = [...last.lag].map(
    ([bound, count]) => [bound, count - (first.lag.get(bound) ?? 0)] as const,
  );
  const all = counted.at(-1)?.[1] ?? 0;
  for (const share of [0.5, 0.99]) {
    const bound = counted.find(([, count]) => count >= all * share)?.[0] ?? Number.NaN;
    report.add(section, `${share * 100} % of prices arrive within`, bound * 1000, 'ms');
  }
}
