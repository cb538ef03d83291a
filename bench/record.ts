import { setTimeout as pause } from 'node:timers/promises';
import { CATEGORIES } from '@rasat/contract';
import { sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { startAnalyst } from '../server/src/modules/analysis/index.ts';
import {
  costsOf,
  type RecordReport,
  registerRecordRoutes,
  runRecord,
} from '../server/src/modules/record/index.ts';
import { createGuard } from '../server/src/modules/rights/index.ts';
import { findChainHeads, startPublisher } from '../server/src/modules/signals/index.ts';
import { startTestServer, type TestServer, testContext } from '../server/src/platform/testing.ts';
import { makeBars } from '../server/src/testing/bars.ts';
import { plantBars, plantSeries } from '../server/src/testing/market.ts';
import { startCluster } from './cluster.ts';
import { type PlantedSeries, plantLedger } from './record-plant.ts';
import { median, type Report } from './report.ts';

const ROWS = 1_000_000;
const SECTION = 'the record, 1,000,000 rows';
/** `BENCH_SERIES` spreads the rows over more series, which then have more bars to read and analyse. */
const SERIES = Number(process.env.BENCH_SERIES ?? 40);
const BARS = 30_000;
/** New rows and bars of a day. */
const DAY_BARS = 24;
const DAY_ROWS = Math.round((ROWS / BARS) * DAY_BARS);
const HOUR_MS = 3_600_000;
const ANALYSIS_LIMIT_MS = 15 * 60_000;
const CALLS = 15;
/** The calls of the page, then those of its switches. */
const PART = 'world=real&origin=live';
const PAGE = ['/record', `/record/figures?${PART}&period=all`, `/record/history?${PART}`];
const OTHERS = [
  `/record/figures?${PART}&period=12m`,
  `/record/history?${PART}&kind=box&setup=36.short`,
  '/record/rows',
  '/record/rows?state=sl&kind=box&world=simulated',
];
const GOAL_MS = 300;
const GOAL_S = 600;

type Context = Awaited<ReturnType<typeof testContext>>;

/** Measures the record with a million rows: the nightly work, and the calls of the page. */
export async function run(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const tidy = { after: (fn: () => Promise<void> | void) => stack.defer(async () => fn()) };
  const cluster = await startCluster();
  stack.defer(() => cluster.end());
  const { db } = cluster;
  const context = await testContext(tidy, { database: { address: cluster.address, db } });
  const fromMs = Math.floor(context.clock.now() / HOUR_MS) * HOUR_MS - (BARS + DAY_BARS) * HOUR_MS;
  const planted = await plantMarkets(context, fromMs);
  await publishEngine(context, BARS);
  await plantLedger(
    cluster,
    planted.map(({ series, bars }) => ({ series, bars: sliceColumns(bars, 0, BARS) })),
    ROWS,
  );

  const first = await measure(context);
  const { baselines, twins } = first.report;
  report.add(SECTION, `first run: ${baselines} baselines, ${twins} twins`, first.seconds, 's', {
    goal: { text: 'under ten minutes', of: 'value', atMost: GOAL_S },
  });
  report.add(SECTION, 'of which until its figures were done', first.figuresSeconds, 's');
  report.add(SECTION, 'peak of added memory', first.addedMb, 'MB');
  for (const { series, bars } of planted) {
    await plantBars(db, series, sliceColumns(bars, BARS, BARS + DAY_BARS));
  }
  await publishEngine(context, BARS + DAY_BARS);
  const { ledger } = await findChainHeads(db);
  await plantLedger(cluster, planted, ledger.number + DAY_ROWS, BARS);
  const night = await measure(context);
  report.add(SECTION, `a night: ${night.report.baselines} baselines drawn`, night.seconds, 's', {
    goal: { text: 'under ten minutes', of: 'value', atMost: GOAL_S },
  });
  report.add(SECTION, 'of which until its figures were done', night.figuresSeconds, 's');
  report.add(SECTION, 'memory that the night added to that', night.addedMb, 'MB');
  const { certificate } = night.report;
  report.note(
    `${SECTION}: the certificate went through ${certificate.bars} bars and ${night.report.rows} rows`,
  );
  const server = await startTestServer(tidy, {
    context,
    guard: createGuard(context),
    routes: (web) =>
      registerRecordRoutes(web, { costs: costsOf(context.config), computing: () => null }),
  });
  await measureCalls(report, server);
  report.note(
    `Left out: TLS and a network; a server with other work at night. The rows use ${SERIES} series of made-up bars (BENCH_SERIES spreads them over more), so that a bar that is read serves many rows; their outcomes are those that the bars give. All but those that the engine published are rows of another version of it, whose chain the certificate follows and which it does not compute again; none of theirs that was open ends in the day before the night.`,
  );
}

/** Creates series with stored bars, half of them simulated; the last day of each is kept back. */
async function plantMarkets({ db }: Context, fromMs: number): Promise<PlantedSeries[]> {
  const planted: PlantedSeries[] = [];
  for (let number = 0; number < SERIES; number++) {
    const category = CATEGORIES[number % CATEGORIES.length] ?? 'crypto';
    const source = number % 2 === 0 ? 'simulated' : 'file';
    const series = await plantSeries(db, { symbol: `S${number}`, category, source, digits: 5 });
    const bars = makeBars({ seed: number + 1, fromMs, bars: BARS + DAY_BARS, price: 100 });
    await plantBars(db, series, sliceColumns(bars, 0, BARS));
    planted.push({ series, bars });
  }
  return planted;
}

/** Runs the engine over all these bars and publishes its events, which the certificate computes again. */
async function publishEngine(context: Context, bars: number): Promise<void> {
  const parts = [startAnalyst(context), startPublisher(context)];
  const limit = performance.now() + ANALYSIS_LIMIT_MS;
  try {
    for (;;) {
      const { rows } = await sql<{ done: boolean }>`
        select count(*) filter (where bars = ${bars}) = ${SERIES} and not exists (
          select from analysis_event where id > (select event_id from publisher_cursor)
        ) as done from analysis_state`.execute(context.db);
      if (rows[0]?.done) return;
      if (performance.now() > limit) throw new Error('waited too long for the analysis');
      await pause(250);
    }
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

interface Measured {
  readonly report: RecordReport;
  readonly seconds: number;
  readonly figuresSeconds: number;
  readonly addedMb: number;
}

/** The progress of a run at which its figures are done. */
const FIGURES_SHARE = 0.45;

async function measure(context: Context): Promise<Measured> {
  const startMs = performance.now();
  const startBytes = process.memoryUsage.rss();
  let figuresMs = 0;
  let mostBytes = startBytes;
  const report = await runRecord(context, {
    signal: new AbortController().signal,
    progress(share) {
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
      if (share > FIGURES_SHARE && figuresMs === 0) figuresMs = performance.now();
    },
  });
  if (!report) throw new Error('another computation is running');
  const seconds = (performance.now() - startMs) / 1000;
  const figuresSeconds = (figuresMs - startMs) / 1000;
  return { report, seconds, figuresSeconds, addedMb: (mostBytes - startBytes) / 2 ** 20 };
}

async function measureCalls(report: Report, server: TestServer): Promise<void> {
  const timeOf = async (paths: readonly string[]): Promise<number> => {
    const startMs = performance.now();
    await Promise.all(
      paths.map(async (path) => {
        const reply = await server.fetch(`/api${path}`);
        await reply.arrayBuffer();
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
      }),
    );
    return performance.now() - startMs;
  };
  const goal = { text: 'under 300 ms', of: 'value', atMost: GOAL_MS } as const;
  report.add(SECTION, "the page's figures, first time", await timeOf(PAGE), 'ms', { goal });
  for (const paths of [PAGE, ...OTHERS.map((path) => [path])]) {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await timeOf(paths));
    const name = paths === PAGE ? "the page's figures" : (paths[0] ?? '');
    report.add(SECTION, name, median(times), 'ms', { goal });
  }
}
