import * as z from 'zod/mini';
import { ORDER_STATES, PRODUCTS, PURCHASES } from '../products.ts';
import { PROVIDER_NAMES } from '../providers.ts';
import { route } from '../route.ts';
import { inLanguages, time } from '../wire.ts';
import { textVersion } from './fields.ts';
import { noQuery } from './parameters.ts';

/** An amount of money with VAT: whole kuruş. */
export const kurus = z.int();
/** One of the products. */
export const product = z.enum(PRODUCTS);
/** The state of an order. */
export const orderState = z.enum(ORDER_STATES);
/** Error codes of a refused card. */
export const cardCode = z.enum([
  'card-holder-400',
  'card-date-400',
  'card-cvc-400',
  'card-number-400',
  'card-bad-fields-400',
]);

/** The checkbox of the agreement: the pay button appears after it; without it there is no order. */
const terms = z._default(z.boolean(), false).check(z.refine((yes) => yes, 'terms-field-400'));
/** The same checkbox as a browser form sends it. */
const tickedTerms = z
  ._default(z.string(), '')
  .check(z.refine((text) => text === 'true' || text === 'on', 'terms-field-400'));

/** Field names that look like card data, which must never arrive here. */
const CARD_FIELD = /card|cvc|cvv|pan$|expir|iban/i;

/** Returns the error code of unknown fields that look like card data, else undefined. */
function unknownField(issue: { readonly code?: string; readonly keys?: unknown }) {
  const keys = issue.code === 'unrecognized_keys' && Array.isArray(issue.keys) ? issue.keys : [];
  return keys.some((key) => CARD_FIELD.test(String(key))) ? 'card-bad-fields-400' : undefined;
}

const provider = z.strictObject({ provider: z.enum(PROVIDER_NAMES) });
/** The parameters that a provider adds to the return address. */
const returned = z.record(z.string(), z.string().check(z.maxLength(2000)));

const codes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403'] as const;
const buyCodes = [
  ...codes,
  'terms-field-400',
  'card-bad-fields-400',
  'card-holder-400',
  'card-date-400',
  'card-cvc-400',
  'card-number-400',
  'subscribed-403',
  'conflict-409',
] as const;

/** Address of the provider's hosted page. */
const page = z.object({ url: z.string() });

const returnRoute = {
  path: '/payment/return/:provider',
  access: 'signature',
  params: provider,
  reply: z.object({}),
  codes: ['bad-fields-400', 'not-found-404'],
} as const;

/**
 * Purchases. Only the provider handles card data. `PUT` calls take a header `Idempotency-Key` of at most 255
 * characters: for at least a day the same key with the same body gets the same reply, with another body `conflict-409`.
 */
export const paymentRoutes = {
  offers: route({
    method: 'GET',
    path: '/payment/offers',
    access: 'guest',
    summary: 'Products and prices, the payment provider, and the texts to accept',
    query: noQuery,
    reply: z.object({
      /** In the order of the products: three months, six months, lesson. */
      products: z.array(
        z.object({
          product,
          /** The price, VAT included. */
          amount: kurus,
          net: kurus,
          vat: kurus,
          /** End of a subscription that is paid now; null for the education, which has no end. */
          end: z.nullable(time),
        }),
      ),
      /** The present course. */
      course: z.object({
        /** Whether the owner sells it; otherwise an order gets `conflict-409`. */
        onSale: z.boolean(),
        /** The lessons in their order, and whether each has its video. */
        lessons: z.array(z.object({ title: inLanguages, hasVideo: z.boolean() })),
      }),
      currency: z.literal('TRY'),
      /** VAT in per cent. */
      vatRate: z.number(),
      /** Versions in force; a purchase sends that of the agreement. */
      agreement: z.string(),
      refund: z.string(),
      /** The payment provider; null without one, and then nothing can be bought. */
      provider: z.nullable(z.enum(PROVIDER_NAMES)),
    }),
    codes: ['bad-fields-400'],
  }),
  buySubscription: route({
    method: 'PUT',
    path: '/payment/subscribe',
    access: 'subscriptionBuyer',
    summary: 'Orders a subscription of three or six months and returns its payment page',
    body: z.strictObject(
      { type: z.union([z.literal(3), z.literal(6)]), terms, agreement: textVersion },
      { error: unknownField },
    ),
    reply: page,
    codes: [...buyCodes, 'has-lesson-403'],
  }),
  buyLesson: route({
    method: 'PUT',
    path: '/payment/education',
    access: 'lessonBuyer',
    summary: 'Orders the education and returns its payment page',
    body: z.strictObject({ terms, agreement: textVersion }, { error: unknownField }),
    reply: page,
    codes: buyCodes,
  }),
  buySubscriptionForm: route({
    method: 'POST',
    path: '/payment/subscribe',
    access: 'subscriptionBuyer',
    summary:
      'The same from a browser form: redirects to the page, or to the account with the outcome',
    bodyType: 'form',
    body: z.strictObject(
      { type: z.enum(['3', '6']), terms: tickedTerms, agreement: textVersion },
      { error: unknownField },
    ),
    reply: z.object({}),
    codes: ['unauthorized-401', 'forbidden-403', 'subscribed-403', 'has-lesson-403'],
  }),
  buyLessonForm: route({
    method: 'POST',
    path: '/payment/education',
    access: 'lessonBuyer',
    summary:
      'The same from a browser form: redirects to the page, or to the account with the outcome',
    bodyType: 'form',
    body: z.strictObject({ terms: tickedTerms, agreement: textVersion }, { error: unknownField }),
    reply: z.object({}),
    codes: ['unauthorized-401', 'forbidden-403', 'subscribed-403', 'conflict-409'],
  }),
  paymentReturn: route({
    ...returnRoute,
    method: 'GET',
    summary: 'The return address of the payment page; the outcome is looked up at the provider',
    query: returned,
  }),
  paymentReturnForm: route({
    ...returnRoute,
    method: 'POST',
    summary: 'The same for providers that return the browser with a form',
    bodyType: 'form',
    query: returned,
    body: returned,
  }),
  paymentWebhook: route({
    method: 'POST',
    path: '/payment/webhook/:provider',
    access: 'signature',
    summary: 'A signed notice of the provider; the outcome is looked up at the provider',
    params: provider,
    bodyType: 'raw',
    reply: z.object({}),
    codes: ['bad-fields-400', 'unauthorized-401', 'not-found-404', 'too-large-413'],
  }),
  subscription: route({
    method: 'GET',
    path: '/account/subscription',
    access: 'user',
    money: true,
    summary: "Start and end of the person's subscription",
    query: noQuery,
    reply: z.object({
      /** Start of the present uninterrupted subscription; both are null without one. */
      start: z.nullable(time),
      end: z.nullable(time),
    }),
    codes,
  }),
  latestOrder: route({
    method: 'GET',
    path: '/account/orders/latest',
    access: 'user',
    money: true,
    summary: "The person's newest order of one purchase, as its banner shows it; null without one",
    query: z.strictObject({ product: z.enum(PURCHASES) }),
    reply: z.nullable(
      z.object({
        /** Such as `RS-2026-000123`. */
        number: z.string(),
        product,
        amount: kurus,
        currency: z.string(),
        state: orderState,
        /** Code of the last refusal; null without one. */
        code: z.nullable(cardCode),
        created: time,
        paid: z.nullable(time),
        /** Start and end of its right; both null without one, `end` null for the education. */
        start: z.nullable(time),
        end: z.nullable(time),
      }),
    ),
    codes,
  }),
} as const;
