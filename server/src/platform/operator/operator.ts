import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { StoredAlarm } from '../alarms/alarm.ts';
import { listLastingAlarms } from '../alarms/store.ts';
import { isLoopback } from '../http/loopback.ts';
import { requestLanguage } from '../http/request-language.ts';
import { answerByStatus, listenOnFree } from '../http/small-listener.ts';
import { WITHOUT_SCHEMAS } from '../http/without-schemas.ts';
import { type KeptMail, keepsMails, listKeptMails } from '../mail/kept-mails.ts';
import type { Exposition } from '../metrics/exposition.ts';
import type { Part, PartStatus, ServerContext } from '../part.ts';
import { mailPage, OPERATOR_STYLE, startPage } from './operator-page.ts';

/** State of the server for the operator. */
export interface ServerState {
  readonly version: string;
  /** Returns the status of each part, by name. */
  parts(): Readonly<Record<string, PartStatus>>;
  /** Returns the finished share of the first filling of the markets, 0 to 1. */
  filled(): number;
}

/** State and figures of the server for the operator's pages. */
export interface OperatorState extends ServerState {
  readonly metrics: Exposition;
}

/** The operator's listener. */
export interface Operator extends Part {
  /** Address of the listener, such as `http://127.0.0.1:3002`. */
  readonly address: string;
}

/** The listener is reachable only from this machine, for every value of `HOST`. */
const HOST = '127.0.0.1';

/**
 * Serves the operator's pages on 127.0.0.1: the alarms that last, `/health`, the status of every part (503 while one is not
 * ready), `/metrics`, its figures as Prometheus text, and `/mails`, the kept mails of a machine without a
 * mail server, as a page or, for a caller that accepts JSON before HTML, as JSON. A request whose Host is no name of this machine is refused, so that no web page can read it under
 * another name. Without a chosen port it takes the one after `portBefore`, or a free one. Throws `StartError` when the
 * chosen port is in use.
 */
export async function startOperator(
  context: ServerContext,
  state: OperatorState,
  portBefore = 0,
): Promise<Operator> {
  const app = createPages(context, state);
  answerByStatus(app, context.log, 'a page of the operator failed');
  const ports = operatorPorts(context.config.operatorPort, portBefore);
  const address = `http://${HOST}:${await listenOnFree(app, HOST, ports, 'OPERATOR_PORT')}`;
  return {
    name: 'operator',
    address,
    status: () => ({ ready: true, detail: address }),
    stop: () => app.close(),
  };
}

function createPages(context: ServerContext, state: OperatorState): FastifyInstance {
  const { clock, config, db, keys, log } = context;
  const app = Fastify({
    ...WITHOUT_SCHEMAS,
    logger: false,
    bodyLimit: 1024,
    forceCloseConnections: true,
    http: { maxHeaderSize: 8192, headersTimeout: 2500 },
  });
  const style = createHash('sha256').update(OPERATOR_STYLE).digest('base64');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    if (!isHere(request.headers.host)) return reply.code(421).send();
  });
  app.get('/', async (request, reply) => {
    const alarms: readonly StoredAlarm[] | null = await listLastingAlarms(db).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'the alarms could not be read');
        return null;
      },
    );
    return html(reply, startPage(requestLanguage(request.headers), alarms));
  });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await state.metrics.read();
    return reply.type(type).send(text);
  });
  app.get('/health', (_request, reply) => {
    const parts = state.parts();
    const ready = Object.values(parts).every((part) => part.ready);
    const { version } = state;
    const body = { ready, version, serverTime: clock.now(), parts, filled: state.filled() };
    return reply.code(ready ? 200 : 503).send(body);
  });
  app.get('/mails', async (request, reply) => {
    const mails: readonly KeptMail[] | null = keepsMails(config)
      ? await listKeptMails(db, keys)
      : null;
    if (mails === null) reply.code(404);
    if (wantsJson(request)) return reply.send(mails ?? { code: 'not-found-404' });
    return html(reply, mailPage(requestLanguage(request.headers), mails));
  });
  return app;
}

const html = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text);

const wantsJson = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.startsWith('application/json') ?? false;

/** Returns whether a Host header names this machine. A name that only resolves to it (DNS rebinding) does not count. */
function isHere(host: string | undefined): boolean {
  const asked = URL.parse(`http://${host ?? ''}`)?.hostname ?? '';
  return isLoopback(asked.replace(/^\[|\]$/g, ''));
}

/** Returns the chosen port only; else the one after `portBefore`, or a free one. */
function operatorPorts(chosen: number, portBefore: number): readonly number[] {
  if (chosen > 0) return [chosen];
  return portBefore > 0 && portBefore < 65_535 ? [portBefore + 1, 0] : [0];
}
