import type { Body, Params, Query, Reply, ROUTES, RouteName } from '@rasat/contract';
import { ADDRESSES } from './addresses.ts';
import { noteAnswer, noteNoAnswer } from './connection.ts';
import { ApiError, readApiError } from './error.ts';

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];

/** Arguments of a call: path parameters, query, body, and a signal that aborts it. */
export interface CallInput<N extends RouteName> {
  readonly params?: Params<RouteOf<N>>;
  readonly query?: Query<RouteOf<N>>;
  readonly body?: Body<RouteOf<N>>;
  readonly signal?: AbortSignal;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Idempotency key: the server performs the call once, however often it is sent. */
  readonly idempotencyKey?: string;
  /** An error status whose body is a reply, too. */
  readonly replyStatus?: number;
  /** Whether the call goes on when the page is closed. */
  readonly keepalive?: boolean;
}

function readAddress(name: RouteName) {
  const [word = '', path = ''] = ADDRESSES[name].split(' ');
  const hasBody = word.startsWith('+');
  return { method: hasBody ? word.slice(1) : word, path, hasBody };
}

const refusals = new Set<() => void>();

/** Calls back when the server refused a call without a session or a right. Returns the unsubscribe function. */
export function onRefusal(listener: () => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/**
 * Returns the address of a call with parameters and query filled in. Throws `RangeError` when a parameter is missing.
 */
export function callPath<N extends RouteName>(name: N, input: CallInput<N> = {}): string {
  const params: object = input.params ?? {};
  const path = readAddress(name).path.replace(/:([a-zA-Z]+)/g, (_, key: string) => {
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
 * Calls the server by a route's name and returns the route's reply. Throws `ApiError` with the server's code, or with
 * `error.network` when no answer came. An aborted signal throws what `fetch` throws.
 */
export async function call<N extends RouteName>(
  name: N,
  input: CallInput<N> = {},
): Promise<Reply<RouteOf<N>>> {
  const response = await request(name, input);
  return (await response.json()) as Reply<RouteOf<N>>;
}

/** Calls the server as `call` does and returns the response with its body unread. Throws what `call` throws. */
export async function request<N extends RouteName>(
  name: N,
  input: CallInput<N> = {},
): Promise<Response> {
  const signal = input.signal;
  const { method, hasBody } = readAddress(name);
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
  // A proxy answers for a server that is unavailable.
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
