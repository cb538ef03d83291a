import type { InvoiceKind, Product } from '@rasat/contract';
import type { GeneratedAlways } from 'kysely';

/** Last number of a series in a year. */
export interface InvoiceCounterTable {
  kind: InvoiceKind;
  year: number;
  last: number;
  last_at: number;
}

/** Issued document. */
export interface InvoiceTable {
  id: GeneratedAlways<number>;
  kind: InvoiceKind;
  year: number;
  sequence: number;
  number: string;
  purchase_id: number;
  refers_to: number | null;
  person_id: number | null;
  person_index: number;
  issued_at: number;
  paid_at: number;
  order_number: string;
  product: Product;
  period_start: number | null;
  period_end: number | null;
  amount: number;
  net: number;
  vat: number;
  vat_rate: number;
  seller: unknown;
  buyer: Buffer | null;
}

/** Tables of this module. */
export type InvoicesTables = {
  invoice_counter: InvoiceCounterTable;
  invoice: InvoiceTable;
};
