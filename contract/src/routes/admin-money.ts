import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { PRODUCTS } from '../products.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { adminCodes, cursor, moneyCodes, reason, search } from './admin-fields.ts';
import { done, totpCode } from './fields.ts';
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
  provider: z.string(),
  created: time,
  paid: z.nullable(time),
});

/** One run of the reconciliation. */
export const adminReconciliation = z.object({
  id: z.int(),
  started: time,
  /** Null while it runs, and for one that was cut off. */
  finished: z.nullable(time),
  /** Orders that were looked up, how many of them stand otherwise since, and look-ups without an answer. */
  checked: z.int(),
  changed: z.int(),
  unanswered: z.int(),
});

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
        }),
      ),
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
          /** `asked`: the provider has not confirmed it. `refused`: it will not pay back. */
          state: z.enum(['asked', 'refused', 'done']),
          done: z.nullable(time),
        }),
      ),
      invoices: z.array(
        z.object({ number: z.string(), kind: z.enum(['invoice', 'credit-note']), date: time }),
      ),
      /** Whether it can be refunded now. */
      refundable: z.boolean(),
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
    body: z.strictObject({ reason, code: totpCode }),
    /** How the order stands now: `refunded`, or `refunding` while the provider has not said so. */
    reply: z.object({ state: orderState }),
    codes: [...moneyCodes, 'not-found-404', 'conflict-409'],
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
      code: totpCode,
    }),
    reply: done,
    codes: [...moneyCodes, 'conflict-409'],
  }),
} as const;
