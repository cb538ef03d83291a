import { type Reply, type ROUTES, type RouteName, VERSION_HEADER } from '@rasat/contract';
import { type QueryFunctionContext, replaceEqualDeep } from '@tanstack/react-query';
import { type CallInput, request } from './client.ts';

/** Calls whose answers carry a version. */
type VersionedName = {
  [N in RouteName]: (typeof ROUTES)[N] extends { readonly versioned: true } ? N : never;
}[RouteName];

/** The version of a reply that the query cache holds. */
const versions = new WeakMap<object, string>();

/**
 * Makes a `versioned` call as a query with `structuralSharing: shareVersioned`. When the cache has the current version
 * already, the server sends no body and the same object is returned. Throws what `call` throws.
 */
export async function callVersioned<N extends VersionedName>(
  name: N,
  input: CallInput<N>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
): Promise<Reply<(typeof ROUTES)[N]>> {
  type Answered = Reply<(typeof ROUTES)[N]>;
  const known = client.getQueryData<Answered>(queryKey);
  const have = known && versions.get(known);
  const query = { ...input.query, ...(have === undefined ? {} : { have }) };
  const response = await request(name, { ...input, query, signal } as CallInput<N>);
  const reply = (await response.json()) as Answered;
  if (known !== undefined && 'unchanged' in reply) return known;
  const version = response.headers.get(VERSION_HEADER);
  if (version !== null) versions.set(reply, version);
  return reply;
}

/** Shares the unchanged objects of the old reply and takes the version of the new one. */
export function shareVersioned(known: unknown, fresh: unknown): unknown {
  const shared: unknown = replaceEqualDeep(known, fresh);
  const version = isObject(fresh) ? versions.get(fresh) : undefined;
  if (version !== undefined && isObject(shared)) versions.set(shared, version);
  return shared;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
