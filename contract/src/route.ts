import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Callers that a route accepts. `guest`: everyone. `user`: a session. `subscriber`: a running subscription (or an
 * admin). `student`: has bought the education. `lessonBuyer`: a session that may buy the education;
 * `subscriptionBuyer`: a session that may buy a subscription. `admin`: the back office. `signature`: a signed request.
 */
export type Access =
  | 'guest'
  | 'guestOnly'
  | 'user'
  | 'subscriber'
  | 'student'
  | 'lessonBuyer'
  | 'subscriptionBuyer'
  | 'admin'
  | 'signature';

/**
 * The form of a call's body. `json`: a strict JSON object. `form`: the fields of a browser form, each a string. `raw`:
 * unparsed bytes, because a signature covers them. `bytes`: a file.
 */
export type BodyType = 'json' | 'form' | 'raw' | 'bytes';

/** The contract of one call. Paths are below `/api`, parameters are written `:name`. */
export interface RouteContract {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Default `json`. A `raw` or `bytes` body has no schema. */
  readonly bodyType?: BodyType;
  readonly reply: z.ZodMiniType;
  /** True for calls about money: the guard reads the caller from the database for each call, reading calls included. */
  readonly money?: true;
  /** True for replies that are sent unparsed, such as large arrays of numbers; the schema then only documents. */
  readonly rawReply?: boolean;
  /**
   * The reply has the version of its body in the header `VERSION_HEADER`. A request with the current version in `have`
   * gets `UNCHANGED`.
   */
  readonly versioned?: true;
  /** Error codes of the call besides 500, rate-429 and unavailable-503. */
  readonly codes: readonly ErrorCode[];
}

/** Returns the route with its literal types, checked against `RouteContract`. */
export function route<const R extends RouteContract>(contract: R): R {
  return contract;
}

/** The type of a route's reply. */
export type Reply<R extends RouteContract> = z.output<R['reply']>;
/** The type of a route's path parameters. */
export type Params<R extends RouteContract> = R['params'] extends z.ZodMiniType
  ? z.output<R['params']>
  : undefined;
/** The type of a route's query. */
export type Query<R extends RouteContract> = R['query'] extends z.ZodMiniType
  ? z.output<R['query']>
  : undefined;
/** The type of a route's body. */
export type Body<R extends RouteContract> = R['body'] extends z.ZodMiniType
  ? z.output<R['body']>
  : undefined;
