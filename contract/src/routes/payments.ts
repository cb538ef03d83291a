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
/** How an order stands. */
export const orderState = z.enum(ORDER_STATES);
/** Why a payment was refused last. */
export const cardCode = z.enum([
  'card-holder-400',
  'card-date-400',
  'card-cvc-400',
  'card-number-400',
  'card-bad-fields-400',
]);

/** The agreement must be ticked before the pay button appears; without it there is no order. */
const terms = z._default(z.boolean(), false).check(z.refine((yes) => yes, 'terms-field-400'));
/** The same tick as a browser form sends it. */
const tickedTerms = z
  ._default(z.string(), '')
  .check(z.refine((text) => text === 'true' || text === 'on', 'terms-field-400'));

/** Names under which somebody might send a card; nothing of one may ever come here. */
const CARD_FIELD = /card|cvc|cvv|pan$|expir|iban/i;

/** Says of fields that are not asked for whether they look like a card's. */
function unknownField(issue: { readonly code?: string; readonly keys?: unknown }) {
  const keys = issue.code === 'unrecognized_keys' && Array.isArray(issue.keys) ? issue.keys : [];
  return keys.some((key) => CARD_FIELD.test(String(key))) ? 'card-bad-fields-400' : undefined;
}

const provider = z.strictObject({ provider: z.enum(PROVIDER_NAMES) });
/** What a provider adds to the address that it leads the browser back to. */
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

/** Where the provider's hosted page is. */
const page = z.object({ url: z.string() });

const returnRoute = {
  path: '/payment/return/:provider',
  access: 'signature',
  params: provider,
  reply: z.object({}),
  codes: ['bad-fields-400', 'not-found-404'],
} as const;

/**
 * Buying. Card data is the provider's alone. `PUT` calls take a header `Idempotency-Key` of at most 255 characters: the
 * same key with the same body is answered the same for at least a day, with another body `conflict-409`.
 */
export const paymentRoutes = {
  offers: route({
    method: 'GET',
    path: '/payment/offers',
    access: 'guest',
    summary: 'What is sold at which price, by whom it is paid, and which texts are agreed to',
    query: noQuery,
    reply: z.object({
      /** In the order of the products: three months, six months, lesson. */
      products: z.array(
        z.object({
          product,
          /** What is paid, VAT included. */
          amount: kurus,
          net: kurus,
          vat: kurus,
          /** When a subscription that is paid now would end; null for what has no end. */
          end: z.nullable(time),
        }),
      ),
      /** The course as it is today. */
      course: z.object({
        /** Whether the owner sells it; while not, `conflict-409` answers who orders it. */
        onSale: z.boolean(),
        /** The lessons in their order, and whether each has its video. */
        lessons: z.array(z.object({ title: inLanguages, hasVideo: z.boolean() })),
      }),
      currency: z.literal('TRY'),
      /** VAT in per cent. */
      vatRate: z.number(),
      /** Versions in force; the agreement's is sent with a purchase. */
      agreement: z.string(),
      refund: z.string(),
      /** Who takes the payment; null where nobody does, and nothing can be bought. */
      provider: z.nullable(z.enum(PROVIDER_NAMES)),
    }),
    codes: ['bad-fields-400'],
  }),
  buySubscription: route({
    method: 'PUT',
    path: '/payment/subscribe',
    access: 'subscriptionBuyer',
    summary:
      'Orders a subscription of three or six months and answers the page on which it is paid',
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
    summary: 'Orders the education and answers the page on which it is paid',
    body: z.strictObject({ terms, agreement: textVersion }, { error: unknownField }),
    reply: page,
    codes: buyCodes,
  }),
  buySubscriptionForm: route({
    method: 'POST',
    path: '/payment/subscribe',
    access: 'subscriptionBuyer',
    summary:
      'The same from a browser form: leads to the page, or back to the account with the outcome',
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
      'The same from a browser form: leads to the page, or back to the account with the outcome',
    bodyType: 'form',
    body: z.strictObject({ terms: tickedTerms, agreement: textVersion }, { error: unknownField }),
    reply: z.object({}),
    codes: ['unauthorized-401', 'forbidden-403', 'subscribed-403', 'conflict-409'],
  }),
  paymentReturn: route({
    ...returnRoute,
    method: 'GET',
    summary: 'Where a browser comes back from the page; what happened is looked up at the provider',
    query: returned,
  }),
  paymentReturnForm: route({
    ...returnRoute,
    method: 'POST',
    summary: 'The same for providers that send the browser back with a form',
    bodyType: 'form',
    query: returned,
    body: returned,
  }),
  paymentWebhook: route({
    method: 'POST',
    path: '/payment/webhook/:provider',
    access: 'signature',
    summary: 'What the provider says by itself, proved by its signature; what is true is looked up',
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
    summary: 'From when until when the person is subscribed',
    query: noQuery,
    reply: z.object({
      /** Begin of the time that runs now without a gap; both are null without a subscription. */
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
        /** Why the last payment was refused; null when none was. */
        code: z.nullable(cardCode),
        created: time,
        paid: z.nullable(time),
        /** What was given for it; both are null while nothing was, and `end` for what has no end. */
        start: z.nullable(time),
        end: z.nullable(time),
      }),
    ),
    codes,
  }),
} as const;
