import { DAY_MS } from '@rasat/engine';
import {
  isoTime,
  type PersonalData,
  type Retention,
  yearsBefore,
} from '../../platform/personal-data.ts';
import { deleteOldKeys } from './answer-once.ts';
import { findOrder, open } from './order-store.ts';
import { deleteOldReconciliations } from './reconciliations.ts';
import { deleteOldReminders } from './reminders.ts';

const KEY_DAYS = 2;
const RUN_DAYS = 90;
/** Years that an order keeps its person after it was made. */
const PERSON_YEARS = 10;

/**
 * The orders of a person. The law requires orders to be kept for ten years: an erasure removes the link to the person, and
 * the order remains without a buyer.
 */
export const paymentsData: PersonalData = {
  tables: ['purchase', 'purchase_head', 'purchase_key', 'subscription_reminder'],
  async export(db, _keys, personId) {
    const of = (table: 'purchase' | 'purchase_key' | 'subscription_reminder') =>
      open(db).selectFrom(table).where('person_id', '=', personId);
    const purchases = await of('purchase').select('purchase.id').orderBy('id').execute();
    const orders: Awaited<ReturnType<typeof findOrder>>[] = [];
    // Where all of it is one transaction, its connection takes one statement at a time.
    for (const { id } of purchases) orders.push(await findOrder(db, id));
    const keys = await of('purchase_key').select('created_at').execute();
    const reminders = await of('subscription_reminder').selectAll().execute();
    return {
      purchase: orders.flatMap((order) =>
        order
          ? [
              {
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
              },
            ]
          : [],
      ),
      purchase_head: orders.flatMap((order) =>
        order ? [{ number: order.number, state: order.view.state }] : [],
      ),
      purchase_key: keys.map(({ created_at }) => ({ used: isoTime(created_at) })),
      subscription_reminder: reminders.map(({ ends_at, days, sent_at }) => ({
        subscriptionEnds: isoTime(ends_at),
        daysBefore: days,
        sent: isoTime(sent_at),
      })),
    };
  },
  async erase(db, personId) {
    const unlinked = { person_id: null };
    await open(db)
      .updateTable('purchase')
      .set(unlinked)
      .where('person_id', '=', personId)
      .execute();
    await open(db)
      .updateTable('purchase_head')
      .set(unlinked)
      .where('person_id', '=', personId)
      .execute();
    await open(db).deleteFrom('purchase_key').where('person_id', '=', personId).execute();
    await open(db).deleteFrom('subscription_reminder').where('person_id', '=', personId).execute();
  },
};

/** Rows of this module with a limited lifetime. */
export const paymentsRetention: readonly Retention[] = [
  {
    what: 'purchase_key',
    daily: true,
    forget: (db, nowMs) => deleteOldKeys(db, nowMs - KEY_DAYS * DAY_MS),
  },
  {
    what: 'reconciliation',
    daily: true,
    forget: (db, nowMs) => deleteOldReconciliations(db, nowMs - RUN_DAYS * DAY_MS),
  },
  {
    what: 'subscription_reminder',
    daily: true,
    forget: (db, nowMs) => deleteOldReminders(db, nowMs - RUN_DAYS * DAY_MS),
  },
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
