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
import type { PartStatus, ServerContext } from '../part.ts';
import { StartError } from '../start-error.ts';
import { addressKey } from './address-key.ts';
import { callCounts } from './call-counts.ts';
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
import { type PageValues, type Site, serveSite } from './site.ts';
import { WITHOUT_SCHEMAS } from './without-schemas.ts';

/** The web part as a module sees it when it registers its routes. */
export interface Web {
  readonly app: FastifyInstance;
  readonly context: ServerContext;
  readonly guard: Guard;
  /** Counts a data call of the person, or of the address of a guest; throws `rate-429` when there were too many. */
  limitCaller(this: void, request: FastifyRequest): Promise<void>;
  /** How the part is: not ready while so much has to be done that calls are refused. */
  status(this: void): PartStatus;
  /** Origins from which the site's own pages call; known once the server listens. */
  origins(): ReadonlySet<string>;
  /** Origin at which people open the site: `BASE_URL`, with the port that was taken where that leaves it open. */
  address(this: void): string;
}

/** What a web server is made of. */
export interface WebOptions {
  readonly context: ServerContext;
  readonly guard: Guard;
  /** The calls that may be registered; any other route but the site's is a reason not to start. */
  readonly contracts: readonly RouteContract[];
  /** The built site; without it only `/api` answers. */
  readonly site?: Site;
  /** What the addresses of its pages may name; without it anything. */
  readonly pageValues?: PageValues;
  /** What the site says of itself to search engines; without it nothing is sold and there is no seller. */
  readonly siteFacts?: () => Promise<SiteFacts>;
  /** Origins elsewhere to which a form of ours may be led on. */
  readonly formTargets?: readonly string[];
  /** How late the thread may be, in milliseconds, before calls are refused. Default never. */
  readonly stallLimitMs?: number;
  /** How long a server that is told to close still takes what comes. Default not at all. */
  readonly drainMs?: number;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 8 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The promise that the route keeps, who may call it among it; every route but the site's has one. */
    contract?: RouteContract;
    /** The one route of files and pages; each page has an access of its own. */
    isSite?: boolean;
    /** For calls that machines watch: never refused for being many. */
    unlimited?: boolean;
  }
  interface FastifyRequest {
    /** Who is calling, as the guard says; null for a guest. */
    person: Person | null;
  }
}

/**
 * Makes the web server: what holds for every request is here, what holds for a call of the contract in `route.ts`.
 * Nothing listens before `listen`.
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
    // One for all requests: making one for each costs more than most answers; what is logged names its request.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    requestIdHeader: false,
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // Uploads will need this long; headers and JSON bodies have limits of their own.
    requestTimeout: 30 * 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    handlerTimeout: 15_000,
    routerOptions: { maxParamLength: 1000 },
    // Open connections are served, and asked to make the next one elsewhere.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: 2500,
      connectionsCheckingInterval: 500,
    },
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot be read is refused before any hook has run.
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
    // A page whose script is refused is broken; a call is made again.
    if (contract && !unlimited) refuseUnderPressure(pressure);
  });
  app.addHook('onClose', async () => pressure.stop());
  // What was sent before is still under way, and a connection that looks idle may hold it.
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
    origins: () => origins,
    address: () => place,
  };
}

/** How long an answer that is under way may hold a server that is told to close. */
const LAST_ANSWERS_MS = 5000;

/** Cuts off who still reads, or has stopped reading, long after the server was told to close. */
function leaveReadersBehind(app: FastifyInstance): void {
  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
  });
  app.addHook('onClose', async () => clearTimeout(cut));
}

/** How soon who was refused under pressure may come again. */
const CALMER_SECONDS = 1;

/** Throws `unavailable-503` while the thread does not get round to its work: a later answer would come too late. */
function refuseUnderPressure(pressure: Pressure): void {
  if (pressure.lateMs() > 0) {
    throw new AppError('unavailable-503', { retryAfterSeconds: CALMER_SECONDS });
  }
}

/** A limit of calls a minute for each key; exceeding it throws `rate-429`. */
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

/** Ids that are unique in this process and, with its random beginning, in practice among processes. */
function requestIds(): () => string {
  const begin = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${begin}-${(++count).toString(36)}`;
}
