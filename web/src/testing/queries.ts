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

/** What any query says of itself. */
interface Options {
  readonly queryKey: readonly unknown[];
  readonly staleTime?: unknown;
  readonly refetchInterval?: unknown;
}

interface Sent {
  readonly call: string;
  /** Whether the call says that the page asks by itself. */
  readonly watching: boolean;
  readonly body: unknown;
}

/** A server that answers every call with the same body, and a client that asks it. */
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

/** Refuses queries that do not make their calls. */
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

/** Refuses queries that do not ask for their first three parts. */
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

/** A time that may hang on what was read. */
function readTime(time: unknown, { queryKey }: Options, data: unknown): unknown {
  if (typeof time !== 'function') return time;
  const client = createQueryClient();
  if (data !== undefined) client.setQueryData(queryKey, data);
  const query = client.getQueryCache().build(client, { queryKey });
  const read: unknown = time(query);
  client.clear();
  return read;
}

/** How long what was read counts as new. */
export const holds = (query: Options, data?: unknown) => readTime(query.staleTime, query, data);

/** After which time it is read again by itself; false for never. */
export const again = (query: Options, data?: unknown) =>
  readTime(query.refetchInterval, query, data) ?? false;

/** Refuses queries whose answers do not count as new for a time. */
export function assertHolds(timeMs: number, ...queries: readonly Options[]): void {
  for (const query of queries) assert.equal(holds(query), timeMs, query.queryKey.join(' '));
}
