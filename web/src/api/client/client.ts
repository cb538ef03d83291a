import type { Body, Params, Query, Reply, ROUTES, RouteName } from '@rasat/contract';
import { ADDRESSES } from './addresses.ts';
import { noteAnswer, noteNoAnswer } from './connection.ts';
import { ApiError, readApiError } from './error.ts';

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];

/** What a call takes: path parameters, query, body, and a signal that ends it early. */
export interface CallInput<N extends RouteName> {
  readonly params?: Params<RouteOf<N>>;
  readonly query?: Query<RouteOf<N>>;
  readonly body?: Body<RouteOf<N>>;
  readonly signal?: AbortSignal;
  /** Headers that the call carries besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the call once however often it is sent: the same key is answered the same. */
  readonly idempotencyKey?: string;
  /** A status besides those of success whose body is a reply, too. */
  readonly replyStatus?: number;
  /** Whether the call goes on when the page is closed. */
  readonly keepalive?: boolean;
}

const refusals = new Set<() => void>();

/** Calls back when the server refused a call for want of a session or a right. Returns how to stop. */
export function onRefusal(listener: () => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/** The address of a call, parameters and query written in; `RangeError` when a parameter is missing. */
export function callPath<N extends RouteName>(name: N, input: CallInput<N> = {}): string {
  const params: object = input.params ?? {};
  const path = ADDRESSES[name].path.replace(/:([a-zA-Z]+)/g, (_, key: string) => {
    const value: unknown = Reflect.get(params, key);
    if (typeof value !== 'string') throw new RangeError(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (typeof value === 'string') query.set(key, value);
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * Calls the server by a route's name. Answers the route's reply; throws `ApiError` with the server's code, or with
 * `error.network` when no answer came. An ended signal throws what `fetch` throws.
 */
export async function call<N extends RouteName>(
  name: N,
  input: CallInput<N> = {},
): Promise<Reply<RouteOf<N>>> {
  const response = await request(name, input);
  return (await response.json()) as Reply<RouteOf<N>>;
}

/** Calls the server as `call` does, and answers what has come before its body was read. Throws what `call` throws. */
export async function request<N extends RouteName>(
  name: N,
  input: CallInput<N> = {},
): Promise<Response> {
  const signal = input.signal;
  const { method, hasBody } = ADDRESSES[name];
  const headers: Record<string, string> = { accept: 'application/json', ...input.headers };
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (hasBody) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(input.body);
  }
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
  if (signal) init.signal = signal;
  if (input.keepalive === true) init.keepalive = true;
  let response: Response;
  try {
    response = await fetch(callPath(name, input), init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    noteNoAnswer();
    throw new ApiError('error.network', 0, { cause });
  }
  // A proxy answers in the place of a server that is not there.
  if (response.status === 502 || response.status === 504) noteNoAnswer();
  else noteAnswer();
  if (!response.ok && response.status !== input.replyStatus) {
    const error = await readApiError(response);
    if (error.code === 'unauthorized-401' || error.code === 'forbidden-403') {
      for (const listener of refusals) listener();
    }
    throw error;
  }
  return response;
}
