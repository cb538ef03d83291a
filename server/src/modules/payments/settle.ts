import {
  type OpenAttempt,
  type PaymentState,
  ProviderAway,
} from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import { entitledPeriod, rightOf } from './entitled-period.ts';
import type { LedgerTransaction, Order } from './ledger.ts';
import { type Capture, findAttempt, findPayment, judgeCapture } from './order-machine.ts';
import type { PaymentPath } from './payment-path.ts';
import { beginRefund, driveRefunds } from './refund.ts';

/** What made somebody look an attempt up: a browser that came back, or a notice with the provider's word. */
export interface Hint {
  readonly kind: 'returned' | 'noticed';
  readonly word?: string;
}

/** What a look-up answered; `away` when that cannot be believed or nothing came. */
type Answer = PaymentState | { readonly status: 'away' };

/**
 * Looks an attempt up at the provider and writes what is true: money that was taken becomes a right, an invoice and a
 * receipt in one transaction, or goes back. Any number of calls at once and of repetitions do it once. Answers the order
 * afterwards. Throws `not-found-404` for an order that does not exist.
 */
export async function settle(
  path: PaymentPath,
  orderId: number,
  attemptId: string,
  hint?: Hint,
): Promise<Order> {
  const before = await path.ledger.findOrder(orderId);
  if (!before) throw new AppError('not-found-404');
  if (before.provider !== path.provider.name) return before;
  const { state, page } = findAttempt(before.view, attemptId);
  const isFinal = state === 'captured' || page === null;
  // The money is taken: there is nothing to ask any more, and a browser may come back as often as it likes.
  if (isFinal && hint?.kind !== 'noticed') return before;
  const answer = isFinal ? null : await lookUp(path, { attemptId, ...page });
  const order = await path.ledger.transact({ orderId }, (tx) =>
    takeAnswer(path, tx, { orderId, attemptId }, hint, answer),
  );
  return driveRefunds(path, order);
}

async function lookUp(path: PaymentPath, attempt: OpenAttempt): Promise<Answer> {
  try {
    return await path.provider.lookUp(attempt);
  } catch (error) {
    if (error instanceof ProviderAway) return { status: 'away' };
    throw error;
  }
}

async function takeAnswer(
  path: PaymentPath,
  tx: LedgerTransaction,
  { orderId, attemptId }: { readonly orderId: number; readonly attemptId: string },
  hint: Hint | undefined,
  answer: Answer | null,
): Promise<Order> {
  const about = { atMs: path.clock.now(), attemptId };
  let order = await tx.getOrder(orderId);
  if (hint) order = await tx.append(order, { ...hint, ...about });
  if (!answer || findAttempt(order.view, attemptId).state === 'captured') return order;
  switch (answer.status) {
    case 'away':
      return tx.append(order, { kind: 'no-answer', ...about });
    case 'pending':
      return tx.append(order, { kind: 'seen-pending', code: answer.refused, ...about });
    case 'failed':
      return tx.append(order, { kind: 'seen-failed', code: answer.code, ...about });
    case 'captured':
      return takeMoney(path, tx, order, attemptId, captureOf(answer));
  }
}

function captureOf(answer: Extract<PaymentState, { readonly status: 'captured' }>): Capture {
  const { attemptId, paymentId, transactionId, orderNumber, amountKurus, currency } = answer;
  return { attemptId, paymentId, transactionId, orderNumber, amountKurus, currency };
}

/** Writes that money was taken, and what becomes of it. */
async function takeMoney(
  path: PaymentPath,
  tx: LedgerTransaction,
  order: Order,
  attemptId: string,
  capture: Capture,
): Promise<Order> {
  const atMs = path.clock.now();
  const role = judgeCapture(order, order.view, attemptId, capture);
  if (role === null) return order;
  let next = await tx.append(order, { kind: 'captured', atMs, attemptId, capture, role });
  const payment = findPayment(next.view, capture.paymentId);
  if (!payment || role === 'misfit') return next;
  if (role === 'surplus') {
    return beginRefund(path, tx, next, { payment, reason: 'paid-twice', by: null });
  }
  const standing = await tx.findStanding(next.personId, atMs);
  const period = entitledPeriod(next.product, standing, atMs);
  if (typeof period === 'string') {
    await tx.settlePaid(next, payment, null);
    return beginRefund(path, tx, next, { payment, reason: period, by: null });
  }
  const grantId = await tx.grant(next, rightOf(next.product), period, atMs);
  next = await tx.append(next, { kind: 'granted', atMs, grantId, ...period });
  await tx.settlePaid(next, payment, period);
  return next;
}
