import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Distributed } from './distribution.ts';
import type { Metric, Sample } from './metric.ts';

/** The metrics as a page. */
export interface Exposition {
  /** Returns the present values as Prometheus text, and its media type. */
  read(this: void): Promise<{ readonly type: string; readonly text: string }>;
}

/** Begins the name of every metric, also of those of the process. */
export const METRIC_PREFIX = 'rasat_';

interface Value {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * Creates the page of the given metrics and of the process: processor, memory, event loop, garbage collection. Nothing is
 * loaded or measured for it before it is read first. A metric that cannot be read is left out and logged.
 */
export function createExposition(metrics: readonly Metric[], log: Logger): Exposition {
  const open = async (): Promise<Registry> => {
    // Loaded here, so that a start does not wait for it.
    const { collectDefaultMetrics, Registry } = await import('prom-client');
    const collection = new Registry();
    collectDefaultMetrics({ register: collection, prefix: METRIC_PREFIX });
    for (const metric of metrics) collection.registerMetric(readerOf(metric, log));
    return collection;
  };
  let opened: Promise<Registry> | undefined;
  return {
    async read() {
      opened ??= open();
      const collection = await opened;
      return { type: collection.contentType, text: await collection.metrics() };
    },
  };
}

/** Returns a metric as the registry reads it: a name, and its values on request. */
function readerOf(metric: Metric, log: Logger): Parameters<Registry['registerMetric']>[0] {
  const { name, help, type } = metric;
  const read = async (): Promise<readonly Sample[]> => {
    try {
      return await metric.read();
    } catch (error) {
      log.warn({ err: error, metric: name }, 'a metric could not be read');
      return [];
    }
  };
  const reader = {
    name,
    get: async () => {
      const samples = await read();
      const values = samples.flatMap((sample) => valuesOf(name, sample));
      return { name, help, type, aggregator: 'sum', values };
    },
  };
  // The registry calls `get` alone; its types name the classes that it comes with.
  return reader as unknown as Parameters<Registry['registerMetric']>[0];
}

function valuesOf(name: string, { labels = {}, value }: Sample): Value[] {
  if (typeof value === 'number') return [{ labels, value }];
  return [...bucketsOf(name, labels, value), ...totalsOf(name, labels, value)];
}

/** Returns the buckets of a histogram; each includes those before. */
function bucketsOf(name: string, labels: Value['labels'], { bounds, counts }: Distributed) {
  let below = 0;
  return counts.map((count, at): Value => {
    below += count;
    const le = bounds[at] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
  });
}

function totalsOf(name: string, labels: Value['labels'], { counts, sum }: Distributed): Value[] {
  const count = counts.reduce((all, one) => all + one, 0);
  return [
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
