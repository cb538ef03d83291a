import { LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { Keys } from '../../platform/keys.ts';
import { openBuyer } from './buyer.ts';
import { type InvoiceSheet, renderInvoice } from './pdf.ts';
import { readSeller } from './seller.ts';
import { type InvoiceRow, listInvoices } from './store.ts';
import { KIND_WORDS } from './words.ts';

/** An invoice or a credit note as lists show it. */
export type InvoiceEntry = Reply<typeof ROUTES.invoices>[number];

/** A file of a document. */
interface InvoiceFile {
  /** Such as `fatura-RST2026000000001.pdf`. */
  readonly name: string;
  readonly pdf: Buffer;
}

/** Files that are kept in memory, so that one that is opened again and again is drawn once. */
const KEPT_FILES = 32;

/** How long the address of a file holds, in milliseconds. */
export const INVOICE_LINK_MS = LIMITS.invoiceLinkMinutes * 60_000;

/** The documents of a person, the oldest first. */
export async function listInvoiceEntries(db: Db, personId: number): Promise<InvoiceEntry[]> {
  return (await listInvoices(db, personId)).map((row) => ({
    index: row.person_index,
    date: row.issued_at,
    number: row.number,
    kind: row.kind,
    refersTo: row.refers_to_number,
    product: row.product,
    amount: row.amount,
    order: row.order_number,
  }));
}

/** Draws files and remembers the last ones. */
export function createFileDrawer(keys: Keys): (row: InvoiceRow) => Promise<InvoiceFile> {
  const kept = new Map<number, Promise<InvoiceFile>>();
  return (row) => {
    const file = kept.get(row.id) ?? drawFile(row, keys);
    // The one that was asked for last is forgotten last.
    kept.delete(row.id);
    kept.set(row.id, file);
    file.catch(() => kept.delete(row.id));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_FILES && oldest !== undefined) kept.delete(oldest);
    return file;
  };
}

async function drawFile(row: InvoiceRow, keys: Keys): Promise<InvoiceFile> {
  const pdf = await renderInvoice(sheetOf(row, keys));
  return { name: `${KIND_WORDS[row.kind].file}-${row.number}.pdf`, pdf };
}

function sheetOf(row: InvoiceRow, keys: Keys): InvoiceSheet {
  const { period_start: startMs, period_end: endMs } = row;
  const { refers_to_number: number, refers_to_at: issuedAtMs } = row;
  const buyer = openBuyer(keys, row.buyer);
  // With the buyer the link to the person goes, and with it every way to the file.
  if (!buyer) throw new Error('a document without a buyer is not drawn');
  return {
    kind: row.kind,
    number: row.number,
    issuedAtMs: row.issued_at,
    paidAtMs: row.paid_at,
    orderNumber: row.order_number,
    product: row.product,
    period: startMs === null || endMs === null ? null : { startMs, endMs },
    amount: row.amount,
    net: row.net,
    vat: row.vat,
    vatRate: row.vat_rate,
    seller: readSeller(row.seller),
    buyer,
    refersTo: number === null || issuedAtMs === null ? null : { number, issuedAtMs },
  };
}
