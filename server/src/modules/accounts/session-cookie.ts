import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS } from '@rasat/contract';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Returns a fresh token. Its bearer is signed in as the person. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** On https the name promises a browser that no other host has set it. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-sid' : 'sid';
}

/** The token that a request carries: null when it has none, an empty text when what it carries is no token. */
export function readSessionToken(headers: IncomingHttpHeaders, baseUrl: string): string | null {
  const name = `${cookieName(baseUrl)}=`;
  const entry = (headers.cookie ?? '').split(/; */).find((one) => one.startsWith(name));
  if (entry === undefined) return null;
  const token = entry.slice(name.length);
  return TOKEN.test(token) ? token : '';
}

/** The Set-Cookie value that gives a browser its token, for seven days; null takes it away. */
export function sessionCookie(token: string | null, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const seconds = token === null ? 0 : LIMITS.sessionSeconds;
  return `${cookieName(baseUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
