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

/** Accesses that need no session. */
type Anonymous = 'guest' | 'guestOnly' | 'signature';
const ANONYMOUS: ReadonlySet<Access> = new Set<Anonymous>(['guest', 'guestOnly', 'signature']);

/** Type of the caller for an access. */
type Caller<A extends Access> = A extends Anonymous ? Person | null : Person;

/** Content of a call that no schema checks. */
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
  /** The body of a `raw` call, as received. */
  readonly bytes: Unread<R, 'raw', Buffer>;
  /** The unread body of a `bytes` call; the handler limits its size and its pace. */
  readonly stream: Unread<R, 'bytes', Readable>;
  /** The caller; null for a guest, where guests may call. */
  readonly person: Caller<R['access']>;
  /** Address of the caller; headers of the configured proxies are trusted. */
  readonly ip: string;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  /** Adds a header to the answer, also to that of a later refusal. */
  header(this: void, name: string, value: string): void;
  /** Returns whether the caller accepts that media type by name. */
  accepts(this: void, mediaType: string): boolean;
  /** Returns whether the caller accepts a body in that encoding. */
  decodes(this: void, encoding: 'gzip'): boolean;
}

/** Result of a handler. Refusals are thrown as `AppError`. */
export type Answer<R extends RouteContract> = Reply<R> | Prepared | Redirect | FileAnswer;

/** Limits of a call, and its treatment of refusals. */
export interface RouteSettings {
  /** Calls a minute from one address without a session. Default: the limit of a person. */
  readonly guestCallsPerMinute?: number;
  /** Second address of the call, not below `/api`. */
  readonly alias?: string;
  /** Whether the call has no limit and is answered under pressure too; for calls of monitoring. */
  readonly unlimited?: boolean;
  /** Longest time for reading the whole answer, for files. Default: the server's limit of any call. */
  readonly answerMs?: number;
  /** Turns a refusal into a redirect, for calls that a browser makes by itself; null keeps the refusal. */
  readonly onRefusal?: (refusal: AppError, request: FastifyRequest) => Redirect | null;
}

/** A file may take long to arrive; the handler limits its pace. */
const FILE_TIME_MS = 30 * 60_000;

/**
 * Serves one call of the contract below `/api`: limits, guard, strict reading of parameters, query and body (the first
 * failing field is named), then the handler. A changing call of a person is authorized once more when its body has
 * arrived, and each of its transactions checks that the session has not ended. The handler's answer is checked against
 * the contract and stripped of fields that the contract does not name, unless it is prepared or the contract declares a
 * raw reply.
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
  // The body may have taken long to arrive, and the handler may take long too.
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
  if (settings.alias !== undefined) app.route({ ...options, url: settings.alias });
  if (type === 'json') app.route(options);
  else {
    void app.register(async (scope) => {
      readOtherwise(scope, type);
      scope.route(options);
    });
  }
}

/** Replaces the JSON parser of a scope by that of another body type. */
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

/** Returns whether Accept-Encoding names an encoding; the weight 0 refuses it. */
function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  const accepted = String(header ?? '').toLowerCase();
  return new RegExp(`(^|[ ,])${encoding}(?! *; *q=0(\\.0*)?( |,|$))`).test(accepted);
}

/**
 * Checks one part of a request. The first failing field is reported; the code is `bad-fields-400` unless the schema's
 * message is a code.
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

/** Refuses texts that may not be stored. Texts of an address do not pass the body's parser. */
function assertPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const text of Object.values(value)) {
    if (typeof text === 'string' && !isPlainText(text)) throw new AppError('bad-fields-400');
  }
}
