import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS } from '@rasat/contract';
import type { Keys } from '../../platform/keys.ts';

/** Device name of 128 bits in base64url, one for each person who signs in with the browser. */
const NAME = /^[A-Za-z0-9_-]{22}$/;
const SEPARATOR = '.';

/** Returns a new device name for one person. */
export function newDeviceName(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns the name of the cookie. On https, the `__Host-` prefix guarantees that no other host has set it. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-device' : 'device';
}

function sign(keys: Pick<Keys, 'derive'>, names: string): string {
  return createHmac('sha256', keys.derive('accounts.device')).update(names).digest('base64url');
}

/** Returns the device names of a request, the last used first; empty without a cookie or with an invalid signature. */
export function readDeviceNames(
  keys: Pick<Keys, 'derive'>,
  headers: IncomingHttpHeaders,
  baseUrl: string,
): readonly string[] {
  const prefix = `${cookieName(baseUrl)}=`;
  const entry = (headers.cookie ?? '').split(/; */).find((one) => one.startsWith(prefix));
  const parts = entry?.slice(prefix.length).split(SEPARATOR) ?? [];
  const signature = Buffer.from(parts.pop() ?? '');
  if (parts.length === 0 || parts.length > LIMITS.devicePeople) return [];
  if (!parts.every((name) => NAME.test(name))) return [];
  const ours = Buffer.from(sign(keys, parts.join(SEPARATOR)));
  return signature.length === ours.length && timingSafeEqual(signature, ours) ? parts : [];
}

/**
 * Returns the Set-Cookie value that keeps device names in a browser for a year, those of the people who used it last.
 */
export function deviceCookie(
  keys: Pick<Keys, 'derive'>,
  names: readonly string[],
  baseUrl: string,
): string {
  const kept = names.slice(0, LIMITS.devicePeople).join(SEPARATOR);
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(baseUrl)}=${kept}${SEPARATOR}${sign(keys, kept)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIMITS.deviceSeconds}${secure}`;
}
