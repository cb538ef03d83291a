import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from './app-error.ts';
import type { Keys } from './keys.ts';

/** What makes an address prove itself: until when it holds, and the signature over that and what it is about. */
export interface Signature {
  /** UTC epoch milliseconds. */
  readonly expires: string;
  readonly signature: string;
}

/**
 * Signs an address for one purpose, such as `upload`, until `expiresAtMs`. `parts` is what the address is about, in an
 * order of its own; the check must name the same ones. Answers the query fields that the address then carries.
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

/** Throws `forbidden-403` when the signature is not the one of these parts, or no longer holds. */
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
  // As JSON, so that no two lists of parts are written alike.
  return createHmac('sha256', keys.derive(`address.${purpose}`))
    .update(JSON.stringify([expires, ...parts]))
    .digest();
}
