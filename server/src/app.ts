import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CATEGORIES, PAGES, ROUTES } from '@rasat/contract';
import { assertAdapters, openProvider, openSources } from './adapters.ts';
import type { Connector } from './connectors/connector.ts';
import { demoBankPort } from './connectors/demo-bank/adapter.ts';
import { type DemoAccounts, prepareDemoAccounts } from './demo-accounts.ts';
import { prepareDemoSite } from './demo-site.ts';
import { listJobs } from './jobs.ts';
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
  type FeedPart,
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
  watchRecord,
} from './modules/record/index.ts';
import { createGuard } from './modules/rights/index.ts';
import { registerSignalRoutes } from './modules/signals/index.ts';
import { startStream } from './modules/stream/index.ts';
import { registerTelegramRoutes, sendTelegram, startTelegram } from './modules/telegram/index.ts';
import { PERSONAL_DATA } from './personal-data.ts';
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
import { loadKeys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { startMailer } from './platform/mail/mailer.ts';
import { registerMailRoutes } from './platform/mail/routes.ts';
import { startOperator } from './platform/operator/operator.ts';
import type { Part, PartStatus, ServerContext } from './platform/part.ts';
import { startThreadPart } from './platform/thread-part.ts';
import { watchSiteFacts } from './site-facts.ts';

/** The running server. */
export interface App {
  /** Where it listens. */
  readonly address: string;
  /** Where the operator's pages are, on this machine alone. */
  readonly operator: string;
  /** How much of the first filling of the markets is done, 0 to 1. */
  filled(): number;
  /** The demonstration's accounts; null unless they were asked for. */
  readonly demoAccounts: DemoAccounts | null;
  /** How each part is, by name. */
  parts(): Readonly<Record<string, PartStatus>>;
  /** Stops every part, the last one started first, and closes every connection. */
  stop(): Promise<void>;
}

/** What a server is started with besides its settings. */
export interface AppOptions {
  readonly database: DatabaseAddress;
  /** Another clock for the whole server, threads included. */
  readonly clock?: ClockSettings;
  /** Where prices come from, besides files. Default: what the settings name. */
  readonly sources?: readonly Connector[];
  /** Makes an account for each role; for the bundled database alone. */
  readonly demoAccounts?: boolean;
  /** Folder of the built site; null serves `/api` alone. Default: what the web workspace builds. */
  readonly site?: string | null;
  /** The folder whose disk is watched, and whether room is set aside in it; without it none is. */
  readonly disk?: { readonly folder: string; readonly ballast: boolean };
  /** How late the main thread may be, in milliseconds, before calls are refused. Default 1 second. */
  readonly stallLimitMs?: number;
  /** Where the log goes. Default: to the process's own, as loud as the settings say. */
  readonly log?: ServerContext['log'];
  /**
   * Told once where the server listens, as soon as it answers. What the demonstration needs and what works without being
   * asked is started after it.
   */
  readonly onListening?: (at: Pick<App, 'address' | 'operator'>) => void;
  /** When jobs begin and by which clock they fall due. Default: soon after the start, the machine's clock. */
  readonly jobPace?: JobPace;
}

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const SITE = path.join(REPOSITORY, 'web/build/client');
const ANALYST = new URL('./analyst-thread.ts', import.meta.url);
const RECORDER = new URL('./recorder-thread.ts', import.meta.url);
/** A request that waits longer for the database is answered with "not now". */
const WEB_TIMEOUT_MS = 2000;
/** How long a question about many sockets may take. */
const RECHECK_TIMEOUT_MS = 10_000;
const STALL_LIMIT_MS = 1000;
const DRAIN_MS = 500;

/** What is running, in the order in which it was started; taken apart in reverse. */
interface Running {
  readonly context: ServerContext & { readonly bus: MemoryBus };
  readonly webDb: Db;
  /** On which it is asked who may keep a live socket. */
  readonly recheckDb: Db;
  /** Where uploaded files lie. */
  readonly files: FileStore;
  /** Where prices come from, besides files. */
  readonly sources: readonly Connector[];
  /** Who takes payments, and what payments do to other modules. */
  readonly payments: PaymentOptions;
  readonly parts: Part[];
  readonly stack: AsyncDisposableStack;
}

/** Composes the server out of its modules and connectors, each named once, in their order. Throws `StartError`. */
export async function startApp(config: Config, options: AppOptions): Promise<App> {
  await using stack = new AsyncDisposableStack();
  assertAdapters(config);
  let opened: Web | undefined;
  const place = (): string => opened?.address() ?? config.baseUrl;
  const running = await connect(config, options, stack, place);
  const { context, parts, payments } = running;
  const states = (): Record<string, PartStatus> =>
    Object.fromEntries(parts.map((part) => [part.name, part.status()]));
  let feed: FeedPart | undefined;
  let mostFilled = 0;
  const filled = (): number => {
    // A source that begins again is filled already: this is about the first time.
    mostFilled = Math.max(mostFilled, feed?.filled() ?? 0);
    return mostFilled;
  };

  const site = options.site === undefined ? SITE : options.site;
  if (options.demoAccounts) await prepareDemoSite(context, site);
  const webContext = { ...context, db: running.webDb };
  let board: MarketBoard | undefined;
  const web = await createWeb({
    context: webContext,
    guard: createGuard(webContext, running.recheckDb),
    contracts: Object.values(ROUTES),
    stallLimitMs: options.stallLimitMs ?? STALL_LIMIT_MS,
    drainMs: DRAIN_MS,
    formTargets: payments.provider?.origins ?? [],
    ...(site !== null && { site: findSite(site, PAGES) }),
    pageValues: {
      symbol: (name) => board?.find(name) !== undefined,
      type: (name) => CATEGORIES.some((category) => category === name),
      seq: (number) => hasRow(running.webDb, number),
    },
    siteFacts: watchSiteFacts(webContext),
  });
  opened = web;
  stack.defer(() => web.app.close());
  const state = { version: readVersion(), parts: states, filled };
  const operator = await startOperator(webContext, state, demoBankPort(config));
  keep(operator, parts, running.stack);
  registerPlatformRoutes(web, ROUTES, state);
  registerMailRoutes(web, operator.address);
  board = await registerModules(web, running);
  registerAdminRoutes(web, {
    data: PERSONAL_DATA,
    payments: openPayments(webContext, payments),
    files: running.files,
    tell: sendTelegram,
    market: {
      sources: running.sources,
      feeds: () => feed?.sources() ?? [],
      parts: states,
      board,
    },
  });
  const address = await listen(web, config.host, config.port);
  parts.push({ name: 'web', status: web.status, stop: () => web.app.close() });
  if (options.disk) keep(watchDisk({ ...options.disk, log: context.log }), parts, running.stack);
  options.onListening?.({ address, operator: operator.address });
  // In the same turn: no question about the health may find a server whose parts are missing.
  feed = startParts(running, options);
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

/** Opens what every part stands on: connections to a database in its newest form, log, bus and clock. */
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
  // Its own connections: however many sockets are asked about, no call waits for them.
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

/** Who takes payments, started where that is a part of this server, and what payments do elsewhere. */
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

/** The calls and the live socket of each module, and the board that they read from. */
async function registerModules(web: Web, running: Running): Promise<MarketBoard> {
  const { context, files, payments, stack, parts } = running;
  registerAccountRoutes(web, { data: PERSONAL_DATA, verifyPassword });
  registerAuthRoutes(web);
  registerEducationRoutes(web, { files, tell: sendTelegram });
  registerPaymentRoutes(web, payments);
  registerInvoiceRoutes(web);
  registerMessageRoutes(web);
  // Reads much at once: not over the connections that give up early.
  const board = await startBoard(context);
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
  keep(await startStream(web), parts, stack);
  registerTelegramRoutes(web);
  return board;
}

/** What works without being asked. */
function startParts(running: Running, { database, clock, jobPace }: AppOptions): FeedPart {
  const { context, files, sources, payments, parts, stack } = running;
  const { config, bus, log } = context;
  const thread = { config, database, clock: clock ?? { kind: 'real' } } as const;
  const analyst = startThreadPart('analyst', ANALYST, thread, bus, log);
  keep(analyst, parts, stack);
  const feed = startFeed(context, { connectors: sources, openBars });
  keep(feed, parts, stack);
  const record = startRecord(context, {
    isSettled: () => feed.status().ready && analyst.status().ready,
    launch: () => startThreadPart('recorder', RECORDER, thread, bus, log),
  });
  keep(record, parts, stack);
  keep(startMailer(context), parts, stack);
  keep(startTelegram(context), parts, stack);
  keep(startPayments(context, payments), parts, stack);
  keep(startJobs(context, database, listJobs(files, payments), jobPace), parts, stack);
  return feed;
}

/** Reads the files that replays play. */
const openBars: OpenBars = async (file, options) => {
  // Loaded here, so that no start waits for the readers of files.
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

/** Whether the database answers, as the listening connection finds out every second. */
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
