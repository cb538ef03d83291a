import type { PaymentState } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import { entitledPeriod, rightOf } from './entitled-period.ts';
import type { LedgerTransaction, Order } from './ledger.ts';
import {
  type Capture,
  type CaptureRole,
  findPayment,
  getAttempt,
  judgeCapture,
} from './order-machine.ts';
import type { PaymentPath } from './payment-path.ts';
import {
  answerOf,
  beginRefund,
  canRefundAtProvider,
  driveRefunds,
  keptSurplus,
  reviewCapture,
} from './refund.ts';

/**
 * Reason to look an attempt up: a browser that returned, a notice with the provider's word and the payment that it
 * names, or a line of the provider's list.
 */
export interface Hint {
  readonly kind: 'returned' | 'noticed' | 'listed';
  readonly word?: string;
  readonly paymentId?: string;
}

/** Answer of a look-up; `unavailable` when there is no usable answer. */
type Answer = PaymentState | { readonly status: 'unavailable' };

/** Attempt of an order, with the number of events of the order when the provider was asked. */
interface Asked {
  readonly orderId: number;
  readonly attemptId: string;
  readonly asOf: number;
}

/** Result of a write that found the payment on another order. */
class Contested {
  readonly paymentId: string;
  readonly otherId: number;

  constructor(paymentId: string, otherId: number) {
    this.paymentId = paymentId;
    this.otherId = otherId;
  }
}

/**
 * Looks an attempt up at the provider and writes the answer: captured money becomes a right, an invoice and a receipt
 * in one transaction, or is refunded. A hint is committed before the provider is asked, and the attempt is watched
 * until the provider has answered. Concurrent and repeated calls have the effect of one. Returns the order afterwards.
 * Throws `not-found-404` for an order that does not exist.
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
  const { page } = getAttempt(before.view, attemptId);
  if (page === null) return before;
  const order = hint ? await storeHint(path, before, attemptId, hint) : before;
  const { state, hints } = getAttempt(order.view, attemptId);
  // The money is taken: a further return of a browser needs no look-up.
  if (state === 'captured' && hints.length === 0) return hint ? driveRefunds(path, order) : order;
  const asked = { orderId, attemptId, asOf: order.view.version };
  const answer =
    state === 'captured'
      ? null
      : await answerOf(() => path.provider.lookUp({ attemptId, ...page }));
  const seen = answer
    ? await write(path, asked, (tx) => takeAnswer(path, tx, asked, answer))
    : order;
  // The page is asked first, because the payment that a hint names may be the page's own.
  const named = answer?.status === 'unavailable' ? seen : await lookUpNamed(path, seen, asked);
  return driveRefunds(path, named);
}

/** Commits the hint; a browser that returns from a paid page stores nothing. */
async function storeHint(
  path: PaymentPath,
  order: Order,
  attemptId: string,
  hint: Hint,
): Promise<Order> {
  const isPaid = getAttempt(order.view, attemptId).state === 'captured';
  if (isPaid && hint.kind === 'returned') return order;
  return path.ledger.transact({ orderId: order.id }, async (tx) =>
    tx.append(await tx.getOrder(order.id), { ...hint, atMs: path.clock.now(), attemptId }),
  );
}

/** Writes the provider's answer to the order; a payment that another order has is written to both. */
async function write(
  path: PaymentPath,
  asked: Asked,
  fn: (tx: LedgerTransaction) => Promise<Order | Contested>,
): Promise<Order> {
  const { orderId } = asked;
  const written = await path.ledger.transact({ orderId }, fn);
  if (!(written instanceof Contested)) return written;
  const orderIds = [orderId, written.otherId];
  return path.ledger.transact({ orderIds }, (tx) => contest(path, tx, asked, written));
}

async function takeAnswer(
  path: PaymentPath,
  tx: LedgerTransaction,
  { orderId, attemptId, asOf }: Asked,
  answer: Answer,
): Promise<Order | Contested> {
  const about = { atMs: path.clock.now(), attemptId };
  const order = await tx.getOrder(orderId);
  if (getAttempt(order.view, attemptId).state === 'captured') return order;
  switch (answer.status) {
    case 'unavailable':
      return tx.append(order, { kind: 'no-answer', ...about });
    case 'pending':
      return tx.append(order, { kind: 'seen-pending', code: answer.refused, asOf, ...about });
    case 'failed':
      return tx.append(order, { kind: 'seen-failed', code: answer.code, asOf, ...about });
    case 'captured': {
      const capture = captureOf(answer);
      const role = judgeCapture(order, order.view, attemptId, capture);
      return takeMoney(path, tx, order, { attemptId, capture, role });
    }
  }
}

function captureOf(answer: Extract<PaymentState, { readonly status: 'captured' }>): Capture {
  const { attemptId, paymentId, transactionId, orderNumber, amountKurus, currency } = answer;
  const capture = { attemptId, paymentId, transactionId, orderNumber, amountKurus, currency };
  return answer.unreadable === undefined ? capture : { ...capture, unreadable: answer.unreadable };
}

/**
 * Looks up each payment that a hint named and the page did not: a second payment of a page is refunded. While the page
 * is undecided this waits, since the page's own answer may be about the same payment.
 */
