/** A sample of a scrape. */
export interface ScrapedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric of a scrape. */
export interface ScrapedMetric {
  readonly type: string;
  readonly samples: ScrapedSample[];
}

const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;

/**
 * Reads a scrape by the text format of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format), independently of the library that
 * writes it. Throws `SyntaxError` for a line that the format does not have, and for a histogram whose buckets fall or do
 * not end with its count.
 */
export function readPrometheusText(text: string): ReadonlyMap<string, ScrapedMetric> {
  const metrics = new Map<string, ScrapedMetric>();
  if (!text.endsWith('\n')) throw new SyntaxError('the last line has no end');
  for (const line of text.split('\n')) {
    if (line === '' || /^# HELP [a-zA-Z_:][a-zA-Z0-9_:]* [^\n]+$/.test(line)) continue;
    const typed = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)$/.exec(
      line,
    );
    if (typed) {
      const [, name = '', type = ''] = typed;
      if (metrics.has(name)) throw new SyntaxError(`${name} is there twice`);
      metrics.set(name, { type, samples: [] });
      continue;
    }
    const sample = readSample(line);
    const of =
      metrics.get(sample.name) ?? metrics.get(sample.name.replace(/_(bucket|sum|count)$/, ''));
    if (!of) throw new SyntaxError(`${sample.name} has no type`);
    of.samples.push(sample);
  }
  for (const [name, { type, samples }] of metrics) {
    if (type === 'histogram') assertBuckets(name, samples);
  }
  return metrics;
}

function readSample(line: string): ScrapedSample {
  const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
  const [, name = '', inner = '', shown = ''] = match ?? [];
  const value = /^[+-]?Inf$/.test(shown) ? Number(`${shown}inity`) : Number(shown);
  const isNumber = !Number.isNaN(value) || /^nan$/i.test(shown);
  if (!match || !isNumber) throw new SyntaxError(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inner.length) {
    const label = LABEL.exec(inner);
    if (!label) throw new SyntaxError(`not a label: ${line}`);
    labels[label[1] ?? ''] = label[2] ?? '';
  }
  return { name, labels, value };
}

function assertBuckets(name: string, samples: readonly ScrapedSample[]): void {
  const keyOf = ({ labels }: ScrapedSample): string =>
    Object.entries(labels)
      .filter(([label]) => label !== 'le')
      .map(([label, value]) => `${label}=${value}`)
      .toSorted((one, other) => (one < other ? -1 : 1))
      .join();
  for (const of of Map.groupBy(samples, keyOf).values()) {
    const buckets = of.filter((sample) => sample.name === `${name}_bucket`);
    const counts = buckets.map(({ value }) => value);
    const count = of.find((sample) => sample.name === `${name}_count`)?.value;
    const isWhole =
      buckets.at(-1)?.labels.le === '+Inf' &&
      counts.at(-1) === count &&
      counts.every((value, at) => value >= (counts[at - 1] ?? 0)) &&
      of.some((sample) => sample.name === `${name}_sum`);
    if (!isWhole) throw new SyntaxError(`${name} is no histogram`);
  }
}
