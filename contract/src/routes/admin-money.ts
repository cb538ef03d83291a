import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { INVOICE_KINDS, PRODUCTS } from '../products.ts';
import { PROVIDER_NAMES } from '../providers.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { adminCodes, code, cursor, freshCodeCodes, reason, search } from './admin-fields.ts';
import { done } from './fields.ts';
import { cardCode, kurus, orderState, product } from './payments.ts';

/** Who ordered; null when the account is gone. */
const buyer = z.nullable(
  z.object({ uid: z.string(), name: z.string(), surname: z.string(), email: z.string() }),
);

/** An order as the list shows it. */
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
  /** Null while it runs, and for one that was cut off. */
  finished: z.nullable(time),
  /** Whether it is under way. One that was cut off is not. */
  running: z.boolean(),
  /** Orders that were looked up, how many of them stand otherwise since, and look-ups without an answer. */
  checked: z.int(),
  changed: z.int(),
  unanswered: z.int(),
  /** What came of comparing with the provider's list; null for a run that did not, or could not to its end. */
  compared: z.nullable(
    z.object({
      /** Lines of the list. */
      lines: z.int(),
      /** Reviews that were found. */
      found: z.int(),
    }),
  ),
  /** Whether the provider's list could not be read to its end. */
  listFailed: z.boolean(),
});

