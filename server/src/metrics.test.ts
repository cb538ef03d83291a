import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { type App, startApp } from './app.ts';
import { listMetrics } from './metrics.ts';
import { createMemoryBus } from './platform/bus/memory.ts';
import { createClock } from './platform/clock.ts';
import { startTestServer, testConfig, testDatabase } from './platform/testing.ts';
import { EARLY_CLOCK } from './testing/early-clock.ts';
import { until } from './testing/eventually.ts';
import { plantPerson } from './testing/people.ts';
import { readPrometheusText, type ScrapedMetric } from './testing/prometheus-text.ts';
import { createQuietVenue } from './testing/quiet-venue.ts';

// The figures of a whole server, read as Prometheus reads them, and the files of `deploy` that use them.

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');
const clock = createClock(EARLY_CLOCK);
const venue = createQuietVenue(clock);
const database = await testDatabase({ after });
const config = testConfig();
let app: App;
let socket: WebSocket;

before(async () => {
  app = await startApp(config, {
    database: database.address,
    site: null,
    sources: [venue],
    clock: EARLY_CLOCK,
    stallLimitMs: Number.POSITIVE_INFINITY,
    disk: { folder: config.dataDir, ballast: false },
    jobPace: { startDelayMs: 0, pollSeconds: 0.5 },
  });
  await until('the source is live', () => venue.subscriptions() === 1);
  await until('its symbol is served', async () => {
    return (await (await fetch(`${app.address}/api/symbols`)).text()).includes('"QUIET"');
  });
});
after(async () => {
  socket?.close();
  await app?.stop();
});

async function scrape(): Promise<ReadonlyMap<string, ScrapedMetric>> {
  const reply = await fetch(`${app.operator}/metrics`);
  assert.equal(reply.status, 200);
  assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return readPrometheusText(await reply.text());
}

