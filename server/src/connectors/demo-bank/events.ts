import { LANGUAGES } from '@rasat/contract';
import * as z from 'zod/mini';

// The events of the journal. They hold no card data: an `ending` is all that is kept of the card.

const time = z.int();
const token = z.string();
/** Codes for refusing a card. */
export const cardCode = z.enum([
  'card-holder-400',
  'card-date-400',
  'card-cvc-400',
  'card-number-400',
  'card-bad-fields-400',
]);
const ending = z.enum(['paid', 'silent', 'repeated', 'lost', 'kept', 'unconfirmed']);

/** A shop's order for a payment. */
export const order = z.strictObject({
  attemptId: z.string().check(z.minLength(1), z.maxLength(100)),
  orderNumber: z.string().check(z.minLength(1), z.maxLength(100)),
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  amountKurus: z.int().check(z.positive()),
  currency: z.literal('TRY'),
  language: z.enum(LANGUAGES),
  returnUrl: z.url({ protocol: /^https?$/ }),
});
/** A parsed `order`. */
export type Order = z.infer<typeof order>;

/** One event; `atMs` is its time. */
export const event = z.discriminatedUnion('type', [
  /** First line of the journal. */
  z.strictObject({ type: z.literal('journal'), version: z.literal(1) }),
  z.extend(order, { type: z.literal('opened'), token, atMs: time, expiresAtMs: time }),
  z.strictObject({ type: z.literal('refused'), token, code: cardCode, atMs: time }),
  /** The card is valid, and its owner has to enter this code. */
  z.strictObject({
    type: z.literal('challenged'),
    token,
    code: z.string(),
    ending,
    atMs: time,
  }),
  z.strictObject({
    type: z.literal('captured'),
    token,
    paymentId: z.string(),
    ending,
    atMs: time,
  }),
  /** The shop has accepted the notice. */
  z.strictObject({ type: z.literal('noticed'), token, atMs: time }),
  z.strictObject({
    type: z.literal('refunded'),
    paymentId: z.string(),
    refundId: z.string(),
    amountKurus: z.int(),
    atMs: time,
  }),
]);
/** A parsed `event`. */
export type BankEvent = z.infer<typeof event>;
