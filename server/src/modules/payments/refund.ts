import { ProviderUnavailable } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LedgerTransaction, NewReview, Order } from './ledger.ts';
import {
  type Capture,
  findPayment,
  isContested,
  type PaymentView,
  type RefundPlace,
  type RefundView,
  refundablePayment,
  runningRefunds,
} from './order-machine.ts';
import type { PaymentPath } from './payment-path.ts';

/** Payment to refund. */
export interface RefundIntent {
  readonly payment: PaymentView;
  readonly reason: string;
  /** Public id of the administrator; null when the product decided. */
  readonly by: string | null;
  /** Place of a refund that was already made; without it the provider is asked. */
  readonly where?: RefundPlace;
}

/** IP address that a refund request names: this server sends the request. */
const OWN_ADDRESS = '127.0.0.1';

/**
 * Begins the refund of a payment and ends its grant at once. The provider is asked after the commit,
 * by `driveRefunds` or, after a crash, by the reconciliation.
 */
export async function beginRefund(
  path: PaymentPath,
  tx: LedgerTransaction,
  order: Order,
  { payment, reason, by, where }: RefundIntent,
): Promise<Order> {
  const atMs = path.clock.now();
  const { paymentId, role } = payment;
  const refundId = path.newId();
  const begun = { kind: 'refund-begun', atMs, refundId, paymentId, reason, by } as const;
  const next = await tx.append(order, where === undefined ? begun : { ...begun, where });
  const { grant } = next.view;
  if (role === 'surplus' || grant?.endedAtMs !== null) return next;
  await tx.endGrant(next, grant.id, atMs);
  return tx.append(next, { kind: 'grant-ended', atMs, grantId: grant.id });
}

/**
 * Begins the refund of a paid order. Throws `not-found-404`, and `conflict-409` for an order that has nothing to
 * refund, is being refunded, or was paid in another currency or to another provider.
 */
export async function beginOrderRefund(
  path: PaymentPath,
  orderId: number,
  { reason, by }: Pick<RefundIntent, 'reason' | 'by'>,
): Promise<Order> {
  return path.ledger.transact({ orderId }, async (tx) => {
    const order = await tx.getOrder(orderId);
    const payment = refundablePayment(order.view);
    if (!payment || !canRefundAtProvider(path, order, payment)) throw new AppError('conflict-409');
    return beginRefund(path, tx, order, { payment, reason, by });
  });
}

/**
 * Whether the provider can refund a payment: it took the payment, and the amount is known and in the order's currency.
 */
export function canRefundAtProvider(
  { provider }: { readonly provider: Pick<PaymentPath['provider'], 'name'> },
  order: Order,
  { amountKurus, currency }: PaymentView,
): boolean {
  return order.provider === provider.name && currency === order.currency && amountKurus > 0;
}

/**
 * Records that a payment was refunded outside this product: the grant ends, and the credit note is written. Returns
 * null when this product has requested or completed a refund of the payment.
 */
export async function recordRefund(
  path: PaymentPath,
  tx: LedgerTransaction,
  order: Order,
  intent: RefundIntent & { readonly where: RefundPlace },
): Promise<Order | null> {
  const { payment } = intent;
  const { paymentId } = payment;
  if (order.view.refunds.some((one) => one.paymentId === paymentId && one.state !== 'refused')) {
    return null;
  }
  const begun = await beginRefund(path, tx, order, intent);
  const refund = begun.view.refunds.findLast((one) => one.paymentId === paymentId);
  if (!refund) throw new RangeError('a refund that was begun is there');
  const atMs = path.clock.now();
  const done = await tx.append(begun, { kind: 'refund-done', atMs, refundId: refund.id });
  await tx.settleRefunded(done, payment, atMs);
  return done;
}

/**
 * Records that an administrator refunded an order by hand, for cases that the provider cannot refund. Throws
 * `not-found-404`, and `conflict-409` for an order that has nothing to refund or is being refunded.
 */
export function refundByHand(
  path: PaymentPath,
  orderId: number,
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<Order> {
  return path.ledger.transact({ orderId }, async (tx) => {
    const order = await tx.getOrder(orderId);
    const payment = refundablePayment(order.view);
    const done =
      payment && (await recordRefund(path, tx, order, { payment, reason, by, where: 'hand' }));
    if (!done) throw new AppError('conflict-409');
    return done;
  });
}

/**
 * Closes the review of a payment that the provider names for another order too. Throws `not-found-404`, and
 * `conflict-409` when no payment of the order is contested.
 */
export function closeContest(
  path: PaymentPath,
  orderId: number,
  { note, by }: { readonly note: string; readonly by: string },
): Promise<Order> {
  return path.ledger.transact({ orderId }, async (tx) => {
    const order = await tx.getOrder(orderId);
    if (!isContested(order.view)) throw new AppError('conflict-409');
    return tx.append(order, { kind: 'review-closed', atMs: path.clock.now(), note, by });
  });
}

/** Returns the review of a surplus payment that is not refunded automatically. */
export function keptSurplus(order: Order, payment: PaymentView, foundAtMs: number): NewReview {
  const key = `surplus ${payment.paymentId}`;
  return reviewCapture(order, { kind: 'surplus-kept', key }, payment, foundAtMs);
}

/** Returns the review of a captured payment; an unreadable amount is shown as the provider wrote it. */
export function reviewCapture(
  { id: orderId, provider }: Order,
  about: Pick<NewReview, 'kind' | 'key'>,
  { paymentId, amountKurus, currency, unreadable }: Omit<Capture, 'transactionId'>,
  foundAtMs: number,
): NewReview {
  return {
    ...about,
    provider,
    orderId,
    paymentId,
    amountKurus: unreadable === undefined ? amountKurus : null,
    currency,
    detail: { ...(unreadable !== undefined && { word: unreadable }) },
    foundAtMs,
  };
}

/** Requests at the provider every unconfirmed refund of the order; returns the order afterwards. */
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
  const { currency } = order;
  const answer = await answerOf(() =>
    path.provider.refund({
      refundId,
      paymentId,
      transactionId,
      amountKurus,
      currency,
      ip: OWN_ADDRESS,
    }),
  );
  return path.ledger.transact({ orderId: order.id }, async (tx) => {
    const atMs = path.clock.now();
    const now = await tx.getOrder(order.id);
    // A concurrent call may have asked too; the provider executes each refund once.
    if (!runningRefunds(now.view).some(({ id }) => id === refundId)) return now;
    switch (answer.status) {
      case 'unavailable':
        return tx.append(now, { kind: 'refund-no-answer', atMs, refundId });
      case 'refused': {
        // The refusal leaves the order's state unchanged: without a review the operator would not see the double
        // payment.
        if (payment.role === 'surplus') await tx.noteReview(keptSurplus(now, payment, atMs));
        return tx.append(now, { kind: 'refund-refused', atMs, refundId, word: answer.reason });
      }
      case 'done': {
        const done = await tx.append(now, { kind: 'refund-done', atMs, refundId });
        await tx.settleRefunded(done, payment, atMs);
        return done;
      }
    }
  });
}

/** Returns the provider's answer; `unavailable` when the outcome is unknown. */
export async function answerOf<T>(
  ask: () => Promise<T>,
): Promise<T | { readonly status: 'unavailable' }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { status: 'unavailable' };
    throw error;
  }
}
