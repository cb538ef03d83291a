import type { IncomingHttpHeaders } from 'node:http';
import {
  type Access,
  type Body,
  isErrorCode,
  type Params,
  type Query,
  type Reply,
  type RouteContract,
} from '@rasat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../app-error.ts';
import { isPlainText } from './json.ts';
import type { Person } from './person.ts';
import { assertJson } from './request-rules.ts';
import { callLimit, type Web } from './web.ts';

/** Calls that may be made without being anybody. */
type Anonymous = 'guest' | 'guestOnly' | 'signature';
const ANONYMOUS: ReadonlySet<Access> = new Set<Anonymous>(['guest', 'guestOnly', 'signature']);

/** Who may stand behind a call of that access. */
type Caller<A extends Access> = A extends Anonymous ? Person | null : Person;

/** A request after the guard and the checks of its contract. */
export interface Call<R extends RouteContract> {
  readonly params: Params<R>;
  readonly query: Query<R>;
  readonly body: Body<R>;
  /** Who calls; null for a guest, where guests may call. */
  readonly person: Caller<R['access']>;
  /** Address of the caller, as far as the configured proxies are believed. */
  readonly ip: string;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  /** Adds a header to the answer, also when a refusal is thrown afterwards. */
  header(this: void, name: string, value: string): void;
  /** Whether the caller asks for that media type by name. */
  accepts(this: void, mediaType: string): boolean;
  /** Whether the caller can read a body in that encoding. */
  decodes(this: void, encoding: 'gzip'): boolean;
}

/** A reply that is already bytes: sent as it is, neither checked nor serialised. */
export class Prepared {
  readonly body: Buffer;
  readonly type: string;
  readonly status: number;
  /** How the body is compressed already; null when it is not. */
  readonly encoding: 'gzip' | null;

  constructor(body: Uint8Array, type = JSON_TYPE, status = 200, encoding: 'gzip' | null = null) {
    this.body = Buffer.isBuffer(body)
      ? body
      : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.type = type;
    this.status = status;
    this.encoding = encoding;
  }
}

/** What a handler answers with. Refusals are thrown as `AppError`. */
export type Answer<R extends RouteContract> = Reply<R> | Prepared;

/** How often a call may be made. */
export interface RouteLimits {
  /** Calls a minute from one address without a session. Default: as many as a person has. */
  readonly guestCallsPerMinute?: number;
  /** For calls that machines watch: no limit at all, and answered under pressure too. */
  readonly unlimited?: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves one call of the contract below `/api`: limits, guard, strict reading of parameters, query and body (the first
 * failing field is named), then the handler, whose answer is checked against the contract and stripped of what the
 * contract does not name, unless it is prepared or the contract says that the reply is raw.
 */
export function registerRoute<const R extends RouteContract>(
  web: Web,
  contract: R,
  handler: (call: Call<R>) => Promise<Answer<R>> | Answer<R>,
  limits: RouteLimits = {},
): void {
  const { app, guard } = web;
  const limitGuest =
    limits.guestCallsPerMinute === undefined
      ? web.limitCaller
      : callLimit(app, limits.guestCallsPerMinute, (request) => request.ip);
  app.route({
    method: contract.method,
    url: `/api${contract.path}`,
    config: { contract, unlimited: limits.unlimited ?? false },
    onRequest: async (request) => {
      if (contract.body) assertJson(request);
      request.person = await guard(contract.access, request);
      if (!request.person && !ANONYMOUS.has(contract.access)) {
        throw new AppError('unauthorized-401');
      }
      if (!limits.unlimited) await (request.person ? web.limitCaller : limitGuest)(request);
    },
    handler: async (request, reply) => {
      const answer = await handler(readCall(contract, request, reply));
      return send(contract, answer, reply);
    },
  });
}

function readCall<R extends RouteContract>(
  contract: R,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<R> {
  const { headers, params, query, body, ip, id } = request;
  return {
    params: read(contract.params, params) as Params<R>,
    query: read(contract.query, query) as Query<R>,
    body: read(contract.body, body) as Body<R>,
    person: request.person as Caller<R['access']>,
    ip,
    requestId: id,
    headers,
    header: (name, value) => void reply.header(name, value),
    accepts: (mediaType) => headers.accept?.toLowerCase().includes(mediaType) ?? false,
    decodes: (encoding) => acceptsEncoding(headers['accept-encoding'], encoding),
  };
}

/** Reads Accept-Encoding; an encoding with the weight 0 is refused. */
function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  const accepted = String(header ?? '').toLowerCase();
  return new RegExp(`(^|[ ,])${encoding}(?! *; *q=0(\\.0*)?( |,|$))`).test(accepted);
}

/**
 * Checks one part of a request. The first failing field is reported; the code is `bad-fields-400` unless the schema
 * gives one of its own as the message.
 */
function read(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) {
    assertPlain(value);
    return result.data;
  }
  const issue = result.error.issues[0];
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw new AppError(isErrorCode(issue?.message) ? issue.message : 'bad-fields-400', {
    ...(typeof field === 'string' && { field }),
  });
}

/** Texts of an address come past the body's parser. */
function assertPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const text of Object.values(value)) {
    if (typeof text === 'string' && !isPlainText(text)) throw new AppError('bad-fields-400');
  }
}

function send<R extends RouteContract>(
  contract: R,
  answer: Answer<R>,
  reply: FastifyReply,
): FastifyReply {
  if (answer instanceof Prepared) {
    if (answer.encoding !== null) reply.header('content-encoding', answer.encoding);
    return reply.code(answer.status).type(answer.type).send(answer.body);
  }
  const value = contract.rawReply ? answer : z.parse(contract.reply, answer);
  return reply.type(JSON_TYPE).send(JSON.stringify(value));
}
