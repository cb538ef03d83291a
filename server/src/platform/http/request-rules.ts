import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** The origins from which the site's own pages call. */
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
 * Refuses a changing call that another site made a browser send: `Sec-Fetch-Site` must say same-origin; a browser
 * without it must name one of our origins. A call with neither is refused too.
 */
export function assertSameSite(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (!CHANGING.has(request.method)) return;
  const { 'sec-fetch-site': site, origin } = request.headers;
  const fine =
    site === undefined ? origin !== undefined && origins.has(origin) : site === 'same-origin';
  if (!fine) throw new AppError('forbidden-403');
}

/** Refuses two Host headers (one alone Node asks for itself) and texts that no stored value may hold. */
export function assertReadable(request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || request.url.includes('%00')) throw new AppError('bad-fields-400');
}

/** Where a request to a `www.` host belongs: the configured address with path and query; null for any other host. */
export function withoutWww(request: FastifyRequest, baseUrl: string): string | null {
  const host = request.headers.host?.toLowerCase();
  if (!host?.startsWith('www.')) return null;
  // An absolute or odd target must not lead anywhere else.
  const target = request.url.startsWith('/') ? request.url.replace(/^\/+/, '/') : '/';
  return baseUrl + target;
}

/**
 * Refuses a body that is not plain JSON (rows H9 to H15, H19) and writes the type as the parser knows it. The type
 * ends at the first semicolon; what follows is not looked at.
 */
export function assertJson(request: FastifyRequest): void {
  assertType(request, JSON_TYPE);
}

/** Refuses a body that is not the fields of a browser form, as `assertJson` refuses what is not JSON. */
export function assertForm(request: FastifyRequest): void {
  assertType(request, FORM_TYPE);
}

const JSON_TYPE = 'application/json';
/** How a browser writes the fields of a form. */
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

/** How long the body of a call that brings no file may take to arrive. */
const BODY_DEADLINE_MS = 3000;

/** Ends the connection of a caller whose body has not arrived in time. */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply): void {
  const timer = setTimeout(() => {
    request.raw.socket.destroy();
  }, BODY_DEADLINE_MS);
  const stop = (): void => clearTimeout(timer);
  request.raw.once('end', stop).once('close', stop);
  reply.raw.once('close', stop);
}
