import type { Product } from '@rasat/contract';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import type { ServerContext } from '../../platform/part.ts';
import { findPerson, lockPerson } from '../accounts/index.ts';
import { endGrant, grantRight, readRights, readSubscribedUntil } from '../rights/index.ts';
import type { LedgerLock, LedgerTransaction, PaymentLedger } from './ledger.ts';
import { receiptMail, refundMail, type SellerLines } from './mails.ts';
import { applyEvent } from './order-machine.ts';
import {
  claimPayment,
  findAttemptOwner,
  findOpenOrderId,
  findOrder,
  findOwner,
  findPageOwner,
  getOrder,
  insertEvent,
  insertOrder,
  listWatchedOrders,
  lockHead,
} from './order-store.ts';
import { insertReview } from './review-store.ts';

/** Paid order, as its invoice needs it. */
export interface PaidOrder {
  readonly orderId: number;
  /** Order number such as `RS-2026-000123`. */
  readonly orderNumber: string;
  readonly personId: number;
  readonly product: Product;
  /** Amount in kuruş with VAT. */
  readonly amountKurus: number;
  /** Per cent. */
  readonly vatRate: number;
  readonly paidAtMs: number;
  /** Period of the subscription; null for a product without an end, and when the payment is refunded at once. */
  readonly period: { readonly startMs: number; readonly endMs: number } | null;
}

/** Actions of other modules in the transactions of orders. */
export interface LedgerOptions {
  /** Writes the invoice inside the transaction that grants the purchase. */
  onPaid(this: void, trx: Db, paid: PaidOrder): Promise<unknown>;
  /** Writes the credit note inside the transaction that records the refund. */
  onRefunded(
    this: void,
    trx: Db,
    refund: { readonly orderId: number; readonly refundedAtMs: number },
  ): Promise<unknown>;
  /** Seller; null when none is set. */
  readonly seller: SellerLines | null;
}

/** Parts of the server that the ledger uses. */
export type LedgerContext = Pick<ServerContext, 'db' | 'keys' | 'config'>;

/** Returns the origin of an order's grant; the tables hold one grant for each origin. */
export function originOf(orderId: number): string {
  return `order:${orderId}`;
}

/** Creates the ledger in PostgreSQL. Every transaction locks the person first and the order second. */
export function createPostgresLedger(
  context: LedgerContext,
  options: LedgerOptions,
): PaymentLedger {
  const { db } = context;
  return {
    transact: (lock, fn) =>
      inTransaction(db, async (trx) => {
        await lockAll(trx, lock);
        return fn(createTransaction({ ...context, db: trx }, options));
      }),
    findOrder: (orderId) => findOrder(db, orderId),
    findAttempt: (provider, token) => findPageOwner(db, provider, token),
    findAttemptOwner: (provider, attemptId) => findAttemptOwner(db, provider, attemptId),
    listWatched: (provider) => listWatchedOrders(db, provider),
  };
}

/** Locks the people first and the orders second, each by ascending id. */
async function lockAll(trx: Db, lock: LedgerLock): Promise<void> {
  if ('personId' in lock) {
    await lockPerson(trx, lock.personId);
    return;
  }
  const orderIds = 'orderId' in lock ? [lock.orderId] : lock.orderIds;
  const owners = new Set<number>();
  for (const orderId of orderIds) {
    const owner = await findOwner(trx, orderId);
    if (owner !== undefined && owner !== null) owners.add(owner);
  }
  for (const personId of [...owners].toSorted((a, b) => a - b)) await lockPerson(trx, personId);
  for (const orderId of orderIds.toSorted((a, b) => a - b)) await lockHead(trx, orderId);
}

function createTransaction(context: LedgerContext, options: LedgerOptions): LedgerTransaction {
  const { db, keys, config } = context;
  const reader = async (personId: number | null) =>
    personId === null ? undefined : findPerson(db, personId);
  return {
    async findOpenOrder(personId, purchase) {
      const orderId = await findOpenOrderId(db, personId, purchase);
      return orderId === undefined ? undefined : getOrder(db, orderId);
    },
    createOrder: (personId, terms, nowMs) => insertOrder(db, personId, terms, nowMs),
    getOrder: (orderId) => getOrder(db, orderId),
    async append(order, event) {
      const view = applyEvent(order.view, event);
      await insertEvent(db, order, event, view);
      return { ...order, view };
    },
    async findStanding(personId, nowMs) {
      if (personId === null || !(await findPerson(db, personId))) return null;
      const { student, subscriber } = await readRights(db, personId, nowMs);
      const subscribedUntilMs = await readSubscribedUntil(db, personId, nowMs);
      return { student, subscriber, subscribedUntilMs };
    },
    grant({ id, personId }, right, { startsAtMs: startsAt, endsAtMs }, nowMs) {
      if (personId === null) throw new RangeError('the order has no person');
      const ends = endsAtMs === null ? {} : { endsAt: endsAtMs };
      const grant = { personId, right, startsAt, ...ends, origin: originOf(id) };
      return grantRight(db, grant, nowMs);
    },
    async endGrant({ id, personId }, grantId, nowMs) {
      // An erasure has removed the rights together with the person.
      if (personId !== null) {
        await endGrant(db, { id: grantId, personId }, nowMs, `refund:${id}`);
      }
    },
    async settlePaid(order, payment, period) {
      const { id: orderId, number: orderNumber, personId, product, vatRate } = order;
      const to = await reader(personId);
      if (!to || personId === null) return;
      const { amountKurus, atMs: paidAtMs } = payment;
      if (period) {
        const { baseUrl } = config;
        const mail = receiptMail(to, order, payment, period, { baseUrl, seller: options.seller });
        await writeMail(db, keys, mail, paidAtMs);
      }
      const billed = { orderId, orderNumber, personId, product, amountKurus, vatRate, paidAtMs };
      const { startsAtMs: startMs, endsAtMs: endMs } = period ?? { startsAtMs: 0, endsAtMs: null };
      await options.onPaid(db, {
        ...billed,
        period: endMs === null ? null : { startMs, endMs },
      });
    },
    findPaymentOrder: (provider, paymentId) => claimPayment(db, provider, paymentId),
    async noteReview(review) {
      await insertReview(db, review);
    },
    async settleRefunded(order, payment, nowMs) {
      const refund = order.view.refunds.findLast((one) => one.paymentId === payment.paymentId);
      const to = await reader(order.personId);
      if (to) {
        const about = { reason: refund?.reason ?? '', isByHand: refund?.where === 'hand' };
        const mail = refundMail(to, order, payment, about, config.baseUrl);
        await writeMail(db, keys, mail, nowMs);
      }
      if (payment.role === 'pays') {
        await options.onRefunded(db, { orderId: order.id, refundedAtMs: nowMs });
      }
    },
  };
}
