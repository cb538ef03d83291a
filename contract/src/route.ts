import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call a route. `guest`: everybody. `user`: a session. `subscriber`: a running subscription (or an admin).
 * `student`: has bought the education. `lessonBuyer`: a session that may buy the education, `subscriptionBuyer`: one that
 * may buy a subscription. `admin`: the back office. `signature`: the request proves itself.
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
 * How the body of a call travels. `json`: a strict JSON object. `form`: the fields of a browser form, each a string.
 * `raw`: bytes that are read as they came, because something is signed over them. `bytes`: a file.
 */
export type BodyType = 'json' | 'form' | 'raw' | 'bytes';

/** What both sides promise about one call. Paths are below `/api`, parameters written `:name`. */
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
  /** About money: who calls is asked of the database for each call, also where reading is all that happens. */
  readonly money?: true;
  /** Large arrays of numbers are sent as they are; the schema then documents and is not run on the reply. */
  readonly rawReply?: boolean;
  /**
   * The answer carries the version of its body in the header `VERSION_HEADER`. A caller who sends it back as `have` is
   * answered with `UNCHANGED` as long as it is the current one.
   */
  readonly versioned?: true;
  /** Codes besides 500, rate-429 and unavailable-503 that the call may answer with. */
  readonly codes: readonly ErrorCode[];
}

/** Keeps a route's literal types while checking it against `RouteContract`. */
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
