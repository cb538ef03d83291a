import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** Returns the origins from which the site's own pages send calls. */
export function ownOrigins(baseUrl: string, port: number): ReadonlySet<string> {
  const base = new URL(baseUrl);
  const origins = new Set([base.origin]);
  if (base.hostname === 'localhost') {
    for (const name of ['localhost', '127.0.0.1', '[::1]']) origins.add(`http://${name}:${port}`);
  }
  return origins;
}

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses a changing call that a browser sent for another site: `Sec-Fetch-Site` must be same-origin; a browser without
 * that header must send one of our origins. A call with neither is refused too.
 */
export function assertSameSite(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (!CHANGING.has(request.method)) return;
  const { 'sec-fetch-site': site, origin } = request.headers;
  const fine =
    site === undefined ? origin !== undefined && origins.has(origin) : site === 'same-origin';
  if (!fine) throw new AppError('forbidden-403');
}

/** Refuses several Host headers (Node itself requires one) and texts that no stored value may hold. */
export function assertReadable(request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || request.url.includes('%00')) throw new AppError('bad-fields-400');
}

/**
 * Returns the redirect of a request to a `www.` host: the configured address with path and query; null for any other
 * host.
 */
export function withoutWww(request: FastifyRequest, baseUrl: string): string | null {
  const host = request.headers.host?.toLowerCase();
  if (!host?.startsWith('www.')) return null;
  // An absolute or malformed target must not redirect to another site.
  const target = request.url.startsWith('/') ? request.url.replace(/^\/+/, '/') : '/';
  return baseUrl + target;
}

/**
 * Refuses a body that is not plain JSON (rows H9 to H15, H19) and normalises the type for the parser. The type ends at
 * the first semicolon; the rest is ignored.
 */
export function assertJson(request: FastifyRequest): void {
  assertType(request, JSON_TYPE);
}

/** Refuses a body that is not a browser form, like `assertJson` for JSON. */
export function assertForm(request: FastifyRequest): void {
  assertType(request, FORM_TYPE);
}

const JSON_TYPE = 'application/json';
/** Media type of the fields of a browser form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

function assertType(request: FastifyRequest, expected: string): void {
  const { 'content-type': given, 'content-encoding': encoding } = request.headers;
  const type = given
    ?.split(';', 1)[0]
    ?.replace(/^ +| +$/g, '')
    .toLowerCase();
  if (type !== expected || (encoding !== undefined && encoding !== 'identity')) {
    throw new AppError('media-type-415');
  }
  request.headers['content-type'] = expected;
}

/** Longest time for the body of a call without a file to arrive. */
const BODY_DEADLINE_MS = 3000;

/** Closes the connection of a caller whose body has not arrived in time. */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply): void {
  const timer = setTimeout(() => {
    request.raw.socket.destroy();
  }, BODY_DEADLINE_MS);
  const stop = (): void => clearTimeout(timer);
  request.raw.once('end', stop).once('close', stop);
  reply.raw.once('close', stop);
}
