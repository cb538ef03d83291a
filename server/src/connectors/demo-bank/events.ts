import { LANGUAGES } from '@rasat/contract';
import * as z from 'zod/mini';

// What the journal holds. Nothing of a card is in it: which card was used is an `ending` alone.

const time = z.int();
const token = z.string();
/** The codes with which a card is refused. */
export const cardCode = z.enum([
  'card-holder-400',
  'card-date-400',
  'card-cvc-400',
  'card-number-400',
  'card-bad-fields-400',
]);
const ending = z.enum(['paid', 'silent', 'repeated', 'lost', 'kept', 'unconfirmed']);

/** What a shop asks to be paid. */
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

/** One event; `atMs` is when it happened. */
export const event = z.discriminatedUnion('type', [
  /** The first line. */
  z.strictObject({ type: z.literal('journal'), version: z.literal(1) }),
  z.extend(order, { type: z.literal('opened'), token, atMs: time, expiresAtMs: time }),
  z.strictObject({ type: z.literal('refused'), token, code: cardCode, atMs: time }),
  /** The card is good, and its owner is asked for this code. */
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
  /** The shop has taken the notice. */
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
