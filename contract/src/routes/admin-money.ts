import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { INVOICE_KINDS, PRODUCTS } from '../products.ts';
import { PROVIDER_NAMES } from '../providers.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { adminCodes, code, cursor, freshCodeCodes, reason, search } from './admin-fields.ts';
import { done } from './fields.ts';
import { cardCode, kurus, orderState, product } from './payments.ts';

/** The buyer; null when the account is gone. */
const buyer = z.nullable(
  z.object({ uid: z.string(), name: z.string(), surname: z.string(), email: z.string() }),
);

/** An order in the list. */
export const adminOrder = z.object({
  number: z.string(),
  person: buyer,
  product,
  amount: kurus,
  currency: z.string(),
  state: orderState,
  provider: z.enum(PROVIDER_NAMES),
  created: time,
  paid: z.nullable(time),
});

/** One run of the reconciliation. */
export const adminReconciliation = z.object({
  id: z.int(),
  started: time,
  /** Null while it runs, and for a run that was interrupted. */
  finished: z.nullable(time),
  /** Whether it is running; false for a run that was interrupted. */
  running: z.boolean(),
  /** Orders that were looked up, how many of them changed, and look-ups without an answer. */
  checked: z.int(),
  changed: z.int(),
  unanswered: z.int(),
  /** Result of the comparison with the provider's list; null for a run without a complete comparison. */
  compared: z.nullable(
    z.object({
      /** Lines of the list. */
      lines: z.int(),
      /** New reviews. */
      found: z.int(),
    }),
  ),
  /** Whether the provider's list could not be read to its end. */
  listFailed: z.boolean(),
});

/**
 * The kinds of reviews: money questions for a person, besides orders under review. `stray`: a signed notice about a
 * page that is not ours. From the provider's list: `unknown-charge` and `unknown-refund` are not in our tables;
 * `refunded-there` was refunded in full in the provider's panel and is recorded here; `partly-refunded`; `chargeback`;
 * `amount` differs from ours; `unreadable` is a line that cannot be read; `missing-charge` and `missing-refund` are in
 * our tables alone. `surplus-kept`: a second payment of an order that is not refunded automatically.
 */
export const REVIEW_KINDS = [
  'stray',
  'unknown-charge',
  'unknown-refund',
  'refunded-there',
  'partly-refunded',
  'chargeback',
  'amount',
  'missing-charge',
  'missing-refund',
  'unreadable',
  'surplus-kept',
] as const;

/** A review: a money question for a person. */
export const adminReview = z.object({
  id: z.int(),
  kind: z.enum(REVIEW_KINDS),
  provider: z.enum(PROVIDER_NAMES),
  found: time,
  /** Number of its order; null when no order of ours is concerned. */
  order: z.nullable(z.string()),
  /** The provider's id of the payment. */
  payment: z.nullable(z.string()),
  /** Amount by the provider; null when missing or unreadable. */
  amount: z.nullable(kurus),
  currency: z.nullable(z.string()),
  /** Amount by our tables; null when unknown. */
  ours: z.nullable(kurus),
  /** The provider's word for it; for an unreadable amount, the amount as written. */
  word: z.nullable(z.string()),
  /** The last characters of a token that is not ours. */
  token: z.nullable(z.string()),
  /** The day of the provider's list, `YYYY-MM-DD`. */
  day: z.nullable(z.string()),
  /** Null while it waits for a person. */
  closed: z.nullable(z.object({ at: time, by: z.string(), note: z.string() })),
});
/** A parsed `adminReview`. */
export type AdminReview = z.infer<typeof adminReview>;

const orderParams = z.strictObject({ number: z.string().check(z.regex(/^RS-\d{4}-\d{6,12}$/)) });
const orderCodes = [...adminCodes, 'not-found-404'] as const;

