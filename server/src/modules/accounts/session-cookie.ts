import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS } from '@rasat/contract';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new token. A client that sends it is signed in as the person. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of a token, which the database stores. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the name of the cookie. On https, the `__Host-` prefix guarantees that no other host has set it. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-sid' : 'sid';
}

/** Returns the token of a request: null without a cookie, an empty text when the cookie's value is not a token. */
export function readSessionToken(headers: IncomingHttpHeaders, baseUrl: string): string | null {
  const name = `${cookieName(baseUrl)}=`;
  const entry = (headers.cookie ?? '').split(/; */).find((one) => one.startsWith(name));
  if (entry === undefined) return null;
  const token = entry.slice(name.length);
  return TOKEN.test(token) ? token : '';
}

/** Returns the Set-Cookie value that gives a browser its token for seven days; null deletes the cookie. */
export function sessionCookie(token: string | null, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const seconds = token === null ? 0 : LIMITS.sessionSeconds;
  return `${cookieName(baseUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
