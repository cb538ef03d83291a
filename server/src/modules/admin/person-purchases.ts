import type { Db } from '../../platform/db/pool.ts';
import { listInvoiceEntries } from '../invoices/index.ts';
import { listOrdersOf } from './order-store.ts';
import type { PersonPurchases } from './people.ts';

/** Lists the orders and invoices of a person, the newest first. */
export async function listPurchases(db: Db, personId: number): Promise<PersonPurchases> {
  const orders = await listOrdersOf(db, personId);
  const invoices = await listInvoiceEntries(db, personId);
  return {
    orders: orders.map(({ number, product, amount, currency, state, createdAtMs, paidAtMs }) => ({
      number,
      product,
      amount,
      currency,
      state,
      created: createdAtMs,
      paid: paidAtMs,
    })),
    invoices: invoices
      .toReversed()
      .map(({ number, kind, date, amount, order }) => ({ number, kind, date, amount, order })),
    numbers: new Map(orders.map(({ id, number }) => [id, number])),
  };
}
