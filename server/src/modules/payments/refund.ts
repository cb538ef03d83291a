import { ProviderAway, type RefundResult } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LedgerTransaction, Order } from './ledger.ts';
import {
  findPayment,
  type PaymentView,
  type RefundView,
  refundablePayment,
  runningRefunds,
} from './order-machine.ts';
import type { PaymentPath } from './payment-path.ts';

/** Money that is to go back. */
export interface RefundWish {
  readonly payment: PaymentView;
  readonly reason: string;
  /** Public id of the administrator; null when the product decided. */
  readonly by: string | null;
}

/** The address that a refund is asked from; it is this server that asks. */
const OWN_ADDRESS = '127.0.0.1';

/**
 * Notes that a payment goes back and takes back at once what was given for it. The provider is asked after the commit,
 * by `driveRefunds` or, after a crash, by the reconciliation.
 */
export async function beginRefund(
  path: PaymentPath,
  tx: LedgerTransaction,
  order: Order,
  { payment, reason, by }: RefundWish,
): Promise<Order> {
  const atMs = path.clock.now();
  const { paymentId, role } = payment;
  const refundId = path.newId();
  const begun = { kind: 'refund-begun', atMs, refundId, paymentId, reason, by } as const;
  const next = await tx.append(order, begun);
  const { grant } = next.view;
  if (role === 'surplus' || grant?.endedAtMs !== null) return next;
  await tx.endGrant(next, grant.id, atMs);
  return tx.append(next, { kind: 'grant-ended', atMs, grantId: grant.id });
}

/**
 * Begins to pay an order back whose money was taken. Throws `not-found-404`, and `conflict-409` for an order that has
 * nothing to pay back, is being paid back, or was paid in another currency or to another provider.
 */
export async function beginOrderRefund(
  path: PaymentPath,
  orderId: number,
  { reason, by }: Pick<RefundWish, 'reason' | 'by'>,
): Promise<Order> {
  return path.ledger.transact({ orderId }, async (tx) => {
    const order = await tx.getOrder(orderId);
    const payment = refundablePayment(order.view);
    const isOurs = payment?.currency === order.currency && order.provider === path.provider.name;
    if (!payment || !isOurs) throw new AppError('conflict-409');
    return beginRefund(path, tx, order, { payment, reason, by });
  });
}

/** Asks the provider for every refund of the order that it has not confirmed; answers the order afterwards. */
export async function driveRefunds(path: PaymentPath, order: Order): Promise<Order> {
  let now = order;
  for (const refund of runningRefunds(order.view)) {
    const payment = findPayment(order.view, refund.paymentId);
    if (payment) now = await driveRefund(path, order, refund, payment);
  }
  return now;
}

async function driveRefund(
  path: PaymentPath,
  order: Order,
  { id: refundId }: RefundView,
  payment: PaymentView,
): Promise<Order> {
  const { paymentId, transactionId, amountKurus } = payment;
  const answer = await askRefund(path, {
    refundId,
    paymentId,
    transactionId,
    amountKurus,
    currency: order.currency,
    ip: OWN_ADDRESS,
  });
  return path.ledger.transact({ orderId: order.id }, async (tx) => {
    const atMs = path.clock.now();
    const now = await tx.getOrder(order.id);
    // Somebody else may have asked at the same time; the provider pays one refund back once.
    if (!runningRefunds(now.view).some(({ id }) => id === refundId)) return now;
    switch (answer.status) {
      case 'away':
        return tx.append(now, { kind: 'refund-no-answer', atMs, refundId });
      case 'refused':
        return tx.append(now, { kind: 'refund-refused', atMs, refundId, word: answer.reason });
      case 'done': {
        const done = await tx.append(now, { kind: 'refund-done', atMs, refundId });
        await tx.settleRefunded(done, payment, atMs);
        return done;
      }
    }
  });
}

async function askRefund(
  path: PaymentPath,
  request: Parameters<PaymentPath['provider']['refund']>[0],
): Promise<RefundResult | { readonly status: 'away' }> {
  try {
    return await path.provider.refund(request);
  } catch (error) {
    if (error instanceof ProviderAway) return { status: 'away' };
    throw error;
  }
}
