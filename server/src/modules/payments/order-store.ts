import { istanbulTime, type ProviderName, type Purchase, purchaseOf } from '@rasat/contract';
import { sql } from 'kysely';
import type { ProviderNotice } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Order } from './ledger.ts';
import {
  foldOrder,
  NEW_ORDER,
  needsWatching,
  type OrderEvent,
  type OrderTerms,
  type OrderView,
} from './order-machine.ts';
import { insertReview } from './review-store.ts';
import type { PaymentsTables } from './tables.ts';

/** Characters of an unknown token that a review shows: enough to identify the token, too few to open its page. */
const SHOWN_OF_TOKEN = 8;

/** Opens the tables of this module over a connection or a transaction. */
export const open = (db: Db) => db.withTables<PaymentsTables>();

type PurchaseRow = Awaited<ReturnType<typeof findPurchase>>;

function findPurchase(db: Db, orderId: number) {
  return open(db).selectFrom('purchase').selectAll().where('id', '=', orderId).executeTakeFirst();
}

function toOrder(row: NonNullable<PurchaseRow>, view: OrderView): Order {
  return {
    id: row.id,
    number: row.number,
    personId: row.person_id,
    product: row.product,
    amountKurus: row.amount,
    vatRate: row.vat_rate,
    currency: row.currency,
    provider: row.provider,
    agreement: { version: row.agreement_version, sha256: row.agreement_sha256.toString('hex') },
    refund: { version: row.refund_version, sha256: row.refund_sha256.toString('hex') },
    createdAtMs: row.created_at,
    view,
  };
}

/** Lists the events of an order, in sequence. */
export async function listEvents(db: Db, orderId: number): Promise<OrderEvent[]> {
  const rows = await open(db)
    .selectFrom('provider_event')
    .select(['kind', 'attempt_id', 'refund_id', 'at', 'detail'])
    .where('purchase_id', '=', orderId)
    .orderBy('version')
    .execute();
  // `insertEvent` alone writes these rows, from events.
  return rows.map(
    ({ kind, attempt_id, refund_id, at, detail }) =>
      ({
        ...(detail as object),
        kind,
        atMs: at,
        ...(attempt_id !== null && { attemptId: attempt_id }),
        ...(refund_id !== null && { refundId: refund_id }),
      }) as OrderEvent,
  );
}

/** Finds an order with its events; undefined when there is none. */
export async function findOrder(db: Db, orderId: number): Promise<Order | undefined> {
  const row = await findPurchase(db, orderId);
  return row && toOrder(row, foldOrder(await listEvents(db, orderId)));
}

/** Returns an order with its events. Throws `not-found-404`. */
export async function getOrder(db: Db, orderId: number): Promise<Order> {
  const order = await findOrder(db, orderId);
  if (!order) throw new AppError('not-found-404');
  return order;
}

/** Finds the id of an order by its number. */
export async function findOrderId(db: Db, number: string): Promise<number | undefined> {
  const row = await open(db)
    .selectFrom('purchase')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.id;
}

/** Finds the person of an order: null after their erasure, undefined when there is no such order. */
export async function findOwner(db: Db, orderId: number): Promise<number | null | undefined> {
  return (await findPurchase(db, orderId))?.person_id;
}

/** Locks the head of an order until the transaction ends. */
export async function lockHead(db: Db, orderId: number): Promise<void> {
  await open(db)
    .selectFrom('purchase_head')
    .select('purchase_id')
    .where('purchase_id', '=', orderId)
    .forUpdate()
    .execute();
}

/** Selects the orders of a person for a purchase. */
const selectHeads = (db: Db, personId: number, purchase: Purchase) =>
  open(db)
    .selectFrom('purchase_head')
    .select('purchase_id')
    .where('person_id', '=', personId)
    .where('purchase', '=', purchase);

/** Finds the person's order of a purchase that can still be paid. */
export async function findOpenOrderId(
  db: Db,
  personId: number,
  purchase: Purchase,
): Promise<number | undefined> {
  const open = selectHeads(db, personId, purchase).where('state', 'in', [
    'open',
    'unknown',
    'failed',
  ]);
  return (await open.executeTakeFirst())?.purchase_id;
}

/** Finds the person's newest order of a purchase in any state. */
export async function findLatestOrderId(
  db: Db,
  personId: number,
  purchase: Purchase,
): Promise<number | undefined> {
  const newest = selectHeads(db, personId, purchase).orderBy('purchase_id', 'desc');
  return (await newest.executeTakeFirst())?.purchase_id;
}

