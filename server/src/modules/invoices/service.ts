import { LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { Keys } from '../../platform/keys.ts';
import { openBuyer } from './buyer.ts';
import { type InvoiceSheet, renderInvoice } from './pdf.ts';
import { readSeller } from './seller.ts';
import { type InvoiceRow, listInvoices } from './store.ts';
import { KIND_WORDS } from './words.ts';

/** Invoice or credit note, as lists show it. */
export type InvoiceEntry = Reply<typeof ROUTES.invoices>[number];

/** File of a document. */
interface InvoiceFile {
  /** Name such as `fatura-RST2026000000001.pdf`. */
  readonly name: string;
  readonly pdf: Buffer;
}

/** Number of files cached in memory, so that repeated downloads are drawn once. */
const KEPT_FILES = 32;

/** Lifetime of a file's address, in milliseconds. */
export const INVOICE_LINK_MS = LIMITS.invoiceLinkMinutes * 60_000;

/** Lists the documents of a person, the oldest first. */
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

/** Returns a function that draws files and caches the last ones. */
export function createFileDrawer(keys: Keys): (row: InvoiceRow) => Promise<InvoiceFile> {
  const kept = new Map<number, Promise<InvoiceFile>>();
  return (row) => {
    const file = kept.get(row.id) ?? drawFile(row, keys);
    // Moved to the end: the least recently used file is dropped first.
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
  // A document without a buyer has no link to a person, and so no caller can reach its file.
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