/** Values of the samples with these labels. */
function valuesOf(
  scraped: ReadonlyMap<string, ScrapedMetric>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number[] {
  const metric = scraped.get(name) ?? scraped.get(name.replace(/_(bucket|sum|count)$/, ''));
  return (metric?.samples ?? [])
    .filter((sample) => sample.name === name)
    .filter((sample) =>
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .map(({ value }) => value);
}

test('the figures are those of what happened', async () => {
  const before = await scrape();
  const source = venue.name;
  venue.send();
  venue.send({ timeMs: clock.now() - 3000, price: 101 });
  // Refused: two prices that are not positive, and one of a symbol that was not asked for.
  for (const price of [0, -1]) venue.send({ price });
  venue.send({ symbol: 'OTHER' });
  const call = (address: string) => fetch(`${app.address}${address}`);
  for (const address of ['/api/symbols', '/api/symbols', '/api/symbols?nothing=1', '/api/secret-7'])
    await call(address);
  const person = await plantPerson({ db: database.db, clock, config });
  const origin = new URL(config.baseUrl.replace(/:0$/, `:${new URL(app.address).port}`)).origin;
  socket = new WebSocket(`${app.address.replace('http', 'ws')}/api/live`, {
    origin,
    headers: { cookie: person.cookie },
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  await sql`insert into jobs.job (name, data) values ('files.remove', null)`.execute(database.db);
  await until('the job ran', async () => {
    return valuesOf(await scrape(), 'rasat_job_runs_total', { name: 'files.remove' })[0] === 1;
  });

  const now = await scrape();
  const grown = (name: string, labels: Readonly<Record<string, string>> = {}): number => {
    const sum = (of: typeof now) => valuesOf(of, name, labels).reduce((all, one) => all + one, 0);
    return sum(now) - sum(before);
  };
  assert.equal(grown('rasat_ticks_accepted_total', { source }), 2);
  assert.equal(grown('rasat_ticks_refused_total', { source }), 3);
  assert.equal(grown('rasat_ticks_refused_total', { source, reason: 'not-positive' }), 2);
  assert.equal(grown('rasat_ticks_refused_total', { source, reason: 'unknown-symbol' }), 1);
  assert.equal(grown('rasat_tick_lag_seconds_count', { source }) >= 1, true);
  assert.deepEqual(valuesOf(now, 'rasat_source_connected', { source }), [1]);
  assert.deepEqual(valuesOf(now, 'rasat_source_silent', { source }), [0]);
  assert.deepEqual(valuesOf(now, 'rasat_source_gaps', { source, state: 'open' }), [0]);
  const [age = 99] = valuesOf(now, 'rasat_newest_price_age_seconds', { source });
  assert.ok(age < 60, `the newest price is ${age} s old`);
  assert.equal(grown('rasat_http_requests_total', { route: 'symbols', status: '2xx' }), 2);
  assert.equal(grown('rasat_http_requests_total', { route: 'symbols', status: '4xx' }), 1);
  assert.equal(grown('rasat_http_requests_total', { route: 'none', status: '4xx' }), 1);
  assert.equal(grown('rasat_http_request_duration_seconds_count', { route: 'symbols' }), 3);
  assert.equal(grown('rasat_live_sockets', { kind: 'idle' }), 1);
  assert.deepEqual(valuesOf(now, 'rasat_job_failed', { name: 'files.remove' }).filter(Boolean), []);
  assert.equal(valuesOf(now, 'rasat_part_ready').length, Object.keys(app.parts()).length);
  assert.ok((valuesOf(now, 'rasat_disk_free_bytes')[0] ?? 0) > 0);
  assert.ok((valuesOf(now, 'rasat_database_size_bytes')[0] ?? 0) > 1_000_000);
  assert.ok((valuesOf(now, 'rasat_process_cpu_seconds_total')[0] ?? 0) > 0);
});

test('a scrape has no address and no name of a person in it', async () => {
  const text = await (await fetch(`${app.operator}/metrics`)).text();
  assert.doesNotMatch(text, /secret-7|\/api|@|Ada|127\.0\.0\.1/);
  assert.equal((await fetch(`${app.address}/metrics`)).status, 404, 'not on the public listener');
});

/** Metric names and labels that an expression uses, and the name without the endings of a histogram. */
function readExpression(expression: string) {
  const names = [...expression.matchAll(/\brasat_[a-z0-9_]+\b/g)].map(([name]) => name);
  const matchers = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) =>
    [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  );
  const groups = [...expression.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)].flatMap(
    ([, inner = '']) => inner.split(',').map((label) => label.trim()),
  );
  return { names, labels: [...matchers, ...groups] };
}

/** Returns what an expression, or a text with labels beside it, names and the server does not have. */
function findUnknown(
  scraped: ReadonlyMap<string, ScrapedMetric>,
  expression: string,
  shown: readonly string[],
): string[] {
  const { names, labels } = readExpression(expression);
  if (names.length === 0) return [`no metric in ${expression}`];
  const known = new Set<string>();
  const unknown: string[] = [];
  for (const name of names) {
    const metric = scraped.get(name) ?? scraped.get(name.replace(/_(bucket|sum|count)$/, ''));
    const samples = metric?.samples.filter((sample) => sample.name === name) ?? [];
    if (samples.length === 0) unknown.push(name);
    for (const sample of samples) for (const label of Object.keys(sample.labels)) known.add(label);
  }
  return [...unknown, ...[...labels, ...shown].filter((label) => !known.has(label))];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  /** Labels in its texts. */
  readonly shown: readonly string[];
}

/** Reads the rules; every line must be one of the few forms of the file. */
function readRules(): Rule[] {
  const [head = '', ...blocks] = readFileSync(`${DEPLOY}/prometheus/rules.yml`, 'utf8').split(
    / {6}- alert: /,
  );
  assert.match(head, /^(#.*\n)*groups:\n {2}- name: rasat\n {4}rules:\n$/);
  return blocks.map((block) => {
    const form =
      /^(\w+)\n {8}expr: (\S.*)\n {8}for: \d+m\n {8}labels:\n {10}severity: (?:warning|critical)\n {8}annotations:\n {10}summary: "([^"\n]+)"\n {10}description: "([^"\n]+)"\n$/;
    const [, alert = '', expr = '', ...texts] = form.exec(block) ?? [];
    assert.notEqual(alert, '', `a rule of another form:\n${block}`);
    // A plain scalar of YAML ends at these.
    assert.doesNotMatch(expr, /: | #|^[{["'&*!|>%@`]/);
    const shown = [...texts.join(' ').matchAll(/\{\{ \$labels\.(\w+) \}\}/g)].map(
      ([, label = '']) => label,
    );
    return { alert, expr, shown };
  });
}

interface Dashboard {
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

test('every metric and label of the alert rules and of the dashboard is one of the running server', async () => {
  // A tick and a call, so that every metric has a sample.
  venue.send();
  await fetch(`${app.address}/api/symbols`);
  await until('the jobs have begun', () => app.parts().jobs?.detail === undefined);
  await sql`insert into jobs.job (name, data) values ('files.remove', null)`.execute(database.db);
  await until(
    'a job has ended',
    async () => (await scrape()).get('rasat_job_failed')?.samples.length !== 0,
  );
  const scraped = await scrape();
  const rules = readRules();
  assert.ok(rules.length >= 10);
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, expr, shown } of rules) {
    assert.deepEqual(findUnknown(scraped, expr, shown), [], alert);
  }
  const dashboard = JSON.parse(readFileSync(`${DEPLOY}/grafana/rasat.json`, 'utf8')) as Dashboard;
  const rows = dashboard.panels.filter(({ type }) => type === 'row');
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Markets', 'Web', 'Jobs', 'Database', 'Process'],
  );
  for (const { title, type, targets = [] } of dashboard.panels) {
    assert.equal(targets.length > 0, type !== 'row', title);
    for (const { expr, legendFormat } of targets) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      assert.deepEqual(findUnknown(scraped, expr, shown), [], title);
    }
  }
  // The check sees what is wrong.
  assert.deepEqual(findUnknown(scraped, 'rate(rasat_tick_accepted_total[5m])', []), [
    'rasat_tick_accepted_total',
  ]);
  assert.deepEqual(findUnknown(scraped, 'sum by (venue) (rasat_source_silent)', ['sourse']), [
    'venue',
    'sourse',
  ]);
  assert.deepEqual(findUnknown(scraped, 'rasat_http_requests_total{code="500"}', []), ['code']);
});

test('every metric is well named, is explained, and those for alerts are in a rule', async (t) => {
  const { web } = await startTestServer(t);
  const metrics = listMetrics({
    context: { bus: createMemoryBus(() => {}), clock },
    db: database.db,
    pools: {},
    parts: () => ({}),
    web,
    observed: { lastRuns: async () => [] },
  });
  const used = new Set(
    readRules().flatMap(({ expr }) =>
      readExpression(expr).names.map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    ),
  );
  const guide = readFileSync(path.resolve(DEPLOY, '../docs/operating.md'), 'utf8');
  assert.ok(metrics.length > 25);
  assert.equal(new Set(metrics.map(({ name }) => name)).size, metrics.length);
  for (const { name, type, help, isForAlerts } of metrics) {
    // https://prometheus.io/docs/practices/naming/
    assert.match(name, /^rasat_[a-z]+(_[a-z]+)*$/);
    assert.equal(name.endsWith('_total'), type === 'counter', name);
    if (type === 'histogram') assert.match(name, /_seconds$/);
    assert.match(help, /^[A-Z].*\.$/, name);
    assert.equal(used.has(name), isForAlerts === true, `${name} in an alert rule`);
    assert.ok(guide.includes(`\`${name}\``), `${name} in docs/operating.md`);
  }
});
