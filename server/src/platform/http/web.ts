import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import rateLimit from '@fastify/rate-limit';
import { LIMITS, type RouteContract } from '@rasat/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { AppError } from '../app-error.ts';
import type { Metric } from '../metrics/metric.ts';
import type { PartStatus, ServerContext } from '../part.ts';
import { StartError } from '../start-error.ts';
import { addressKey } from './address-key.ts';
import { callCounts } from './call-counts.ts';
import { tallyCalls } from './call-tally.ts';
import { answerBrokenRequest, answerError } from './errors.ts';
import { parseJson } from './json.ts';
import type { SiteFacts } from './page-head.ts';
import type { Guard, Person } from './person.ts';
import { type Pressure, watchPressure } from './pressure.ts';
import { protectiveHeaders } from './protective-headers.ts';
import {
  assertReadable,
  assertSameSite,
  limitBodyTime,
  ownOrigins,
  withoutWww,
} from './request-rules.ts';
import { type FindRenamed, type PageValues, type Site, serveSite } from './site.ts';
import { WITHOUT_SCHEMAS } from './without-schemas.ts';

/** The web server, as modules use it to register their routes. */
export interface Web {
  readonly app: FastifyInstance;
  readonly context: ServerContext;
  readonly guard: Guard;
  /** Counts a data call of the person, or of a guest's address; throws `rate-429` when there were too many. */
  limitCaller(this: void, request: FastifyRequest): Promise<void>;
  /** Returns the status of the part: not ready while calls are refused under pressure. */
  status(this: void): PartStatus;
  /** Counts and durations of its answers. */
  readonly metrics: readonly Metric[];
  /** Returns the origins from which the site's own pages send calls; known once the server listens. */
  origins(): ReadonlySet<string>;
  /** Returns the origin of the site for people: `BASE_URL`, with the actual port where its port is 0. */
  address(this: void): string;
}

/** Dependencies and options of a web server. */
export interface WebOptions {
  readonly context: ServerContext;
  readonly guard: Guard;
  /** The calls that may be registered; any other route except the site's prevents the start. */
  readonly contracts: readonly RouteContract[];
  /** The built site; without it only `/api` is served. */
  readonly site?: Site;
  /** Checks of the parameters of its pages; without them every value is accepted. */
  readonly pageValues?: PageValues;
  /** Returns the present name of a renamed symbol; without it no address is redirected. */
  readonly renamed?: FindRenamed;
  /** Returns the facts about the site for search engines; without it there is no product on sale and no seller. */
  readonly siteFacts?: () => Promise<SiteFacts>;
  /** Other origins to which a form of ours may redirect. */
  readonly formTargets?: readonly string[];
  /** Delay of the thread, in milliseconds, above which calls are refused. Default never. */
  readonly stallLimitMs?: number;
  /** Time for which a closing server still accepts requests. Default none. */
  readonly drainMs?: number;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 8 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Contract of the route, with its access; every route but the site's has one. */
    contract?: RouteContract;
    /** Whether this is the route of files and pages; each page has an access of its own. */
    isSite?: boolean;
    /** Whether the call is exempt from limits and pressure; for calls of monitoring. */
    unlimited?: boolean;
  }
  interface FastifyRequest {
    /** The caller from the guard; null for a guest. */
    person: Person | null;
  }
}

/**
 * Creates the web server. The rules for every request are here, those for a call of the contract are in `route.ts`. It
 * listens only after `listen`.
 */
