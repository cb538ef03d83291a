import { readPrometheusText } from '../server/src/testing/prometheus-text.ts';
import type { Report } from './report.ts';

/** Figures of a scrape of the server. */
export interface Scrape {
  readonly cpuSeconds: number;
  readonly memoryMiB: number;
  readonly accepted: number;
  readonly refused: number;
  readonly isLive: boolean;
  /** Seconds from a price to its arrival: greatest bound of the histogram's buckets, and the prices up to each. */
  readonly lag: ReadonlyMap<number, number>;
}

/** Reads the figures of a server from its operator's address. */
export async function scrape(operator: string): Promise<Scrape> {
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

/** Adds the times within which prices arrived between two scrapes, by the bounds of the histogram. */
export function addLags(
  report: Report,
  section: string,
  [first, last]: readonly [first: Scrape, last: Scrape],
): void {
  const counted = [...last.lag].map(
    ([bound, count]) => [bound, count - (first.lag.get(bound) ?? 0)] as const,
  );
  const all = counted.at(-1)?.[1] ?? 0;
  for (const share of [0.5, 0.99]) {
    const bound = counted.find(([, count]) => count >= all * share)?.[0] ?? Number.NaN;
    report.add(section, `${share * 100} % of prices arrive within`, bound * 1000, 'ms');
  }
}
