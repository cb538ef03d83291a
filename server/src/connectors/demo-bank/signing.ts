import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header with the signature of a call, a reply or a notice. */
export const SIGNATURE_HEADER = 'x-demo-bank-signature';

/** Kind of the signed message; a signature of one kind is invalid for another. */
type Kind = 'call' | 'reply' | 'notice';

/**
 * Computes the HMAC-SHA-256 in hex over the kind, the path for calls and replies, and the bytes of the body as sent.
 */
export function sign(secret: Buffer, kind: Kind, path: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${kind}\n${path}\n`).update(body).digest('hex');
}

/** Returns whether the signature matches, compared in constant time. */
export function isSigned(
  secret: Buffer,
  kind: Kind,
  path: string,
  body: Buffer,
  given: unknown,
): boolean {
  const expected = Buffer.from(sign(secret, kind, path, body));
  const offered = Buffer.from(typeof given === 'string' ? given : '');
  return offered.length === expected.length && timingSafeEqual(offered, expected);
}
