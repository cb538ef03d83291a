import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from './app-error.ts';
import type { Keys } from './keys.ts';

/** Query fields that authorize an address: its expiry, and the signature over the expiry and the subject. */
export interface Signature {
  /** UTC epoch milliseconds. */
  readonly expires: string;
  readonly signature: string;
}

/**
 * Signs an address for one purpose, such as `upload`, until `expiresAtMs`. `parts` is the subject of the address, in a
 * fixed order; the check must pass the same parts. Returns the query fields that the address then carries.
 */
export function signAddress(
  keys: Keys,
  purpose: string,
  parts: readonly string[],
  expiresAtMs: number,
): Signature {
  const expires = String(expiresAtMs);
  return { expires, signature: sign(keys, purpose, parts, expires).toString('base64url') };
}

/** Throws `forbidden-403` when the signature does not match these parts or has expired. */
export function checkAddress(
  keys: Keys,
  purpose: string,
  parts: readonly string[],
  given: Signature,
  nowMs: number,
): void {
  const expected = sign(keys, purpose, parts, given.expires);
  const signature = Buffer.from(given.signature, 'base64url');
  // Another spelling of the same bytes would be another address with the same right.
  const same =
    signature.length === expected.length &&
    timingSafeEqual(signature, expected) &&
    signature.toString('base64url') === given.signature;
  if (!same || Number(given.expires) <= nowMs) throw new AppError('forbidden-403');
}

function sign(keys: Keys, purpose: string, parts: readonly string[], expires: string): Buffer {
  // As JSON, so that different lists of parts never give the same text.
  return createHmac('sha256', keys.derive(`address.${purpose}`))
    .update(JSON.stringify([expires, ...parts]))
    .digest();
}
