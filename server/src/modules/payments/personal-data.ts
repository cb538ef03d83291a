import { DAY_MS } from '@rasat/engine';
import {
  isoTime,
  keptFor,
  type PersonalData,
  type Retention,
  yearsBefore,
} from '../../platform/personal-data.ts';
import type { Order } from './ledger.ts';
import { getOrder, open } from './order-store.ts';

const KEY_DAYS = 2;
const RUN_DAYS = 90;
/** Milliseconds beyond a row's age in days; a row of exactly that age is kept. */
const PAST_MS = 1;
/** Years after an order's creation for which it keeps its link to the person. */
const PERSON_YEARS = 10;

/**
 * Orders of a person. The law requires orders to be kept for ten years: an erasure removes the link to the person, and
 * the order remains without a buyer.
 */
export const paymentsData: PersonalData = {
  tables: ['purchase', 'purchase_head', 'purchase_key', 'subscription_reminder'],
  async export(db, _keys, personId) {
    const of = (table: 'purchase' | 'purchase_key' | 'subscription_reminder') =>
      open(db).selectFrom(table).where('person_id', '=', personId);
    const purchases = await of('purchase').select('purchase.id').orderBy('id').execute();
    const orders: Order[] = [];
    // Sequential, because a transaction's connection runs one statement at a time.
    for (const { id } of purchases) orders.push(await getOrder(db, id));
    const keys = await of('purchase_key').select('created_at').execute();
    const reminders = await of('subscription_reminder').selectAll().execute();
    return {
      purchase: orders.map((order) => ({
        number: order.number,
        product: order.product,
        amountKurus: order.amountKurus,
        vatPerCent: order.vatRate,
        currency: order.currency,
        provider: order.provider,
        agreement: order.agreement,
        refundTerms: order.refund,
        ordered: isoTime(order.createdAtMs),
        paid: isoTime(order.view.paidAtMs),
        refunds: order.view.refunds.map(({ begunAtMs, doneAtMs, reason }) => ({
          asked: isoTime(begunAtMs),
          done: isoTime(doneAtMs),
          reason,
        })),
      })),
      purchase_head: orders.map(({ number, view }) => ({ number, state: view.state })),
      purchase_key: keys.map(({ created_at }) => ({ used: isoTime(created_at) })),
      subscription_reminder: reminders.map(({ ends_at, days, sent_at }) => ({
        subscriptionEnds: isoTime(ends_at),
        daysBefore: days,
        sent: isoTime(sent_at),
      })),
    };
  },
  async erase(db, personId) {
    for (const table of ['purchase', 'purchase_head'] as const) {
      const unlinked = open(db).updateTable(table).set({ person_id: null });
      await unlinked.where('person_id', '=', personId).execute();
    }
    for (const table of ['purchase_key', 'subscription_reminder'] as const) {
      await open(db).deleteFrom(table).where('person_id', '=', personId).execute();
    }
  },
};

/** Rows of this module with a limited lifetime. */
export const paymentsRetention: readonly Retention[] = [
  keptFor('purchase_key', 'created_at', KEY_DAYS * DAY_MS + PAST_MS),
  keptFor('reconciliation', 'started_at', RUN_DAYS * DAY_MS + PAST_MS),
  keptFor('subscription_reminder', 'ends_at', RUN_DAYS * DAY_MS + PAST_MS),
  {
    what: 'purchase.person',
    daily: false,
    async forget(db, nowMs) {
      const beforeMs = yearsBefore(nowMs, PERSON_YEARS);
      const old = open(db).selectFrom('purchase').select('id').where('created_at', '<', beforeMs);
      await open(db)
        .updateTable('purchase_head')
        .set({ person_id: null })
        .where('purchase_id', 'in', old)
        .where('person_id', 'is not', null)
        .execute();
      const { numUpdatedRows } = await open(db)
        .updateTable('purchase')
        .set({ person_id: null })
        .where('created_at', '<', beforeMs)
        .where('person_id', 'is not', null)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  },
];
