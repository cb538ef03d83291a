import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CATEGORIES, PAGES, ROUTES } from '@rasat/contract';
import { assertAdapters, neededLicence, openProvider, openSources } from './adapters.ts';
import { listWatches } from './alarm-watches.ts';
import type { Connector } from './connectors/connector.ts';
import { demoBankPort } from './connectors/demo-bank/adapter.ts';
import { type DemoAccounts, prepareDemoAccounts } from './demo-accounts.ts';
import { prepareDemoSite } from './demo-site.ts';
import { listJobs } from './jobs.ts';
import { listMetrics } from './metrics.ts';
import { reapplyErasures, registerAccountRoutes } from './modules/accounts/index.ts';
import { registerAdminRoutes } from './modules/admin/index.ts';
import {
  openAnalyses,
  registerAnalysisRoutes,
  registerSnapshotRoute,
} from './modules/analysis/index.ts';
import { registerAuthRoutes, verifyPassword } from './modules/auth/index.ts';
import { registerEducationRoutes, seedEducation } from './modules/education/index.ts';
import {
  findSeller,
  issueCreditNote,
  issueInvoice,
  registerInvoiceRoutes,
} from './modules/invoices/index.ts';
import {
  findRenamed,
  isForex,
  type MarketBoard,
  type OpenBars,
  registerFavoriteRoutes,
  registerMarketRoutes,
  startBoard,
  startFeed,
} from './modules/market/index.ts';
import { registerMessageRoutes } from './modules/messages/index.ts';
import { openPageViews, registerPageViewRoutes } from './modules/page-views/index.ts';
import {
  openPayments,
  type PaymentOptions,
  registerPaymentRoutes,
  seedPrices,
  startPayments,
} from './modules/payments/index.ts';
import {
  costsOf,
  hasRow,
  registerRecordRoutes,
  startRecord,
  watchBuilds,
  watchRecord,
} from './modules/record/index.ts';
import { createGuard } from './modules/rights/index.ts';
import { registerSignalRoutes } from './modules/signals/index.ts';
import { startStream } from './modules/stream/index.ts';
import {
  registerTelegramRoutes,
  sendTelegram,
  sendToChat,
  startTelegram,
} from './modules/telegram/index.ts';
import type { ObservedParts } from './observed-parts.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { startAlarms } from './platform/alarms/alarms.ts';
import { createMemoryBus, type MemoryBus } from './platform/bus/memory.ts';
import { type ClockSettings, createClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';
import { type Listener, openListener } from './platform/db/notify.ts';
import { claimDatabase } from './platform/db/only-server.ts';
import { type DatabaseAddress, type Db, openPool, type PoolOptions } from './platform/db/pool.ts';
import { watchDisk } from './platform/disk.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { registerPlatformRoutes } from './platform/http/platform-routes.ts';
import { findSite } from './platform/http/site.ts';
import { createWeb, listen, type Web } from './platform/http/web.ts';
import { type JobPace, startJobs } from './platform/jobs/jobs.ts';
import { listLastRuns } from './platform/jobs/last-runs.ts';
import { loadKeys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { startMailer } from './platform/mail/mailer.ts';
import { registerMailRoutes } from './platform/mail/routes.ts';
import { createExposition } from './platform/metrics/exposition.ts';
import { keepReading } from './platform/metrics/kept-reading.ts';
import { startOperator } from './platform/operator/operator.ts';
import type { Part, PartStatus, ServerContext } from './platform/part.ts';
import { startThreadPart } from './platform/thread-part.ts';
import { publication } from './publication.ts';
import { watchSiteFacts } from './site-facts.ts';

/** The running server. */
export interface App {
  /** Address on which the server listens. */
  readonly address: string;
  /** Address of the operator's pages, which only this machine can reach. */
  readonly operator: string;
  /** Returns the finished share of the first filling of the markets, 0 to 1. */
  filled(): number;
  /** The demonstration's accounts; null unless they were requested. */
  readonly demoAccounts: DemoAccounts | null;
  /** Returns the status of each part, by name. */
  parts(): Readonly<Record<string, PartStatus>>;
  /** Stops every part, the last one started first, and closes every connection. */
  stop(): Promise<void>;
}

/** Options of a server start besides the settings. */
export interface AppOptions {
  readonly database: DatabaseAddress;
  /** Another clock for the whole server, threads included. */
  readonly clock?: ClockSettings;
  /** Price sources besides files. Default: the sources that the settings name. */
  readonly sources?: readonly Connector[];
  /** Whether to create an account for each role; for the bundled database only. */
  readonly demoAccounts?: boolean;
  /** Folder of the built site; null serves `/api` only. Default: the output folder of the web workspace. */
  readonly site?: string | null;
  /** Folder whose disk is watched, and whether disk space is reserved in it. Without it no disk is watched. */
  readonly disk?: { readonly folder: string; readonly ballast: boolean };
  /** Delay of the main thread, in milliseconds, above which calls are refused. Default 1 second. */
  readonly stallLimitMs?: number;
  /** Log of the server. Default: the process's own log, at the level of the settings. */
  readonly log?: ServerContext['log'];
  /**
   * Called once, as soon as the server answers. The demonstration's preparation and the background parts start after
   * it.
   */
  readonly onListening?: (at: Pick<App, 'address' | 'operator'>) => void;
  /** Start of the jobs, and the clock that makes them due. Default: soon after the start, the machine's clock. */
  readonly jobPace?: JobPace;
}

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const SITE = path.join(REPOSITORY, 'web/build/client');
const ANALYST = new URL('./analyst-thread.ts', import.meta.url);
const RECORDER = new URL('./recorder-thread.ts', import.meta.url);
const BUILD_CHECK = new URL('./build-check-thread.ts', import.meta.url);
/** Longest time of a request for a database connection or a statement; then the reply is "not now". */
const WEB_TIMEOUT_MS = 2000;
/** Longest time of a check of many sockets for a database connection or a statement. */
const RECHECK_TIMEOUT_MS = 10_000;
const STALL_LIMIT_MS = 1000;
const DRAIN_MS = 500;

/** Resources of the running server, in the order of their start; they are closed in reverse order. */
interface Running {
  readonly context: ServerContext & { readonly bus: MemoryBus };
  readonly webDb: Db;
  /** Connections for checking which live sockets may stay open. */
  readonly recheckDb: Db;
  /** Store of uploaded files. */
  readonly files: FileStore;
  /** Price sources besides files. */
  readonly sources: readonly Connector[];
  /** Payment provider, and the effects of payments on other modules. */
  readonly payments: PaymentOptions;
  readonly parts: Part[];
  readonly stack: AsyncDisposableStack;
}

/** Builds the server from its modules and connectors, each named once, in their order. Throws `StartError`. */
export async function startApp(config: Config, options: AppOptions): Promise<App> {
  await using stack = new AsyncDisposableStack();
  assertAdapters(config);
  let opened: Web | undefined;
  const place = (): string => opened?.address() ?? config.baseUrl;
  const running = await connect(config, options, stack, place);
  const { context, parts, payments } = running;
  const states = (): Record<string, PartStatus> =>
    Object.fromEntries(parts.map((part) => [part.name, part.status()]));
  const observed: ObservedParts = {
    lastRuns: keepReading(context.clock, () => listLastRuns(running.webDb)),
  };
  let mostFilled = 0;
  const filled = (): number => {
    // A source that restarts has been filled before; only the first filling counts.
    mostFilled = Math.max(mostFilled, observed.feed?.filled() ?? 0);
    return mostFilled;
  };

  const site = options.site === undefined ? SITE : options.site;
  if (options.demoAccounts) await prepareDemoSite(context, site);
  const webContext = { ...context, db: running.webDb };
  const web = await createWeb({
    context: webContext,
    guard: createGuard(webContext, running.recheckDb),
    contracts: Object.values(ROUTES),
    stallLimitMs: options.stallLimitMs ?? STALL_LIMIT_MS,
    drainMs: DRAIN_MS,
    formTargets: payments.provider?.origins ?? [],
    ...(site !== null && { site: findSite(site, PAGES) }),
    pageValues: {
      symbol: (name) => observed.board?.find(name) !== undefined,
      type: (name) => CATEGORIES.some((category) => category === name),
      seq: (number) => hasRow(running.webDb, number),
    },
    renamed: async (name) =>
      board?.find(name) === undefined ? findRenamed(running.webDb, name) : undefined,
    siteFacts: watchSiteFacts(webContext),
  });
  opened = web;
  stack.defer(() => web.app.close());
  const state = { version: readVersion(), parts: states, filled };
  const pools = { feed: context.db, web: running.webDb, recheck: running.recheckDb };
  const measured = { context, db: running.webDb, pools, parts: states, web, observed };
  const metrics = createExposition(listMetrics(measured), context.log);
  const operator = await startOperator(webContext, { ...state, metrics }, demoBankPort(config));
  keep(operator, parts, running.stack);
  registerPlatformRoutes(web, ROUTES, state);
  registerMailRoutes(web, operator.address);
  const board = await registerModules(web, running, observed);
  registerAdminRoutes(web, {
    data: PERSONAL_DATA,
    payments: openPayments(webContext, payments),
    files: running.files,
    tell: sendTelegram,
    market: {
      sources: running.sources,
      licenceOf: (source) => neededLicence(config, source),
      feeds: () => observed.feed?.reports() ?? [],
      gaps: () => observed.gaps,
      parts: states,
      board,
    },
  });
  const address = await listen(web, config.host, config.port);
  parts.push({ name: 'web', status: web.status, stop: () => web.app.close() });
  if (options.disk) {
    const disk = watchDisk({ ...options.disk, log: context.log });
    observed.disk = disk;
    keep(disk, parts, running.stack);
  }
  options.onListening?.({ address, operator: operator.address });
  // In the same turn of the event loop, so that a health request always finds every part.
  startParts(running, observed, options);
  // After the announcement: checking or hashing four passwords takes longer than the rest of a start.
  const demoAccounts = options.demoAccounts ? await prepareDemoAccounts(context) : null;

  const rest = stack.move();
  return {
    address,
    operator: operator.address,
    filled,
    demoAccounts,
    parts: states,
    stop: () => rest.disposeAsync(),
  };
}

/** Opens what every part needs: connections to a migrated database, log, bus and clock. */
async function connect(
  config: Config,
  options: AppOptions,
  stack: AsyncDisposableStack,
  address: () => string,
): Promise<Running> {
  const log = options.log ?? createLog(config.logLevel);
  const bus = createMemoryBus((error, topic) =>
    log.error({ err: error, topic }, 'a subscriber failed'),
  );
  const open = (name: string, limits: Partial<PoolOptions> = {}): Db => {
    const onError = (error: Error): void => log.warn({ err: error }, 'a connection broke');
    const pool = openPool(options.database, { name, maxConnections: 10, onError, ...limits });
    stack.defer(() => pool.destroy());
    return pool;
  };
  const db = open('rasat feed');
  const webDb = open('rasat web', {
    statementTimeoutMs: WEB_TIMEOUT_MS,
    connectTimeoutMs: WEB_TIMEOUT_MS,
  });
  await migrate(db);
  const listener = await openListener(options.database, log, claimDatabase);
  stack.defer(() => listener.close());
  // Connections of their own, so that a check of many sockets delays no request.
  const recheckDb = open('rasat recheck', {
    maxConnections: 1,
    statementTimeoutMs: RECHECK_TIMEOUT_MS,
    connectTimeoutMs: RECHECK_TIMEOUT_MS,
  });
  const clock = createClock(options.clock);
  const keys = await loadKeys(config);
  const context = {
    db,
    bus,
    clock,
    log,
    config,
    listen: listener.listen,
    hears: listener.hears,
    keys,
  };
  await Promise.all([
    reapplyErasures(context, PERSONAL_DATA),
    seedEducation(db),
    seedPrices(db, config, clock.now()),
  ]);
  const parts: Part[] = [databasePart(listener)];
  const payments = await openPaymentOptions(context, parts, stack, address);
  return {
    context,
    webDb,
    recheckDb,
    files: openFileStore(config, clock),
    sources: options.sources ?? (await openSources(context)),
    payments,
    parts,
    stack,
  };
}

/** Opens the payment options; starts the provider when it runs as a part of this server. */
async function openPaymentOptions(
  context: ServerContext,
  parts: Part[],
  stack: AsyncDisposableStack,
  address: () => string,
): Promise<PaymentOptions> {
  const opened = await openProvider(context, address);
  if (opened?.part) keep(opened.part, parts, stack);
  return {
    provider: opened?.provider ?? null,
    seller: findSeller(context.config),
    tell: sendTelegram,
    onPaid: (trx, paid) => issueInvoice(trx, paid, context),
    onRefunded: (trx, refund) => issueCreditNote(trx, refund, context),
  };
}

/** Registers the calls and the live socket of each module and returns the market board that they read. */
async function registerModules(
  web: Web,
  running: Running,
  observed: ObservedParts,
): Promise<MarketBoard> {
  const { context, files, payments, stack, parts } = running;
  registerAccountRoutes(web, { data: PERSONAL_DATA, verifyPassword });
  registerAuthRoutes(web);
  registerEducationRoutes(web, { files, tell: sendTelegram });
  registerPaymentRoutes(web, payments);
  registerInvoiceRoutes(web);
  registerMessageRoutes(web);
  // The board reads large amounts, so it does not use the connections with the short time-out.
  const board = await startBoard(context);
  observed.board = board;
  stack.defer(() => board.stop());
  registerMarketRoutes(web, board);
  registerFavoriteRoutes(web, board);
  const analyses = openAnalyses(web.context, board);
  stack.defer(() => analyses.stop());
  registerAnalysisRoutes(web, analyses);
  registerSnapshotRoute(web, analyses, board);
  const views = openPageViews(web.context);
  registerPageViewRoutes(web, views);
  registerSignalRoutes(web, analyses, board, views);
  registerRecordRoutes(web, {
    costs: costsOf(context.config),
    computing: watchRecord(context.bus),
  });
  observed.stream = await startStream(web);
  keep(observed.stream, parts, stack);
  registerTelegramRoutes(web);
  return board;
}

/** Starts the background parts of the server. */
function startParts(
  running: Running,
  observed: ObservedParts,
  { database, clock, jobPace }: AppOptions,
): void {
  const { context, files, sources, payments, parts, stack, webDb } = running;
  const { config, bus, log } = context;
  const thread = { config, database, clock: clock ?? { kind: 'real' } } as const;
  // Before the publisher, which asks it for the check of a new build.
  const launch = () => startThreadPart('build check', BUILD_CHECK, thread, bus, log);
  keep(watchBuilds(context, launch), parts, stack);
  const analyst = startThreadPart('analyst', ANALYST, thread, bus, log);
  keep(analyst, parts, stack);
  const feed = startFeed(context, { connectors: sources, openBars, publication });
  observed.feed = feed;
  observed.gaps = feed.gaps;
  keep(feed, parts, stack);
  const record = startRecord(context, {
    isSettled: () => feed.status().ready && analyst.status().ready,
    launch: () => startThreadPart('recorder', RECORDER, thread, bus, log),
  });
  keep(record, parts, stack);
  keep(startMailer(context), parts, stack);
  keep(startTelegram(context), parts, stack);
  keep(startPayments(context, payments), parts, stack);
  const jobs = listJobs(files, payments, feed);
  const jobsPart = startJobs(context, database, jobs, jobPace);
  observed.jobs = jobsPart;
  keep(jobsPart, parts, stack);
  const watches = listWatches({
    db: webDb,
    observed,
    jobs: new Set(jobs.map(({ name }) => name)),
    hears: context.hears,
  });
  // Last, so that it stops first: the end of the other parts is no alarm. Its statements must not wait for a database
  // that does not answer.
  keep(startAlarms({ ...context, db: webDb }, { watches, tell: sendToChat }), parts, stack);
}

/** Opens the files that replays play. */
const openBars: OpenBars = async (file, options) => {
  // Loaded here, so that the start does not wait for the file readers.
  const { openBaseBars } = await import('./connectors/files/base-bars.ts');
  const { FILE_FORMATS } = await import('./connectors/files/formats.ts');
  const { category, digits, resolution, timeZone } = options;
  const format = FILE_FORMATS.find((one) => one === options.format);
  const { rows } = await openBaseBars(file, {
    resolution,
    fx: isForex(category),
    digits,
    ...(timeZone !== null && { timeZone }),
    ...(format !== undefined && { format }),
  });
  return rows;
};

/** Creates the part that reports whether the database answers. The listening connection checks this every second. */
function databasePart(listener: Listener): Part {
  return {
    name: 'database',
    status: () =>
      listener.hears() ? { ready: true } : { ready: false, detail: 'it does not answer' },
    stop: async () => {},
  };
}

function keep(part: Part, parts: Part[], stack: AsyncDisposableStack): void {
  parts.push(part);
  stack.defer(() => part.stop());
}

function readVersion(): string {
  const manifest = readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