/**
 * What a person has to look at about money besides orders under review. `stray`: a signed notice of a page that is not
 * ours. From the provider's list: `unknown-charge`, `unknown-refund`, money of which we know nothing; `refunded-there`, a
 * whole payment that went back in the provider's panel and is booked; `partly-refunded`, `chargeback`; `amount`, charged
 * otherwise than we know; `unreadable`, a line that cannot be read; `missing-charge`, `missing-refund`, what we know and
 * the list does not have. `surplus-kept`: a second payment of an order that does not go back by itself.
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

/** Something that a person has to look at. */
export const adminReview = z.object({
  id: z.int(),
  kind: z.enum(REVIEW_KINDS),
  provider: z.enum(PROVIDER_NAMES),
  found: time,
  /** Number of the order that it is about; null where none of ours is. */
  order: z.nullable(z.string()),
  /** The payment, as the provider calls it. */
  payment: z.nullable(z.string()),
  /** What the provider says; null where it says none, or none that can be read. */
  amount: z.nullable(kurus),
  currency: z.nullable(z.string()),
  /** What we know of the same money; null where we know nothing. */
  ours: z.nullable(kurus),
  /** The provider's word for it; of an amount that cannot be read, the amount as it was written. */
  word: z.nullable(z.string()),
  /** The end of a token that is not ours. */
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
      /** An order number or a part of its end, or what a person is found by. */
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
    summary: 'One order with everything that happened to it',
    params: orderParams,
    query: z.strictObject({}),
    reply: z.object({
      ...adminOrder.shape,
      net: kurus,
      vat: kurus,
      vatRate: z.number(),
      /** Versions of the texts that were agreed to. */
      agreement: z.string(),
      refundTerms: z.string(),
      /** What was given for it; `end` is null for what has none. */
      grant: z.nullable(z.object({ start: time, end: z.nullable(time), ended: z.nullable(time) })),
      /** The oldest first; `live`: it may be paid, `dead`: it cannot be any more. */
      attempts: z.array(
        z.object({
          id: z.string(),
          began: time,
          state: z.enum(['opening', 'live', 'unknown', 'dead', 'captured']),
          /** Why a card was refused last. */
          code: z.nullable(cardCode),
          /** When the provider said something about it last. */
          seen: time,
        }),
      ),
      /** Money that was taken. `misfit` does not fit the order, `surplus` came when it was paid already. */
      payments: z.array(
        z.object({
          /** As the provider calls it. */
          id: z.string(),
          at: time,
          amount: kurus,
          currency: z.string(),
          role: z.enum(['pays', 'misfit', 'surplus']),
          /** The amount as the provider wrote it, when it cannot be read; `amount` is 0 then. */
          unreadable: z.nullable(z.string()),
        }),
      ),
      /** Payments that the provider names for another order too, and no person has decided about. */
      contested: z.array(z.object({ payment: z.string(), other: z.string() })),
      /** Everything that happened, the oldest first. */
      events: z.array(
        z.object({
          id: z.int(),
          at: time,
          /** Such as `page-opened`, `captured` or `refund-done`. */
          kind: z.string(),
          /** What else is known of it; nothing of a card. */
          detail: z.record(z.string(), z.unknown()),
        }),
      ),
      refunds: z.array(
        z.object({
          id: z.string(),
          begun: time,
          reason: z.string(),
          amount: kurus,
          /** Public id of who asked for it; null when the product decided. */
          by: z.nullable(z.string()),
          /** Where it was paid back when this product did not ask for it: in the provider's panel, or by hand. */
          where: z.nullable(z.enum(['provider', 'hand'])),
          /** `asked`: the provider has not confirmed it. `refused`: it will not pay back. */
          state: z.enum(['asked', 'refused', 'done']),
          done: z.nullable(time),
        }),
      ),
      invoices: z.array(z.object({ number: z.string(), kind: z.enum(INVOICE_KINDS), date: time })),
      /** Whether the provider can be asked to pay it back now. */
      refundable: z.boolean(),
      /** Whether it can be noted as paid back by hand. */
      returnable: z.boolean(),
    }),
    codes: orderCodes,
  }),
  adminRefund: route({
    method: 'POST',
    path: '/admin/orders/:number/refund',
    access: 'admin',
    summary:
      'Ends what was given for a paid order, and pays it back; when the provider does not answer it is tried on by itself',
    params: orderParams,
    body: z.strictObject({ reason, code }),
    /** How the order stands now: `refunded`, or `refunding` while the provider has not said so. */
    reply: z.object({ state: orderState }),
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminReturnOrder: route({
    method: 'POST',
    path: '/admin/orders/:number/returned',
    access: 'admin',
    summary:
      'Notes that an order was paid back outside this product: ends what was given for it, and writes the credit note',
    params: orderParams,
    body: z.strictObject({ reason, code }),
    /** How the order stands now. */
    reply: z.object({ state: orderState }),
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminCloseOrder: route({
    method: 'POST',
    path: '/admin/orders/:number/close',
    access: 'admin',
    summary: 'Closes the review of a payment that the provider names for another order too',
    params: orderParams,
    body: z.strictObject({ reason, code }),
    /** How the order stands now: as before, or expired where it has no payment of its own. */
    reply: z.object({ state: orderState }),
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminReviews: route({
    method: 'GET',
    path: '/admin/reviews',
    access: 'admin',
    summary:
      'What a person has to look at about money besides orders, the newest first, 50 at a time',
    query: z.strictObject({
      /** Which ones: those that wait, or those that were closed. Default `open`. */
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
    summary: 'Closes one of them with a note; nothing else changes',
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
    summary: 'Begins a run now; it goes on after the answer. One that runs already is a conflict',
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
          /** What it will cost from later on. */
          next: z.nullable(z.object({ amount: kurus, from: time })),
        }),
      ),
      changes: z.array(
        z.object({
          id: z.int(),
          product,
          amount: kurus,
          /** What it cost before; null for the first price. */
          previous: z.nullable(kurus),
          from: time,
          set: time,
          /** Who set it; null for the first prices, which come from the settings. */
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
    summary: 'Sets prices, now or from a later time; orders that have begun keep theirs',
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
      /** From when; null is now. In the future, within a year. */
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
    summary: 'Puts the course on sale or takes it off; `conflict-409` when it is so already',
    body: z.strictObject({ onSale: z.boolean(), code }),
    reply: done,
    codes: [...freshCodeCodes, 'conflict-409'],
  }),
} as const;
