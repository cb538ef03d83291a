import { istanbulTime, splitVat } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { atFirstUse } from '../../platform/first-use.ts';
import type { PartContext, ServerContext } from '../../platform/part.ts';
import { findPerson } from '../accounts/index.ts';
import type { PaidOrder } from '../payments/index.ts';
import { type Buyer, sealBuyer } from './buyer.ts';
import { sellerOf } from './seller.ts';
import {
  countIndex,
  findInvoiceOfOrder,
  findLastIssue,
  type InvoiceKind,
  insertInvoice,
  lockInvoices,
  takeSequence,
} from './store.ts';

/** Parts of the server that issuing uses besides the transaction. */
export type InvoiceContext = Pick<PartContext, 'clock' | 'config'> & Pick<ServerContext, 'keys'>;

/** Issued document. */
export interface IssuedInvoice {
  readonly id: number;
  /** Number such as `RST2026000000001`. */
  readonly number: string;
}

/** Three letters that begin the numbers of a kind. */
const SERIES: Readonly<Record<InvoiceKind, string>> = { invoice: 'RST', 'credit-note': 'RSI' };
const DIGITS = 9;

/** Returns a number in the form of Turkish electronic invoices: three letters, the year and nine digits. */
export function invoiceNumber(kind: InvoiceKind, year: number, sequence: number): string {
  return `${SERIES[kind]}${year}${String(sequence).padStart(DIGITS, '0')}`;
}

/**
 * Issues the invoice of an order inside the transaction that grants the purchase. Call it as near to the end of the
 * transaction as possible: until then no other transaction can issue one. The numbers of a kind have no gap within a
 * year, even after a rollback, and begin again at 1 with the new year in Istanbul; a later number never has an earlier
 * time. Seller and buyer are copied as they are now. A second call for the same order returns the first invoice.
 */
export async function issueInvoice(
  trx: Db,
  order: PaidOrder,
  context: InvoiceContext,
): Promise<IssuedInvoice> {
  await lockInvoices(trx);
  const known = await findInvoiceOfOrder(trx, order.orderId, 'invoice');
  if (known) return { id: known.id, number: known.number };
  const { net, vat } = splitVat(order.amountKurus, order.vatRate);
  const buyer = await readBuyer(trx, order.personId, context);
  return issue(trx, 'invoice', context, {
    purchase_id: order.orderId,
    refers_to: null,
    person_id: order.personId,
    person_index: await countIndex(trx, order.personId),
    paid_at: order.paidAtMs,
    order_number: order.orderNumber,
    product: order.product,
    period_start: order.period?.startMs ?? null,
    period_end: order.period?.endMs ?? null,
    amount: order.amountKurus,
    net,
    vat,
    vat_rate: order.vatRate,
    seller: JSON.stringify(sellerOf(context.config)),
    buyer: sealBuyer(context.keys, buyer),
  });
}

/**
 * Issues the credit note of a refunded order, in the transaction that records the refund, with the figures and the
 * buyer of its invoice. Returns null when there is no invoice: a buyer erased before the capture was not billed. A
 * second call returns the first note.
 */
export async function issueCreditNote(
  trx: Db,
  refund: { readonly orderId: number; readonly refundedAtMs: number },
  context: InvoiceContext,
): Promise<IssuedInvoice | null> {
  await lockInvoices(trx);
  const known = await findInvoiceOfOrder(trx, refund.orderId, 'credit-note');
  if (known) return { id: known.id, number: known.number };
  const invoice = await findInvoiceOfOrder(trx, refund.orderId, 'invoice');
  if (!invoice) return null;
  const { id, kind: _kind, year: _year, sequence: _sequence, number: _number, ...same } = invoice;
  return issue(trx, 'credit-note', context, {
    ...same,
    refers_to: id,
    person_index:
      same.person_id === null ? same.person_index : await countIndex(trx, same.person_id),
    paid_at: refund.refundedAtMs,
    seller: JSON.stringify(same.seller),
  });
}

/** Contents of a document besides its number and time. */
type Content = Omit<
  Parameters<typeof insertInvoice>[1],
  'kind' | 'year' | 'sequence' | 'number' | 'issued_at'
>;

async function issue(
  trx: Db,
  kind: InvoiceKind,
  { clock }: InvoiceContext,
  content: Content,
): Promise<IssuedInvoice> {
  const last = await findLastIssue(trx, kind);
  const issuedAtMs = Math.max(clock.now(), last?.atMs ?? 0);
  const { year } = istanbulTime(issuedAtMs);
  const sequence = await takeSequence(trx, kind, year, issuedAtMs);
  const number = invoiceNumber(kind, year, sequence);
  const id = await insertInvoice(trx, {
    ...content,
    kind,
    year,
    sequence,
    number,
    issued_at: issuedAtMs,
  });
  return { id, number };
}

async function readBuyer(trx: Db, personId: number, { keys }: InvoiceContext): Promise<Buyer> {
  const person = await findPerson(trx, personId);
  if (!person) throw new Error('no person to issue an invoice to');
  const address = keys.decrypt(person.address, 'person.address');
  return {
    name: `${person.name} ${person.surname}`,
    mail: person.mail,
    identity: keys.decrypt(person.identity, 'person.identity'),
    address: `${address}, ${person.district}, ${person.city}, ${countryName(person.country)}`,
  };
}

const countries = atFirstUse(() => new Intl.DisplayNames('tr', { type: 'region' }));

function countryName(code: string): string {
  return countries().of(code) ?? code;
}
