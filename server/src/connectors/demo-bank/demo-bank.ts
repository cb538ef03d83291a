import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { answerByStatus, listenOnFree } from '../../platform/http/small-listener.ts';
import { WITHOUT_SCHEMAS } from '../../platform/http/without-schemas.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { openBank } from './bank.ts';
import { createDemoBankClient } from './client.ts';
import { openJournal } from './journal.ts';
import { startNotices } from './notices.ts';
import { servePages } from './page-routes.ts';
import { serveShopCalls } from './shop-calls.ts';

/** Options of the bank. */
export interface DemoBankOptions {
  /** Ports to try; the bank takes the first free one. 0 means any port. */
  readonly ports: readonly number[];
  /** Address to listen on. */
  readonly host: string;
  /** Host name of its pages. */
  readonly hostname: string;
  /** Folder that holds its journal. */
  readonly dataDir: string;
  /** Secret shared with the shop; it signs calls, replies and notices. */
  readonly secret: Buffer;
  /** Returns the address for notices at the shop. */
  readonly noticeUrl: () => string;
  readonly clock: Clock;
  readonly log: PartContext['log'];
  /** Time that the shop waits for an answer. Default ten seconds. */
  readonly timeoutMs?: number;
}

/** The running bank. */
export interface DemoBank extends Part {
  readonly provider: PaymentProvider;
  /** Origin of its pages. */
  readonly origin: string;
}

/** Forms and calls are small. */
const BODY_LIMIT_BYTES = 16 * 1024;
const SILENCE_MS = 30_000;
const JOURNAL = 'demo-bank.journal';

/**
 * Starts a bank with a hosted payment page on an origin of its own, for the bundled database only: no money moves. It
 * behaves like a real provider, including a provider's failures; its page lists what each card does. Everything that it
 * has answered survives a crash. A card's number, date and code are checked and never stored.
 */
export async function startDemoBank(options: DemoBankOptions): Promise<DemoBank> {
  const { clock, log, secret, dataDir } = options;
  await using stack = new AsyncDisposableStack();
  await mkdir(dataDir, { recursive: true });
  const journal = await openJournal(path.join(dataDir, JOURNAL));
  stack.defer(() => journal.close());
  const bank = await openBank(journal, clock);
  const notices = startNotices({ bank, clock, log, secret, url: options.noticeUrl });
  stack.defer(() => notices.stop());

  const stopping = new AbortController();
  const silentUntilMs = new Map<string, number>();
  const silence = async (token: string): Promise<void> => {
    const untilMs = silentUntilMs.get(token) ?? 0;
    if (untilMs <= clock.now()) return;
    await clock.sleep(untilMs - clock.now(), stopping.signal).catch(() => undefined);
  };

  const app = createApp(log);
  stack.defer(() => app.close());
  stack.defer(() => stopping.abort());
  let origin = '';
  serveShopCalls(app, { bank, secret, origin: () => origin, silence });
  await servePages(app, {
    bank,
    silence,
    onCaptured: (payment) => {
      if (payment.capture?.ending === 'silent') {
        silentUntilMs.set(payment.token, clock.now() + SILENCE_MS);
      }
      notices.tell(payment);
    },
  });
  const { hostname, host, ports } = options;
  const port = await listenOnFree(app, host, ports, 'DEMO_BANK_PORT');
  origin = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  const called = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${called.includes(':') ? `[${called}]` : called}:${port}`;
  for (const payment of bank.unnoticed()) notices.tell(payment);

  const rest = stack.move();
  const { timeoutMs } = options;
  return {
    name: 'demo-bank',
    origin,
    provider: createDemoBankClient({
      url: () => url,
      origin,
      secret,
      ...(timeoutMs !== undefined && { timeoutMs }),
    }),
    status: () => {
      const failure = journal.failure();
      return failure ? { ready: false, detail: failure.message } : { ready: true };
    },
    stop: () => rest.disposeAsync(),
  };
}

function createApp(log: PartContext['log']): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...WITHOUT_SCHEMAS,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    http: { maxHeaderSize: 8 * 1024, headersTimeout: 2500, connectionsCheckingInterval: 500 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
  // A request may hold a card, so no request is ever logged.
  answerByStatus(app, log, 'demo bank: a request failed');
  return app;
}
