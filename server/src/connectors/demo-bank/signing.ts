import { createHmac, timingSafeEqual } from 'node:crypto';

/** Carries the signature of a call, a reply or a notice. */
export const SIGNATURE_HEADER = 'x-demo-bank-signature';

/** What is signed, so that a signature of one kind is worth nothing as another. */
type Kind = 'call' | 'reply' | 'notice';

/** HMAC-SHA-256 in hex over the kind, the path for calls and replies, and the bytes of the body as they travel. */
export function sign(secret: Buffer, kind: Kind, path: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${kind}\n${path}\n`).update(body).digest('hex');
}

/** Whether that is the signature, found out in constant time. */
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
