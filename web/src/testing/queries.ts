import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  QueryClient,
} from '@tanstack/react-query';
import { createQueryClient } from '../api/client/queries.ts';

export const FOREVER = Number.POSITIVE_INFINITY;
export const SECOND = 1000;
export const MINUTE = 60_000;

/** Options that any query has. */
interface Options {
  readonly queryKey: readonly unknown[];
  readonly staleTime?: unknown;
  readonly refetchInterval?: unknown;
}

interface Sent {
  readonly call: string;
  /** Whether the call is marked as a poll. */
  readonly watching: boolean;
  readonly body: unknown;
}

/** Starts a server that answers every call with the same body, and a client of it. */
export function startServer(
  t: TestContext,
  reply: unknown = [],
): { client: QueryClient; sent: Sent[] } {
  const sent: Sent[] = [];
  t.mock.method(globalThis, 'fetch', async (address: string, init: RequestInit) => {
    sent.push({
      call: `${init.method} ${address.replace('/api', '')}`,
      watching: new Headers(init.headers).get('rasat-for') === 'watch',
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    });
    return Response.json(reply);
  });
  const client = createQueryClient();
  t.after(() => client.clear());
  return { client, sent };
}

/** Asserts the call of each query. */
export async function assertCalls(
  t: TestContext,
  expected: readonly (readonly [query: unknown, call: string])[],
): Promise<void> {
  const { client, sent } = startServer(t);
  for (const [query] of expected) await client.fetchQuery(query as FetchQueryOptions);
  assert.deepEqual(
    sent.map(({ call }) => call),
    expected.map(([, call]) => call),
  );
}

/** Asserts the calls for the first three pages of each query. */
export async function assertParts(
  t: TestContext,
  expected: readonly (readonly [query: unknown, calls: readonly string[]])[],
): Promise<void> {
  const { client, sent } = startServer(t, { next: 'n2', total: 120 });
  for (const [query, calls] of expected) {
    sent.length = 0;
    const parts = { ...(query as FetchInfiniteQueryOptions), pages: 3 };
    await client.fetchInfiniteQuery(parts as FetchInfiniteQueryOptions);
    assert.deepEqual(
      sent.map(({ call }) => call),
      calls,
    );
  }
}

/** A time that may depend on the data. */
function readTime(time: unknown, { queryKey }: Options, data: unknown): unknown {
  if (typeof time !== 'function') return time;
  const client = createQueryClient();
  if (data !== undefined) client.setQueryData(queryKey, data);
  const query = client.getQueryCache().build(client, { queryKey });
  const read: unknown = time(query);
  client.clear();
  return read;
}

/** Time for which data stay fresh. */
export const holds = (query: Options, data?: unknown) => readTime(query.staleTime, query, data);

/** Polling interval; false for none. */
export const again = (query: Options, data?: unknown) =>
  readTime(query.refetchInterval, query, data) ?? false;

/** Asserts the times for which the data of queries stay fresh. */
export function assertHolds(timeMs: number, ...queries: readonly Options[]): void {
  for (const query of queries) assert.equal(holds(query), timeMs, query.queryKey.join(' '));
}
