import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { openAnalyses, registerAnalysisRoutes } from '../server/src/modules/analysis/index.ts';
import { updatedTopic } from '../server/src/modules/analysis/topics.ts';
import {
  closedTopic,
  registerMarketRoutes,
  startBoard,
  startFeed,
} from '../server/src/modules/market/index.ts';
import { registerSignalRoutes } from '../server/src/modules/signals/index.ts';
import { createMemoryBus } from '../server/src/platform/bus/memory.ts';
import { createManualClock } from '../server/src/platform/clock.ts';
import { openListener } from '../server/src/platform/db/notify.ts';
import { randomKeys } from '../server/src/platform/keys.ts';
import { createLog } from '../server/src/platform/log.ts';
import type { Part, PartContext } from '../server/src/platform/part.ts';
import { startTestServer, type TestServer, testConfig } from '../server/src/platform/testing.ts';
import { startThreadPart } from '../server/src/platform/thread-part.ts';
import { createToldVenue, type ToldVenue } from './close-venue.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { median, type Report } from './report.ts';
import { createRowTable, ROW_TABLE } from './row-table.ts';

const SYMBOLS = 1000;
const SECTION = `hourly close of ${SYMBOLS} symbols`;
const HOUR_MS = 3_600_000;
const DAYS_BEFORE = 12;
/** The first close is at this hour; a day ends on the way, and with it everything daily. */
const LIVE_MS = Date.UTC(2026, 9, 6, 20);
const CLOSES = 8;
const LIMIT_MS = 180_000;
const ANALYST = new URL('../server/src/analyst-thread.ts', import.meta.url);

/** When something of a close had happened, in milliseconds since its last print was delivered. */
interface Close {
  readonly storedMs: number;
  readonly analysedMs: number;
  readonly ledgerMs: number;
  readonly visibleMs: number;
}

interface Market {
  readonly cluster: Cluster;
  readonly venue: ToldVenue;
  readonly context: PartContext;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly server: TestServer;
}

async function waitFor(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + LIMIT_MS;
  while (!(await check())) {
    if (performance.now() > limit) throw new Error(`waited too long for ${what}`);
    await pause(3);
  }
}

/** The parts of a server as `app.ts` puts them together, over a venue and a clock that do what they are told. */
async function startMarket(stack: AsyncDisposableStack): Promise<Market> {
  const cluster = await startCluster();
  stack.defer(() => cluster.end());
  const { db, address } = cluster;
  const log = createLog('error');
  const bus = createMemoryBus((error, topic) => log.error({ err: error, topic }, 'failed'));
  const listener = await openListener(address, log);
  stack.defer(() => listener.close());
  const clock = createManualClock(LIVE_MS + 60_000);
  const config = testConfig({ LOG_LEVEL: 'error' });
  const context = { db, bus, clock, log, config, listen: listener.listen };
  const keep = (part: Part): Part => {
    stack.defer(() => part.stop());
    return part;
  };

  const board = await startBoard(context);
  stack.defer(() => board.stop());
  const server = await startTestServer(
    { after: (fn) => stack.defer(async () => fn()) },
    {
      context: { ...context, keys: randomKeys() },
      routes(web) {
        registerMarketRoutes(web, board);
        const analyses = openAnalyses(web.context, board);
        stack.defer(() => analyses.stop());
        registerAnalysisRoutes(web, analyses);
        registerSignalRoutes(web, analyses, board);
      },
    },
  );
  const data = { config, database: address, clock: { kind: 'real' } } as const;
  const analyst = keep(startThreadPart('analyst', ANALYST, data, bus, log));
  const venue = createToldVenue(SYMBOLS, LIVE_MS - DAYS_BEFORE * 24 * HOUR_MS, LIVE_MS);
  const openBars = () => Promise.reject(new Error('no files'));
  const feed = keep(startFeed(context, { connectors: [venue], openBars }));
  await waitFor('the history', () => feed.status().ready);
  const market = { cluster, venue, context, clock, server };
  await waitFor('its analysis', async () => analyst.status().ready && (await isPublished(market)));
  return market;
}

