import { createHmac, timingSafeEqual } from 'node:crypto';

function hmac(secretKey: string, text: string): string {
  return createHmac('sha256', secretKey).update(text).digest('hex');
}

/** What a request is signed over. */
export interface SignedRequest {
  readonly apiKey: string;
  readonly secretKey: string;
  /** Fresh for each request; travels as `x-iyzi-rnd` too. */
  readonly random: string;
  /** Without host and query. */
  readonly path: string;
  /** As it is sent; empty without one. */
  readonly body: string;
}

/**
 * The `Authorization` of a request, scheme IYZWSv2
 * (https://docs.iyzico.com/en/getting-started/preliminaries/authentication/hmacsha256-auth).
 */
export function signRequest({ apiKey, secretKey, random, path, body }: SignedRequest): string {
  const signature = hmac(secretKey, random + path + body);
  const parts = `apiKey:${apiKey}&randomKey:${random}&signature:${signature}`;
  return `IYZWSv2 ${Buffer.from(parts).toString('base64')}`;
}

/**
 * The signature that a reply must carry over these fields, in the order that its endpoint names
 * (https://docs.iyzico.com/en/advanced/response-signature-validation). Amounts come through `signedAmount`.
 */
export function signReply(secretKey: string, fields: readonly string[]): string {
  return hmac(secretKey, fields.join(':'));
}

/** An amount as replies sign it: without the zeros at its end, `10.50` as `10.5`, `10.0` as `10`. */
export function signedAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** What a notice about a hosted page is signed over. */
export interface SignedNotice {
  readonly iyziEventType: string;
  readonly iyziPaymentId: string;
  readonly token: string;
  readonly paymentConversationId: string;
  readonly status: string;
}

/** The header `X-IYZ-SIGNATURE-V3` of a notice, hosted page format (https://docs.iyzico.com/en/advanced/webhook). */
export function signNotice(secretKey: string, notice: SignedNotice): string {
  const { iyziEventType, iyziPaymentId, token, paymentConversationId, status } = notice;
  return hmac(
    secretKey,
    secretKey + iyziEventType + iyziPaymentId + token + paymentConversationId + status,
  );
}

/** Whether two signatures are the same, found out in a time that tells nothing about where they differ. */
export function isSameSignature(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
