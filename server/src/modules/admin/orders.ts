import {
  INVOICE_KINDS,
  type ProviderName,
  type Query,
  type Reply,
  type ROUTES,
  splitVat,
} from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { findInvoiceOfOrder } from '../invoices/index.ts';
import { findOrder, type Order, refundOptionsOf } from '../payments/index.ts';
import { readPage } from './cursor.ts';
import { findListedOrder, type ListedOrder, listOrderEvents, listOrders } from './order-store.ts';
import { searchWords } from './people.ts';
import { listGrants } from './people-store.ts';

type ShownOrder = Reply<typeof ROUTES.adminOrders>['orders'][number];
type WholeOrder = Reply<typeof ROUTES.adminOrder>;

/** Least digits of a phone number; fewer digits are the end of an order's number. */
const PHONE_DIGITS = 7;

/** Returns a page of the list of orders. */
export async function readOrders(
  db: Db,
  { search = '', state, after }: Query<typeof ROUTES.adminOrders>,
): Promise<Reply<typeof ROUTES.adminOrders>> {
  const isShort = /^\d+$/.test(search) && search.length < PHONE_DIGITS;
  const query = {
    state,
    ...(search !== '' && { number: search }),
    words: isShort ? [] : searchWords(search),
  };
  const { rows, next } = await readPage(after, (beforeId, most) =>
    listOrders(db, query, beforeId, most),
  );
  return { orders: rows.map(showOrder), next };
}

function showOrder(row: ListedOrder): ShownOrder {
  const { uid, name, surname, mail: email } = row;
  const isKnown = uid !== null && name !== null && surname !== null && email !== null;
  return {
    number: row.number,
    person: isKnown ? { uid, name, surname, email } : null,
    product: row.product,
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    provider: row.provider,
    created: row.createdAtMs,
    paid: row.paidAtMs,
  };
}

/** Returns an order with its events; `provider` is the name of the one in use. Throws `not-found-404`. */
export async function readOrder(
  db: Db,
  number: string,
  provider: ProviderName | null,
): Promise<WholeOrder> {
  const row = await findListedOrder(db, number);
  const order = row && (await findOrder(db, row.id));
  if (!row || !order) throw new AppError('not-found-404');
  const { amountKurus, vatRate, agreement, refund, view } = order;
  const ways = refundOptionsOf(order, provider);
  return {
    ...showOrder(row),
    ...splitVat(amountKurus, vatRate),
    vatRate,
    agreement: agreement.version,
    refundTerms: refund.version,
    grant: await readGrant(db, order),
    attempts: view.attempts.map(({ id, beganAtMs, state, code, seenAtMs }) => ({
      id,
      began: beganAtMs,
      state,
      code,
      seen: seenAtMs,
    })),
    payments: view.payments.map((payment) => ({
      id: payment.paymentId,
      at: payment.atMs,
      amount: payment.amountKurus,
      currency: payment.currency,
      role: payment.role,
      unreadable: payment.unreadable ?? null,
    })),
    contested: view.contested
      .filter(({ isDecided }) => !isDecided)
      .map(({ paymentId, other }) => ({ payment: paymentId, other })),
    events: (await listOrderEvents(db, order.id)).map(showEvent),
    refunds: showRefunds(order),
    invoices: await readInvoices(db, order.id),
    refundable: ways.isRefundable,
    returnable: ways.isReturnable,
  };
}

/** Returns the grant of an order; it may have been ended without a refund. */
async function readGrant(db: Db, { personId, view }: Order): Promise<WholeOrder['grant']> {
  if (!view.grant) return null;
  const { id, startsAtMs: start, endsAtMs: end, endedAtMs } = view.grant;
  const grants = personId === null ? [] : await listGrants(db, personId);
  const given = grants.find((grant) => grant.id === id);
  return { start, end, ended: given?.endedAtMs ?? endedAtMs };
}

/** Returns an event without the address and the token of its payment page, which give access to the page. */
function showEvent({
  id,
  at,
  kind,
  attempt,
  refund,
  detail,
}: Awaited<ReturnType<typeof listOrderEvents>>[number]): WholeOrder['events'][number] {
  const { page, ...rest } = detail as { page?: { expiresAtMs?: number } };
  return {
    id,
    at,
    kind,
    detail: {
      ...(attempt !== null && { attempt }),
      ...(refund !== null && { refund }),
      ...rest,
      ...(page && { expires: page.expiresAtMs }),
    },
  };
}

function showRefunds({ view }: Order): WholeOrder['refunds'] {
  const amounts = new Map(
    view.payments.map(({ paymentId, amountKurus }) => [paymentId, amountKurus]),
  );
  return view.refunds.map(({ id, paymentId, state, reason, by, where, begunAtMs, doneAtMs }) => ({
    id,
    begun: begunAtMs,
    reason,
    amount: amounts.get(paymentId) ?? 0,
    by,
    where,
    state,
    done: doneAtMs,
  }));
}

async function readInvoices(db: Db, orderId: number): Promise<WholeOrder['invoices']> {
  const found = await Promise.all(
    INVOICE_KINDS.map((kind) => findInvoiceOfOrder(db, orderId, kind)),
  );
  return found.flatMap((one) =>
    one ? [{ number: one.number, kind: one.kind, date: one.issued_at }] : [],
  );
}