/** Whether the ledger has everything that the analysis has made known. */
async function isPublished({ context: { db } }: Market): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from analysis_event where id > (select event_id from publisher_cursor)
    ) as waiting`.execute(db);
  return rows[0]?.waiting === false;
}

/** Whether a screen that is opened now shows the close, of the symbol that came last. */
async function isShown({ venue, server }: Market, closeMs: number): Promise<boolean> {
  const last = venue.symbols.at(-1);
  const seer = (await (await server.fetch(`/api/seer/${last}`)).json()) as {
    computedAt: number | null;
  };
  const bars = (await (await server.fetch(`/api/historical/${last}-60?limit=2`)).json()) as {
    d: number;
  }[];
  const list = await server.fetch('/api/predictor/crypto');
  return list.ok && seer.computedAt === closeMs && bars[0]?.d === closeMs - HOUR_MS;
}

async function closeHour(market: Market, closeMs: number): Promise<Close> {
  const { venue, clock, context } = market;
  // The quarters of the hour, each closed by the print after it.
  for (let quarter = 0; quarter < 4; quarter++) {
    const timeMs = closeMs - HOUR_MS + quarter * (HOUR_MS / 4) + 120_000;
    await clock.advance(timeMs - clock.now());
    venue.printAll(timeMs, timeMs - 1);
    await pause(150);
  }
  await clock.advance(closeMs + 1000 - clock.now());
  const stored = new Set<string>();
  const analysed = new Set<string>();
  const moments = { stored: Number.NaN, analysed: Number.NaN };
  const off = [
    context.bus.subscribe(closedTopic, ({ symbols, throughMs }) => {
      if (throughMs >= closeMs) for (const symbol of symbols) stored.add(symbol);
      if (stored.size === SYMBOLS) moments.stored ||= performance.now();
    }),
    context.bus.subscribe(updatedTopic, ({ symbols }) => {
      for (const symbol of symbols) analysed.add(symbol);
      if (analysed.size === SYMBOLS) moments.analysed ||= performance.now();
    }),
  ];
  try {
    const startMs = performance.now();
    venue.printAll(closeMs + 500, closeMs);
    await waitFor('the analysis of a close', () => analysed.size === SYMBOLS);
    await waitFor('the ledger', () => isPublished(market));
    const ledgerMs = performance.now() - startMs;
    await waitFor('the screens', () => isShown(market, closeMs));
    return {
      storedMs: moments.stored - startMs,
      analysedMs: moments.analysed - startMs,
      ledgerMs,
      visibleMs: performance.now() - startMs,
    };
  } finally {
    for (const end of off) end();
  }
}

/** What storing alone would cost, a statement for each bar. */
async function storeOneByOne({ address }: Cluster, closeMs: number): Promise<number> {
  const client = new pg.Client(address);
  await client.connect();
  const startMs = performance.now();
  for (let id = 0; id < SYMBOLS; id++) {
    await client.query({
      name: 'one',
      text: `insert into ${ROW_TABLE} values ($1, '60', $2, 1, 1, 1, 1, 1)`,
      values: [id, closeMs],
    });
  }
  const took = performance.now() - startMs;
  await client.end();
  return took;
}

/** From the last print of an hour to its results on the screens: gate, bars, commit, analysis, ledger, replies. */
export async function run(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const beganMs = performance.now();
  const market = await startMarket(stack);
  report.note(
    `${SYMBOLS} symbols with ${DAYS_BEFORE} days of hours filled and analysed in ${((performance.now() - beganMs) / 1000).toFixed(1)} s.`,
  );
  await createRowTable(market.cluster.db);
  const closes: Close[] = [];
  const oneByOne: number[] = [];
  for (let i = 0; i <= CLOSES; i++) {
    const closeMs = LIVE_MS + (i + 1) * HOUR_MS;
    const close = await closeHour(market, closeMs);
    oneByOne.push(await storeOneByOne(market.cluster, closeMs));
    // The first one is for the compiler.
    if (i > 0) closes.push(close);
  }
  const of = (key: keyof Close): number[] => closes.map((close) => close[key] / 1000);
  const baseline = {
    name: 'storing the bars alone, one by one',
    value: median(oneByOne) / 1000,
  };
  report.add(SECTION, 'bars stored, p50', median(of('storedMs')), 's');
  report.add(SECTION, 'analysed and stored, p50', median(of('analysedMs')), 's');
  report.add(SECTION, 'in the ledger, p50', median(of('ledgerMs')), 's');
  report.add(SECTION, 'on the screens, p50', median(of('visibleMs')), 's', {
    baseline,
    goal: { text: '< 2 s', of: 'value', atMost: 2 },
  });
  report.add(SECTION, 'on the screens, longest', Math.max(...of('visibleMs')), 's', {
    goal: { text: '< 2 s', of: 'value', atMost: 2 },
  });
}
