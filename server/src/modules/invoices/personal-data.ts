import {
  isoTime,
  type PersonalData,
  type Retention,
  yearsBefore,
} from '../../platform/personal-data.ts';
import { openBuyer } from './buyer.ts';
import { readSeller } from './seller.ts';
import { forgetBuyers, forgetPerson, listInvoices } from './store.ts';

/** Years for which a document keeps its buyer, from the end of the period that it covers. */
const BUYER_YEARS = 10;

/**
 * Invoices of a person. The law requires the seller to keep them for ten years: an erasure removes the link between a
 * document and the account, and leaves the buyer on the document, encrypted.
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

/** Rows of this module with a limited lifetime. */
export const invoicesRetention: readonly Retention[] = [
  {
    what: 'invoice.buyer',
    daily: false,
    forget: (db, nowMs) => forgetBuyers(db, yearsBefore(nowMs, BUYER_YEARS)),
  },
];
