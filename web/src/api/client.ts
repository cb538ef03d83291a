import { type Params, type Query, type Reply, ROUTES, type RouteName } from '@rasat/contract';
import { ApiError, readApiError } from './error.ts';

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];

/** What a call takes: path parameters, query, and a signal that ends it early. */
export interface CallInput<N extends RouteName> {
  readonly params?: Params<RouteOf<N>>;
  readonly query?: Query<RouteOf<N>>;
  readonly signal?: AbortSignal;
  /** A status besides those of success whose body is a reply, too. */
  readonly replyStatus?: number;
}

/** The address of a call, parameters and query written in; `RangeError` when a parameter is missing. */
export function callPath<N extends RouteName>(name: N, input: CallInput<N> = {}): string {
  const params: object = input.params ?? {};
  const path = ROUTES[name].path.replace(/:([a-zA-Z]+)/g, (_, key: string) => {
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
  const signal = input.signal;
  const request: RequestInit = {
    method: ROUTES[name].method,
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
  };
  if (signal) request.signal = signal;
  let response: Response;
  try {
    response = await fetch(callPath(name, input), request);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('error.network', 0, { cause });
  }
  if (!response.ok && response.status !== input.replyStatus) throw await readApiError(response);
  return (await response.json()) as Reply<RouteOf<N>>;
}