export async function createWeb(options: WebOptions): Promise<Web> {
  const { context, guard, site } = options;
  const { config, log } = context;
  const headers = {
    ...protectiveHeaders(config.baseUrl, site, options.formTargets),
    'cache-control': 'no-store',
  };
  const pressure = watchPressure(options.stallLimitMs ?? Number.POSITIVE_INFINITY);
  const app: FastifyInstance = Fastify({
    ...WITHOUT_SCHEMAS,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // All requests share one logger, because creating one for each costs more than most answers. Each log entry names
    // its request.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    requestIdHeader: false,
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // Uploads may take this long; headers and JSON bodies have limits of their own.
    requestTimeout: 30 * 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    handlerTimeout: 15_000,
    routerOptions: { maxParamLength: 1000 },
    // Requests on open connections are answered; the answer closes the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: 2500,
      connectionsCheckingInterval: 500,
    },
    clientErrorHandler: answerBrokenRequest,
    // An unreadable address is refused before any hook has run.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  });
  let origins = ownOrigins(config.baseUrl, config.port);
  let place = config.baseUrl;
  app.server.on('listening', () => {
    const address = app.server.address();
    if (!address || typeof address !== 'object') return;
    origins = ownOrigins(config.baseUrl, address.port);
    place = config.baseUrl.replace(/:0$/, `:${address.port}`);
  });

  // Before every other hook, so that the answers of these are counted too.
  const metrics = tallyCalls(app);
  app.decorateRequest('person', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new AppError('not-found-404');
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    assertReadable(request);
    const elsewhere = withoutWww(request, config.baseUrl);
    if (elsewhere !== null) return reply.redirect(elsewhere, 308);
    if (request.is404) throw new AppError('not-found-404');
    const { contract, unlimited } = request.routeOptions.config;
    if (contract?.access !== 'signature') assertSameSite(request, origins);
    // Only calls are refused, since they are repeated; a page whose script is refused would be broken.
    if (contract && !unlimited) refuseUnderPressure(pressure);
  });
  app.addHook('onClose', async () => pressure.stop());
  // Requests that were sent before may still arrive, also on a connection that looks idle.
  const { drainMs = 0 } = options;
  if (drainMs > 0) app.addHook('preClose', () => sleep(drainMs));
  leaveReadersBehind(app);
  app.addHook('preParsing', async (request, reply) => {
    const { contract } = request.routeOptions.config;
    if (contract?.bodyType !== 'bytes' && request.headers['content-type'] !== undefined) {
      limitBodyTime(request, reply);
    }
  });
  const allowed = new Set(options.contracts);
  app.addHook('onRoute', ({ url, config: route }) => {
    if (route?.isSite) return;
    if (!route?.contract || !allowed.has(route.contract)) {
      throw new StartError(`The route ${url} is not in the contract.`);
    }
  });
  await app.register(rateLimit, { global: false, store: callCounts(context.clock) });
  if (site) {
    await serveSite(app, site, {
      guard,
      values: options.pageValues ?? {},
      renamed: options.renamed ?? (async () => undefined),
      facts:
        options.siteFacts ??
        (async () => ({ prices: null, courseOnSale: false, own: {}, seller: null })),
      address: () => place,
    });
  }
  const limitCaller = callLimit(app, LIMITS.dataCallsPerMinute, (request) =>
    request.person ? `person ${request.person.id}` : addressKey(request.ip),
  );
  const status = (): PartStatus => {
    const lateMs = Math.round(pressure.lateMs());
    return lateMs === 0
      ? { ready: true }
      : { ready: false, detail: `calls are refused: the thread was ${lateMs} ms late` };
  };
  return {
    app,
    context,
    guard,
    limitCaller,
    status,
    metrics,
    origins: () => origins,
    address: () => place,
  };
}

/** Longest time for which an unfinished answer may delay the close. */
const LAST_ANSWERS_MS = 5000;

/** Closes the connections of callers that are still reading, or have stopped, some time after the close began. */
function leaveReadersBehind(app: FastifyInstance): void {
  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
  });
  app.addHook('onClose', async () => clearTimeout(cut));
}

/** Seconds until the retry of a call that was refused under pressure. */
const CALMER_SECONDS = 1;

/** Throws `unavailable-503` while the thread is late, because the answer would come too late. */
function refuseUnderPressure(pressure: Pressure): void {
  if (pressure.lateMs() > 0) {
    throw new AppError('unavailable-503', { retryAfterSeconds: CALMER_SECONDS });
  }
}

/** Returns a check of the calls a minute for each key; it throws `rate-429` above the limit. */
export function callLimit(
  app: FastifyInstance,
  callsPerMinute: number,
  keyOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  const check = app.createRateLimit({
    max: callsPerMinute,
    timeWindow: 60_000,
    keyGenerator: keyOf,
  });
  return async (request) => {
    const verdict = await check(request);
    if (!verdict.isAllowed && verdict.isExceeded) {
      throw new AppError('rate-429', { retryAfterSeconds: Math.max(1, verdict.ttlInSeconds) });
    }
  };
}

/** Starts listening and returns the address that a browser on this machine opens. Throws `StartError`. */
export async function listen(web: Web, host: string, port: number): Promise<string> {
  try {
    await web.app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is taken by another program; set PORT to a free one.`);
    }
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this account.`);
    if (code === 'EADDRNOTAVAIL') {
      throw new StartError(`HOST: this machine does not have the address ${host}.`);
    }
    throw error;
  }
  const address = web.app.server.address();
  const bound = address && typeof address === 'object' ? address.port : port;
  return `http://${host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/**
 * Returns a generator of request ids. They are unique in this process and, by their random prefix, practically unique
 * among processes.
 */
function requestIds(): () => string {
  const begin = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${begin}-${(++count).toString(36)}`;
}