/** Orders, refunds, the reconciliation and prices. */
export const adminMoneyRoutes = {
  adminOrders: route({
    method: 'GET',
    path: '/admin/orders',
    access: 'admin',
    summary: 'Orders, the newest first, 50 at a time',
    query: z.strictObject({
      /** An order number or the end of one, or a search for a person. */
      search,
      state: z.optional(orderState),
      after: cursor,
    }),
    reply: z.object({ orders: z.array(adminOrder), next: z.nullable(z.string()) }),
    codes: adminCodes,
  }),
  adminOrder: route({
    method: 'GET',
    path: '/admin/orders/:number',
    access: 'admin',
    summary: 'One order with all its events',
    params: orderParams,
    query: z.strictObject({}),
    reply: z.object({
      ...adminOrder.shape,
      net: kurus,
      vat: kurus,
      vatRate: z.number(),
      /** Versions of the accepted texts. */
      agreement: z.string(),
      refundTerms: z.string(),
      /** The grant of the order; `end` is null for a right without an end. */
      grant: z.nullable(z.object({ start: time, end: z.nullable(time), ended: z.nullable(time) })),
      /** The oldest first; `live`: it can be paid; `dead`: it can no longer be paid. */
      attempts: z.array(
        z.object({
          id: z.string(),
          began: time,
          state: z.enum(['opening', 'live', 'unknown', 'dead', 'captured']),
          /** Code of the last card refusal. */
          code: z.nullable(cardCode),
          /** When the provider last reported on it. */
          seen: time,
        }),
      ),
      /** Captured payments. `misfit` does not fit the order; `surplus` came after the order was paid. */
      payments: z.array(
        z.object({
          /** The provider's id. */
          id: z.string(),
          at: time,
          amount: kurus,
          currency: z.string(),
          role: z.enum(['pays', 'misfit', 'surplus']),
          /** An unreadable amount as the provider wrote it; `amount` is then 0. */
          unreadable: z.nullable(z.string()),
        }),
      ),
      /** Payments that the provider also names for another order, without a decision yet. */
      contested: z.array(z.object({ payment: z.string(), other: z.string() })),
      /** All events, the oldest first. */
      events: z.array(
        z.object({
          id: z.int(),
          at: time,
          /** Such as `page-opened`, `captured` or `refund-done`. */
          kind: z.string(),
          /** Further details; no card data. */
          detail: z.record(z.string(), z.unknown()),
        }),
      ),
      refunds: z.array(
        z.object({
          id: z.string(),
          begun: time,
          reason: z.string(),
          amount: kurus,
          /** Public id of the administrator; null when the product decided. */
          by: z.nullable(z.string()),
          /** The provider's panel, or by hand; null for a refund by this product. */
          where: z.nullable(z.enum(['provider', 'hand'])),
          /** `asked`: the provider has not confirmed it. `refused`: the provider refuses. */
          state: z.enum(['asked', 'refused', 'done']),
          done: z.nullable(time),
        }),
      ),
      invoices: z.array(z.object({ number: z.string(), kind: z.enum(INVOICE_KINDS), date: time })),
      /** Whether the provider can refund it now. */
      refundable: z.boolean(),
      /** Whether it can be recorded as refunded by hand. */
      returnable: z.boolean(),
    }),
    codes: orderCodes,
  }),
  adminRefund: route({
    method: 'POST',
    path: '/admin/orders/:number/refund',
    access: 'admin',
    summary:
      'Ends the right of a paid order and refunds it; without an answer of the provider the refund is retried',
    params: orderParams,
    body: z.strictObject({ reason, code }),
    /** State of the order: `refunded`, or `refunding` until the provider confirms. */
    reply: z.object({ state: orderState }),
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminReturnOrder: route({
    method: 'POST',
    path: '/admin/orders/:number/returned',
    access: 'admin',
    summary:
      'Records a refund outside of this product: ends the right of the order and writes the credit note',
    params: orderParams,
    body: z.strictObject({ reason, code }),
    /** Current state of the order. */
    reply: z.object({ state: orderState }),
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminCloseOrder: route({
    method: 'POST',
    path: '/admin/orders/:number/close',
    access: 'admin',
    summary: 'Closes the review of a payment that the provider also names for another order',
    params: orderParams,
    body: z.strictObject({ reason, code }),
    /** State of the order: unchanged, or expired when it has no payment of its own. */
    reply: z.object({ state: orderState }),
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminReviews: route({
    method: 'GET',
    path: '/admin/reviews',
    access: 'admin',
    summary: 'Reviews: money questions besides orders, the newest first, 50 at a time',
    query: z.strictObject({
      /** Waiting or closed reviews. Default `open`. */
      which: z.optional(z.enum(['open', 'closed'])),
      after: cursor,
    }),
    reply: z.object({ reviews: z.array(adminReview), next: z.nullable(z.string()) }),
    codes: adminCodes,
  }),
  adminCloseReview: route({
    method: 'POST',
    path: '/admin/reviews/:id/close',
    access: 'admin',
    summary: 'Closes a review with a note; nothing else changes',
    params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({ reason, code }),
    reply: done,
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminReconciliations: route({
    method: 'GET',
    path: '/admin/reconciliations',
    access: 'admin',
    summary: 'Runs of the reconciliation with the provider, the newest first, 50 at a time',
    query: z.strictObject({ after: cursor }),
    reply: z.object({ runs: z.array(adminReconciliation), next: z.nullable(z.string()) }),
    codes: adminCodes,
  }),
  adminReconcile: route({
    method: 'POST',
    path: '/admin/reconciliations',
    access: 'admin',
    summary:
      'Starts a run, which continues after the reply. A run that is already under way is a conflict',
    body: z.strictObject({}),
    reply: done,
    codes: [...adminCodes, 'conflict-409'],
  }),
  adminPrices: route({
    method: 'GET',
    path: '/admin/prices',
    access: 'admin',
    summary: 'What each product costs now and later, and every change, the newest first',
    query: z.strictObject({ after: cursor }),
    reply: z.object({
      /** In the order of the products. */
      products: z.array(
        z.object({
          product,
          /** VAT included. */
          amount: kurus,
          from: time,
          /** The scheduled price. */
          next: z.nullable(z.object({ amount: kurus, from: time })),
        }),
      ),
      changes: z.array(
        z.object({
          id: z.int(),
          product,
          amount: kurus,
          /** The previous price; null for the first. */
          previous: z.nullable(kurus),
          from: time,
          set: time,
          /** Administrator who set it; null for the first prices, which come from the settings. */
          by: z.nullable(
            z.object({
              uid: z.string(),
              name: z.nullable(z.string()),
              surname: z.nullable(z.string()),
            }),
          ),
        }),
      ),
      next: z.nullable(z.string()),
      serverTime: time,
    }),
    codes: adminCodes,
  }),
  adminSetPrices: route({
    method: 'POST',
    path: '/admin/prices',
    access: 'admin',
    summary: 'Sets prices, now or from a later time; existing orders keep theirs',
    body: z.strictObject({
      /** One for each product at most. */
      changes: z
        .array(
          z.strictObject({
            product,
            amount: kurus.check(z.minimum(LIMITS.priceMinKurus), z.maximum(LIMITS.priceMaxKurus)),
          }),
        )
        .check(z.minLength(1), z.maxLength(PRODUCTS.length)),
      /** Start of the price, at most a year ahead; null is now. */
      from: z.nullable(z.int().check(z.minimum(0))),
      code,
    }),
    reply: done,
    codes: [...freshCodeCodes, 'conflict-409'],
  }),
  adminSetCourseSale: route({
    method: 'POST',
    path: '/admin/course-sale',
    access: 'admin',
    summary: 'Puts the course on sale or takes it off; `conflict-409` without a change',
    body: z.strictObject({ onSale: z.boolean(), code }),
    reply: done,
    codes: [...freshCodeCodes, 'conflict-409'],
  }),
} as const;
