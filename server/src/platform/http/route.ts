import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import {
  type Access,
  type Body,
  type BodyType,
  isErrorCode,
  type Params,
  type Query,
  type Reply,
  type RouteContract,
} from '@rasat/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../app-error.ts';
import { withCallerCheck } from '../db/caller-check.ts';
import type { Db } from '../db/pool.ts';
import { addressKey } from './address-key.ts';
import { type FileAnswer, type Prepared, type Redirect, send } from './answers.ts';
import { answerError, toAppError } from './errors.ts';
import { isPlainText, parseForm } from './json.ts';
import type { Person } from './person.ts';
import { assertForm, assertJson, FORM_TYPE } from './request-rules.ts';
import { callLimit, type Web } from './web.ts';

export { FileAnswer, Prepared, Redirect } from './answers.ts';

/** Calls that may be made without a session. */
type Anonymous = 'guest' | 'guestOnly' | 'signature';
const ANONYMOUS: ReadonlySet<Access> = new Set<Anonymous>(['guest', 'guestOnly', 'signature']);

/** Who may stand behind a call of that access. */
type Caller<A extends Access> = A extends Anonymous ? Person | null : Person;

/** What comes with a call that a schema does not check. */
type Unread<R extends RouteContract, T extends BodyType, Content> = R extends {
  readonly bodyType: T;
}
  ? Content
  : undefined;

/** A request after the guard and the checks of its contract. */
export interface Call<R extends RouteContract> {
  readonly params: Params<R>;
  readonly query: Query<R>;
  readonly body: Body<R>;
  /** The body of a `raw` call, as it came. */
  readonly bytes: Unread<R, 'raw', Buffer>;
  /** The body of a `bytes` call, of which nothing has been read; how long and how slow it may be is the handler's say. */
  readonly stream: Unread<R, 'bytes', Readable>;
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

/** What a handler answers with. Refusals are thrown as `AppError`. */
export type Answer<R extends RouteContract> = Reply<R> | Prepared | Redirect | FileAnswer;

/** How often a call may be made, and what becomes of refusals. */
export interface RouteSettings {
  /** Calls a minute from one address without a session. Default: as many as a person has. */
  readonly guestCallsPerMinute?: number;
  /** For calls that machines watch: no limit at all, and answered under pressure too. */
  readonly unlimited?: boolean;
  /** How long the whole answer may take to be read, for files. Default: the server's limit of any call. */
  readonly answerMs?: number;
  /** Turns a refusal into another answer, for calls that a browser makes by itself; null leaves it as it is. */
  readonly onRefusal?: (refusal: AppError, request: FastifyRequest) => Redirect | null;
}

/** A file may take long to arrive; how slow it may be is the handler's say. */
const FILE_TIME_MS = 30 * 60_000;

/**
 * Serves one call of the contract below `/api`: limits, guard, strict reading of parameters, query and body (the first
 * failing field is named), then the handler. A call that changes something for a person asks the guard once more when its
 * body is there, and whether the session still stands in each transaction. The handler's answer is checked against the contract and stripped of what the
 * contract does not name, unless it is prepared or the contract says that the reply is raw.
 */
export function registerRoute<const R extends RouteContract>(
  web: Web,
  contract: R,
  handler: (call: Call<R>) => Promise<Answer<R>> | Answer<R>,
  settings: RouteSettings = {},
): void {
  const { app, guard } = web;
  const limitGuest =
    settings.guestCallsPerMinute === undefined
      ? web.limitCaller
      : callLimit(app, settings.guestCallsPerMinute, (request) => addressKey(request.ip));
  const { onRefusal } = settings;
  const type = contract.bodyType ?? 'json';
  const timeMs = type === 'bytes' ? FILE_TIME_MS : settings.answerMs;
  const isChange = contract.method !== 'GET' && !ANONYMOUS.has(contract.access);
  const mayRecall = contract.method === 'GET' && contract.money !== true;
  // The body may have been long under way, and what follows may take its time.
  const answerFor = async (
    request: FastifyRequest,
    answer: () => Promise<Answer<R>> | Answer<R>,
  ): Promise<Answer<R>> => {
    if (!isChange) return answer();
    const person = await guard(contract.access, request);
    request.person = person;
    const { assertSession } = guard;
    if (!person || !assertSession) return answer();
    const check = (trx: Db): Promise<void> => assertSession(trx, person);
    const { result, wasAsked } = await withCallerCheck(check, async () => answer());
    assert.ok(wasAsked, `${contract.method} ${contract.path} changed something in no transaction`);
    return result;
  };
  const options: RouteOptions = {
    method: contract.method,
    url: `/api${contract.path}`,
    config: { contract, unlimited: settings.unlimited ?? false },
    ...(timeMs !== undefined && { handlerTimeout: timeMs }),
    ...(onRefusal && {
      errorHandler: (error, request, reply) => {
        const answer = onRefusal(toAppError(error), request);
        if (answer) void reply.redirect(answer.location, answer.status);
        else answerError(error, request, reply);
      },
    }),
    onRequest: async (request) => {
      if (contract.body) (type === 'form' ? assertForm : assertJson)(request);
      request.person = await guard(contract.access, request, { mayRecall });
      if (!request.person && !ANONYMOUS.has(contract.access)) {
        throw new AppError('unauthorized-401');
      }
      if (!settings.unlimited) await (request.person ? web.limitCaller : limitGuest)(request);
    },
    handler: async (request, reply) => {
      const answer = await answerFor(request, () => handler(readCall(contract, request, reply)));
      return send(contract, answer, request, reply);
    },
  };
  if (type === 'json') app.route(options);
  else {
    void app.register(async (scope) => {
      readOtherwise(scope, type);
      scope.route(options);
    });
  }
}

/** Has the routes of a scope read their bodies in another way than as JSON. */
function readOtherwise(scope: FastifyInstance, type: Exclude<BodyType, 'json'>): void {
  scope.removeAllContentTypeParsers();
  if (type === 'bytes') {
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    return;
  }
  const name = type === 'form' ? FORM_TYPE : '*';
  scope.addContentTypeParser(name, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, type === 'form' ? parseForm(body as Buffer) : body);
    } catch (error) {
      done(error as Error);
    }
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
    bytes: (contract.bodyType === 'raw'
      ? (body ?? Buffer.alloc(0))
      : undefined) as Call<R>['bytes'],
    stream: (contract.bodyType === 'bytes' ? request.raw : undefined) as Call<R>['stream'],
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