/** Creates an order with the next number. */
export async function insertOrder(
  db: Db,
  personId: number,
  terms: OrderTerms,
  nowMs: number,
): Promise<Order> {
  const { rows } = await sql<{ next: number }>`select nextval('purchase_number') as next`.execute(
    db,
  );
  const next = String(rows[0]?.next).padStart(6, '0');
  const row = await open(db)
    .insertInto('purchase')
    .values({
      number: `RS-${istanbulTime(nowMs).year}-${next}`,
      person_id: personId,
      product: terms.product,
      amount: terms.amountKurus,
      vat_rate: terms.vatRate,
      currency: terms.currency,
      agreement_version: terms.agreement.version,
      agreement_sha256: Buffer.from(terms.agreement.sha256, 'hex'),
      refund_version: terms.refund.version,
      refund_sha256: Buffer.from(terms.refund.sha256, 'hex'),
      provider: terms.provider,
      created_at: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await open(db)
    .insertInto('purchase_head')
    .values({
      purchase_id: row.id,
      person_id: personId,
      purchase: purchaseOf(terms.product),
      state: NEW_ORDER.state,
      version: NEW_ORDER.version,
      watched: false,
      changed_at: nowMs,
    })
    .execute();
  return toOrder(row, NEW_ORDER);
}

/**
 * Adds the event after which the order has the state `view`, with the rows that keep attempts, pages, payments and
 * refunds unique. Throws when another transaction added an event since the order was read.
 */
export async function insertEvent(
  db: Db,
  order: Order,
  event: OrderEvent,
  view: OrderView,
): Promise<void> {
  await insertParts(db, order, event);
  const { kind, atMs, ...rest } = event;
  const { attemptId, refundId, ...detail } = rest as { attemptId?: string; refundId?: string };
  await open(db)
    .insertInto('provider_event')
    .values({
      purchase_id: order.id,
      version: view.version,
      kind,
      attempt_id: attemptId ?? null,
      refund_id: refundId ?? null,
      at: atMs,
      detail: JSON.stringify(detail),
    })
    .execute();
  const { numUpdatedRows } = await open(db)
    .updateTable('purchase_head')
    .set({
      state: view.state,
      version: view.version,
      watched: needsWatching(view),
      changed_at: atMs,
    })
    .where('purchase_id', '=', order.id)
    .where('version', '=', order.view.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`${order.number} was changed by another transaction`);
}

async function insertParts(db: Db, order: Order, event: OrderEvent): Promise<void> {
  const { id: orderId, provider } = order;
  if (event.kind === 'attempt-begun') {
    const attempt = { id: event.attemptId, purchase_id: orderId, created_at: event.atMs };
    await open(db).insertInto('purchase_attempt').values(attempt).execute();
  } else if (event.kind === 'page-opened') {
    const { attemptId: attempt_id, page, atMs } = event;
    const row = { attempt_id, provider, token: page.token, opened_at: atMs };
    await open(db).insertInto('payment_page').values(row).execute();
  } else if (event.kind === 'captured') {
    const { paymentId, transactionId, amountKurus, currency } = event.capture;
    await open(db)
      .insertInto('captured_payment')
      .values({
        provider,
        payment_id: paymentId,
        transaction_id: transactionId,
        purchase_id: orderId,
        attempt_id: event.attemptId,
        amount: amountKurus,
        currency,
        role: event.role,
        captured_at: event.atMs,
      })
      .execute();
  } else if (event.kind === 'refund-begun') {
    await insertRefund(db, order, event);
  }
}

async function insertRefund(
  db: Db,
  { id, provider, view }: Order,
  event: Extract<OrderEvent, { readonly kind: 'refund-begun' }>,
): Promise<void> {
  const { refundId, paymentId, reason, by, atMs } = event;
  const tries = view.refunds.filter((one) => one.paymentId === paymentId).length;
  const payment = await open(db)
    .selectFrom('captured_payment')
    .select('id')
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await open(db)
    .insertInto('refund')
    .values({
      id: refundId,
      purchase_id: id,
      captured_payment_id: payment.id,
      try: tries + 1,
      reason,
      asked_by: by,
      created_at: atMs,
    })
    .execute();
}

/** Finds the attempt of a page by the page's token. */
export function findPageOwner(db: Db, provider: ProviderName, token: string) {
  return open(db)
    .selectFrom('payment_page')
    .innerJoin('purchase_attempt', 'purchase_attempt.id', 'attempt_id')
    .select(['purchase_id as orderId', 'attempt_id as attemptId'])
    .where('provider', '=', provider)
    .where('token', '=', token)
    .executeTakeFirst();
}

/** Finds an attempt and its order by the attempt's id. */
export function findAttemptOwner(db: Db, provider: ProviderName, attemptId: string) {
  return open(db)
    .selectFrom('purchase_attempt')
    .innerJoin('purchase', 'purchase.id', 'purchase_id')
    .select(['purchase_id as orderId', 'purchase_attempt.id as attemptId'])
    .where('provider', '=', provider)
    .where('purchase_attempt.id', '=', attemptId)
    .executeTakeFirst();
}

/**
 * Finds the order that has a captured payment. Another request for the same payment waits until this transaction ends.
 */
export async function claimPayment(
  db: Db,
  provider: ProviderName,
  paymentId: string,
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${provider} ${paymentId}`}, 0))`.execute(
    db,
  );
  const row = await open(db)
    .selectFrom('captured_payment')
    .select('purchase_id')
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row?.purchase_id;
}

/** Lists the orders that still need an answer of the provider, the least recently changed first. */
export async function listWatchedOrders(db: Db, provider: ProviderName): Promise<number[]> {
  const rows = await open(db)
    .selectFrom('purchase_head')
    .innerJoin('purchase', 'purchase.id', 'purchase_id')
    .select('purchase_id')
    .where('watched', '=', true)
    .where('provider', '=', provider)
    .orderBy('changed_at')
    .orderBy('purchase_id')
    .execute();
  return rows.map((row) => row.purchase_id);
}

/** Stores a provider's notice about an unknown page, with a review of it. */
export async function insertStray(
  db: Db,
  {
    provider,
    token,
    kind,
    paymentId,
    attemptId,
  }: ProviderNotice & { readonly provider: ProviderName },
  nowMs: number,
): Promise<void> {
  const word = { provider, token, kind, ...(paymentId !== null && { paymentId }) };
  const owner = await findAttemptOwner(db, provider, attemptId);
  await insertReview(db, {
    provider,
    kind: 'stray',
    key: `stray ${token} ${kind} ${paymentId ?? ''}`.trim(),
    orderId: owner?.orderId ?? null,
    paymentId,
    amountKurus: null,
    currency: null,
    detail: { word: kind, token: token.slice(-SHOWN_OF_TOKEN) },
    foundAtMs: nowMs,
  });
  await open(db)
    .insertInto('provider_event')
    .values({
      kind: 'stray',
      at: nowMs,
      detail: JSON.stringify(word),
    })
    .execute();
}
