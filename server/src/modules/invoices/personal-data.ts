import {
  isoTime,
  type PersonalData,
  type Retention,
  yearsBefore,
} from '../../platform/personal-data.ts';
import { openBuyer } from './buyer.ts';
import { readSeller } from './seller.ts';
import { forgetBuyers, forgetPerson, listInvoices } from './store.ts';

/** Years that a document keeps its buyer after the end of what it is about. */
const BUYER_YEARS = 10;

/**
 * A person's invoices. The law has the seller keep them for ten years: an erasure cuts the link between a document and
 * the account, so that nothing leads from one to the other any more, and leaves the buyer that stands on it encrypted.
 */
export const invoicesData: PersonalData = {
  tables: ['invoice'],
  async export(db, keys, personId) {
    const rows = await listInvoices(db, personId);
    return {
      invoice: rows.map((row) => ({
        number: row.number,
        kind: row.kind,
        takesBack: row.refers_to_number,
        issued: isoTime(row.issued_at),
        paid: isoTime(row.paid_at),
        order: row.order_number,
        product: row.product,
        periodStart: isoTime(row.period_start),
        periodEnd: isoTime(row.period_end),
        amountKurus: row.amount,
        netKurus: row.net,
        vatKurus: row.vat,
        vatPerCent: row.vat_rate,
        seller: readSeller(row.seller).title,
        buyer: openBuyer(keys, row.buyer),
      })),
    };
  },
  erase: forgetPerson,
};

/** What this module keeps for a time only. */
export const invoicesRetention: readonly Retention[] = [
  {
    what: 'invoice.buyer',
    daily: false,
    forget: (db, nowMs) => forgetBuyers(db, yearsBefore(nowMs, BUYER_YEARS)),
  },
];