async function lookUpNamed(
  path: PaymentPath,
  order: Order,
  { attemptId, asOf }: Asked,
): Promise<Order> {
  const { state, hints } = getAttempt(order.view, attemptId);
  if (state !== 'captured' && state !== 'dead') return order;
  let now = order;
  for (const { paymentId, version } of hints) {
    // For a hint that arrived after the look-up, the page is asked first.
    if (paymentId !== null && version <= asOf)
      now = await lookUpPayment(path, now, attemptId, paymentId);
  }
  return now;
}

async function lookUpPayment(
  path: PaymentPath,
  order: Order,
  attemptId: string,
  paymentId: string,
): Promise<Order> {
  const { id: orderId, provider, view } = order;
  const asked = { orderId, attemptId, asOf: view.version };
  const answer = await answerOf(() => path.provider.findPayment(paymentId));
  if (answer.status === 'unavailable') return order;
  if (answer.status === 'captured' && answer.attemptId === attemptId) {
    return write(path, asked, (tx) => takeNamed(path, tx, asked, captureOf(answer)));
  }
  const owner =
    answer.status === 'captured'
      ? await path.ledger.findAttemptOwner(provider, answer.attemptId)
      : undefined;
  // The payment belongs to another attempt: the hint moves there and is dropped here.
  if (owner) {
    await settle(path, owner.orderId, owner.attemptId, { kind: 'noticed', paymentId });
  }
  return path.ledger.transact({ orderId }, async (tx) => {
    const now = await tx.getOrder(orderId);
    const atMs = path.clock.now();
    if (answer.status === 'captured' && !owner) {
      const about = { kind: 'unknown-charge', key: `charge ${paymentId}` } as const;
      await tx.noteReview(reviewCapture(order, about, { ...answer, paymentId }, atMs));
    }
    return tx.append(now, { kind: 'seen-no-payment', atMs, attemptId, paymentId });
  });
}

/**
 * Records a payment that differs from the page's own: a second one, or one that an administrator has to decide about.
 */
async function takeNamed(
  path: PaymentPath,
  tx: LedgerTransaction,
  { orderId }: Asked,
  capture: Capture,
): Promise<Order | Contested> {
  const order = await tx.getOrder(orderId);
  const { attemptId } = capture;
  const judged = judgeCapture(order, order.view, attemptId, capture);
  const role = judged === 'pays' ? 'misfit' : judged;
  return takeMoney(path, tx, order, { attemptId, capture, role });
}

/** Capture for an attempt; `role` is null for a payment that the order has already. */
interface Taking {
  readonly attemptId: string;
  readonly capture: Capture;
  readonly role: CaptureRole | null;
}

/** Records a capture, and its grant, refund or review. */
async function takeMoney(
  path: PaymentPath,
  tx: LedgerTransaction,
  order: Order,
  { attemptId, capture, role }: Taking,
): Promise<Order | Contested> {
  const atMs = path.clock.now();
  const { paymentId } = capture;
  if (order.view.contested.some((one) => one.paymentId === paymentId)) return order;
  if (role === null) return leavePage(tx, order, attemptId, atMs);
  const otherId = await tx.findPaymentOrder(order.provider, paymentId);
  if (otherId !== undefined && otherId !== order.id) return new Contested(paymentId, otherId);
  const captured = { kind: 'captured', atMs, attemptId, capture, role } as const;
  let next = await tx.append(order, captured);
  const payment = findPayment(next.view, paymentId);
  if (!payment || role === 'misfit') return next;
  if (role === 'surplus') {
    if (canRefundAtProvider(path, next, payment)) {
      return beginRefund(path, tx, next, { payment, reason: 'paid-twice', by: null });
    }
    await tx.noteReview(keptSurplus(next, payment, atMs));
    return next;
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

/** Closes a page whose payment the order has from another page. */
async function leavePage(
  tx: LedgerTransaction,
  order: Order,
  attemptId: string,
  atMs: number,
): Promise<Order> {
  if (getAttempt(order.view, attemptId).state === 'captured') return order;
  return tx.append(order, { kind: 'seen-failed', atMs, attemptId, code: 'card-bad-fields-400' });
}

/** Puts both orders that the provider names for one payment under review, each once. */
async function contest(
  path: PaymentPath,
  tx: LedgerTransaction,
  { orderId, attemptId }: Asked,
  { paymentId, otherId }: Contested,
): Promise<Order> {
  const atMs = path.clock.now();
  const order = await tx.getOrder(orderId);
  const other = await tx.getOrder(otherId);
  const isNoted = ({ view }: Order): boolean =>
    view.contested.some((one) => one.paymentId === paymentId);
  const payment = findPayment(other.view, paymentId);
  if (payment && !isNoted(other)) {
    const about = { attemptId: payment.attemptId, paymentId, other: order.number };
    await tx.append(other, { kind: 'contested', atMs, ...about });
  }
  if (isNoted(order)) return order;
  const about = { attemptId, paymentId, other: other.number };
  return tx.append(order, { kind: 'contested', atMs, ...about });
}
