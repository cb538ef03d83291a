import { createHmac, timingSafeEqual } from 'node:crypto';

function hmac(secretKey: string, text: string): string {
  return createHmac('sha256', secretKey).update(text).digest('hex');
}

/** Input of a request's signature. */
export interface SignedRequest {
  readonly apiKey: string;
  readonly secretKey: string;
  /** Random text, new for each request; also sent as `x-iyzi-rnd`. */
  readonly random: string;
  /** Path without host and query. */
  readonly path: string;
  /** Body as sent; empty without one. */
  readonly body: string;
}

/**
 * Returns the `Authorization` header of a request, scheme IYZWSv2
 * (https://docs.iyzico.com/en/getting-started/preliminaries/authentication/hmacsha256-auth).
 */
export function signRequest({ apiKey, secretKey, random, path, body }: SignedRequest): string {
  const signature = hmac(secretKey, random + path + body);
  const parts = `apiKey:${apiKey}&randomKey:${random}&signature:${signature}`;
  return `IYZWSv2 ${Buffer.from(parts).toString('base64')}`;
}

/**
 * Computes the signature that a reply must carry over these fields, in the order that its endpoint names
 * (https://docs.iyzico.com/en/advanced/response-signature-validation). Amounts must pass through `signedAmount`.
 */
export function signReply(secretKey: string, fields: readonly string[]): string {
  return hmac(secretKey, fields.join(':'));
}

/** Returns an amount as replies sign it: without trailing zeros, `10.50` as `10.5`, `10.0` as `10`. */
export function signedAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** Signed fields of a notice about a hosted page. */
export interface SignedNotice {
  readonly iyziEventType: string;
  readonly iyziPaymentId: string;
  readonly token: string;
  readonly paymentConversationId: string;
  readonly status: string;
}

/**
 * Computes the header `X-IYZ-SIGNATURE-V3` of a notice, hosted page format
 * (https://docs.iyzico.com/en/advanced/webhook).
 */
export function signNotice(secretKey: string, notice: SignedNotice): string {
  const { iyziEventType, iyziPaymentId, token, paymentConversationId, status } = notice;
  return hmac(
    secretKey,
    secretKey + iyziEventType + iyziPaymentId + token + paymentConversationId + status,
  );
}

/** Returns whether two signatures are equal. The comparison takes constant time. */
export function isSameSignature(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
