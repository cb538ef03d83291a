import { LIMITS, VERSION_HEADER } from '@rasat/contract';
import { PERSON_CHANNEL } from '../server/src/modules/accounts/index.ts';
import { openAnalyses } from '../server/src/modules/analysis/index.ts';
import { listSignals, listViews } from '../server/src/modules/analysis/store.ts';
import {
  registerMarketRoutes,
  type Series,
  startBoard,
  ticksTopic,
} from '../server/src/modules/market/index.ts';
import { openPageViews } from '../server/src/modules/page-views/index.ts';
import { createGuard } from '../server/src/modules/rights/index.ts';
import { registerSignalRoutes } from '../server/src/modules/signals/index.ts';
import { createClock } from '../server/src/platform/clock.ts';
import { startTestServer, testContext } from '../server/src/platform/testing.ts';
import { makeBars } from '../server/src/testing/bars.ts';
import { plantBars } from '../server/src/testing/market.ts';
import { plantPerson } from '../server/src/testing/people.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { plantAnalysed } from './lists-plant.ts';
import { interleave, median, type Report } from './report.ts';

const COLD_SYMBOLS = 1000;
const COLD_ROUNDS = 3;
/** Time-out of a call's statements. */
const STATEMENT_LIMIT_MS = 2000;
const SYMBOLS = 200;
const ROUNDS = 5;
const CALLS = 200;
const DAY_MS = 86_400_000;
const LISTS = ['quotes', 'predictor', 'portfolio'] as const;

/** Measures the lists of a category: the cost for a server with empty memory, and for each caller. */
export async function run(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startCluster();
  stack.defer(() => cluster.end());
  const cold = await plantAnalysed(cluster.db, 'crypto', 'C', COLD_SYMBOLS);
  const warm = await plantAnalysed(cluster.db, 'forex', 'F', SYMBOLS);
  await measureCold(report, cluster, cold);
  await measureCalls(report, cluster, warm, stack);
}

async function measureCold(
  report: Report,
  cluster: Cluster,
  planted: readonly Series[],
): Promise<void> {
  const ids = planted.map(({ id }) => id);
  const time = async (read: () => Promise<readonly unknown[]>): Promise<number> => {
    await cluster.restartCold();
    // Warm what every statement needs.
    await listSignals(cluster.db, [-1]);
    const startMs = performance.now();
    const { length } = await read();
    if (length !== ids.length) throw new Error(`${length} symbols instead of ${ids.length}`);
    return performance.now() - startMs;
  };
  const times = { signals: [] as number[], views: [] as number[] };
  for (let round = 0; round < COLD_ROUNDS; round++) {
    times.signals.push(await time(() => listSignals(cluster.db, ids)));
    times.views.push(await time(() => listViews(cluster.db, ids)));
  }
  report.add(
    `lists of ${COLD_SYMBOLS} symbols with three years behind them`,
    'the statement of predictor and portfolio, cold',
    median(times.signals),
    'ms',
    {
      baseline: { name: 'whole views with their boxes', value: median(times.views) },
      goal: { text: `< ${STATEMENT_LIMIT_MS} ms`, of: 'value', atMost: STATEMENT_LIMIT_MS },
    },
  );
}

async function measureCalls(
  report: Report,
  { address, db }: Cluster,
  planted: readonly Series[],
  stack: AsyncDisposableStack,
): Promise<void> {
  const tidy = { after: (fn: () => Promise<void> | void) => stack.defer(async () => fn()) };
  const clock = createClock();
  let isKept = true;
  let passedMs = 0;
  // Without kept lists a minute passes between two calls.
  const steady = (): number => {
    if (!isKept) passedMs += 60_000;
    return passedMs;
  };
  const context = await testContext(tidy, {
    database: { address, db },
    clock: { ...clock, steady },
  });
  const fromMs = Math.floor(clock.now() / DAY_MS) * DAY_MS - 40 * DAY_MS;
  for (const [seed, series] of planted.entries()) {
    await plantBars(db, series, makeBars({ seed, fromMs, bars: 40, stepMs: DAY_MS }), '1D');
  }
  const board = await startBoard(context);
  stack.defer(() => board.stop());
  // The guard's clock is real: it answers every contender from memory.
  const guard = createGuard({ ...context, clock });
  await new Promise<void>((resolve) => void context.listen(PERSON_CHANNEL, () => resolve()));
  const { cookie } = await plantPerson(context, { rights: ['subscription'] });
  let calls = 0;
  const { web } = await startTestServer(tidy, {
    context,
    guard: async (...asked) => {
      const person = await guard(...asked);
      // Limits of calls are off.
      return person && { ...person, id: Math.floor(calls++ / LIMITS.dataCallsPerMinute) };
    },
    routes(one) {
      registerMarketRoutes(one, board);
      const analyses = openAnalyses(one.context, board);
      stack.defer(() => analyses.stop());
      registerSignalRoutes(one, analyses, board, openPageViews(one.context));
    },
  });
  context.bus.publish(
    ticksTopic,
    planted.map(({ symbol }) => ({ s: symbol, d: clock.now(), p: 100 })),
  );

  const ask = async (url: string, encoding: string) => {
    const headers = { 'accept-encoding': encoding, 'sec-fetch-site': 'same-origin', cookie };
    const reply = await web.app.inject({ url, headers });
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode}`);
    return reply;
  };
  /** Returns the milliseconds of CPU of a call. */
  const cost = async (keeps: boolean, url: string, encoding: string): Promise<number> => {
    isKept = keeps;
    const before = process.cpuUsage();
    for (let i = 0; i < CALLS; i++) await ask(url, encoding);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / CALLS;
  };
  const section = `lists of ${SYMBOLS} symbols, CPU of a call`;
  for (const list of LISTS) {
    const url = `/api/${list}/forex?${list === 'quotes' ? '' : 'for=overview&'}`;
    const { headers, rawPayload } = await ask(url, 'identity');
    const zipped = (await ask(url, 'gzip')).rawPayload.length;
    const have = `${url}have=${String(headers[VERSION_HEADER])}`;
    const { made, whole, unchanged } = await interleave(
      {
        made: () => cost(false, url, 'identity'),
        whole: () => cost(true, url, 'gzip'),
        unchanged: () => cost(true, have, 'gzip'),
      },
      ROUNDS,
    );
    const baseline = { name: 'made for each, not compressed', value: made };
    report.add(section, `${list}, whole`, whole, 'ms', { baseline });
    report.add(section, `${list}, unchanged`, unchanged, 'ms', { baseline });
    report.note(`${list}: ${rawPayload.length} bytes, compressed ${zipped}.`);
  }
  report.note(
    'Left out: sockets and TLS, because calls are injected without a connection; compression in the baseline; views of made-up bars, twenty histories that the symbols share.',
  );
}
