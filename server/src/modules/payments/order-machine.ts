import type { OrderState, Product } from '@rasat/contract';
import type { CardCode } from '../../connectors/payment-provider.ts';

/** A legal text as it was agreed to. */
export interface AgreedText {
  readonly version: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What an order is about; never changed once it is made. Amounts are kuruş with VAT. */
export interface OrderTerms {
  readonly product: Product;
  readonly amountKurus: number;
  /** Per cent. */
  readonly vatRate: number;
  readonly currency: 'TRY';
  readonly provider: string;
  readonly agreement: AgreedText;
  readonly refund: AgreedText;
}

/** A page of the provider on which the attempt is paid. */
export interface AttemptPage {
  readonly token: string;
  readonly url: string;
  readonly expiresAtMs: number;
}

/** Money that the provider took. */
export interface Capture {
  readonly attemptId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly orderNumber: string;
  readonly amountKurus: number;
  readonly currency: string;
}

/**
 * What a captured payment is to its order. `pays`: it is what the order asked for. `misfit`: amount, currency or number
 * are others; a person decides. `surplus`: the order is paid already; it goes back.
 */
export type CaptureRole = 'pays' | 'misfit' | 'surplus';

/** What happened to an order, in its order; the state is their fold. Times are UTC epoch milliseconds. */
export type OrderEvent = { readonly atMs: number } & (
  | { readonly kind: 'attempt-begun'; readonly attemptId: string }
  | { readonly kind: 'page-opened'; readonly attemptId: string; readonly page: AttemptPage }
  | { readonly kind: 'open-refused'; readonly attemptId: string; readonly code: CardCode }
  /** No page came back: its address is known to nobody, so that nothing can be paid on it. */
  | { readonly kind: 'open-lost'; readonly attemptId: string }
  /** A browser came back, or the provider said something; both are hints and change nothing. */
  | { readonly kind: 'returned' | 'noticed'; readonly attemptId: string; readonly word?: string }
  /** Looked up, without an answer that can be believed. */
  | { readonly kind: 'no-answer'; readonly attemptId: string }
  | { readonly kind: 'seen-pending'; readonly attemptId: string; readonly code: CardCode | null }
  | { readonly kind: 'seen-failed'; readonly attemptId: string; readonly code: CardCode }
  | {
      readonly kind: 'captured';
      readonly attemptId: string;
      readonly capture: Capture;
      readonly role: CaptureRole;
    }
  | {
      readonly kind: 'granted';
      readonly grantId: number;
      readonly startsAtMs: number;
      readonly endsAtMs: number | null;
    }
  | { readonly kind: 'grant-ended'; readonly grantId: number }
  /** Another order took its place; its page may still be paid, and then it counts. */
  | { readonly kind: 'given-up' }
  | {
      readonly kind: 'refund-begun';
      readonly refundId: string;
      readonly paymentId: string;
      readonly reason: string;
      /** Public id of the administrator; null when the product decided. */
      readonly by: string | null;
    }
  | { readonly kind: 'refund-no-answer'; readonly refundId: string }
  | { readonly kind: 'refund-refused'; readonly refundId: string; readonly word: string }
  | { readonly kind: 'refund-done'; readonly refundId: string }
);

/** `opening`: a page was asked for. `live`: it may be paid. `unknown`: no answer. `dead`: it cannot be paid any more. */
export type AttemptState = 'opening' | 'live' | 'unknown' | 'dead' | 'captured';

/** An attempt to pay an order. */
export interface AttemptView {
  readonly id: string;
  readonly state: AttemptState;
  readonly beganAtMs: number;
  readonly page: AttemptPage | null;
  /** Why the card was refused last; null once money was taken. */
  readonly code: CardCode | null;
  /** When the provider said something about it last. */
  readonly seenAtMs: number;
}

/** `asked`: the provider has not confirmed it. `refused`: it will not pay back; a person decides. */
export type RefundState = 'asked' | 'refused' | 'done';

/** Money on its way back. */
export interface RefundView {
  readonly id: string;
  readonly paymentId: string;
  readonly state: RefundState;
  readonly reason: string;
  readonly by: string | null;
  readonly begunAtMs: number;
  readonly doneAtMs: number | null;
}

/** A captured payment. */
export interface PaymentView extends Capture {
  readonly role: CaptureRole;
  readonly atMs: number;
}

/** What was given for an order. */
export interface GrantView {
  readonly id: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
  /** When it was taken back; null while it was not. */
  readonly endedAtMs: number | null;
}

/** An order as its events make it. */
export interface OrderView {
  readonly state: OrderState;
  /** How many events there were. */
  readonly version: number;
  /** The last one is the present one. */
  readonly attempts: readonly AttemptView[];
  readonly payments: readonly PaymentView[];
  readonly refunds: readonly RefundView[];
  readonly grant: GrantView | null;
  /** Why a payment was refused last. */
  readonly code: CardCode | null;
  readonly paidAtMs: number | null;
}

/** An order to which nothing has happened. */
export const NEW_ORDER: OrderView = {
  state: 'open',
  version: 0,
  attempts: [],
  payments: [],
  refunds: [],
  grant: null,
  code: null,
  paidAtMs: null,
};

/** From which state which others can be reached; everything else is a broken invariant. */
export const TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  open: ['unknown', 'paid', 'failed', 'expired', 'review'],
  unknown: ['open', 'paid', 'failed', 'expired', 'review'],
  failed: ['open', 'expired', 'paid', 'review'],
  expired: ['paid', 'review'],
  paid: ['refunding'],
  review: ['refunding'],
  refunding: ['refunded', 'review'],
  refunded: [],
};

/** An order after everything that happened to it. Throws `RangeError` when that is impossible. */
export function foldOrder(events: Iterable<OrderEvent>): OrderView {
  let view = NEW_ORDER;
  for (const event of events) view = applyEvent(view, event);
  return view;
}

/** An order after one more event. Throws `RangeError` when it cannot happen to this order. */
export function applyEvent(view: OrderView, event: OrderEvent): OrderView {
  const next = { ...apply(view, event), version: view.version + 1 };
  if (next.state !== view.state && !TRANSITIONS[view.state].includes(next.state)) {
    throw new RangeError(`${event.kind} led from ${view.state} to ${next.state}`);
  }
  return next;
}

function apply(view: OrderView, event: OrderEvent): OrderView {
  switch (event.kind) {
    case 'attempt-begun':
      return beginAttempt(view, event.attemptId, event.atMs);
    case 'page-opened':
      return changeAttempt(view, event, { state: 'live', page: event.page });
    case 'open-refused':
      return endAttempt(view, event, event.code);
    case 'open-lost':
      return endAttempt(view, event, null);
    case 'returned':
    case 'noticed':
      return view;
    case 'no-answer':
      return seeNothing(view, event);
    case 'seen-pending':
      return seePending(view, event, event.code);
    case 'seen-failed':
      return endAttempt(view, event, event.code);
    case 'captured':
      return capture(view, event);
    case 'granted': {
      const { grantId: id, startsAtMs, endsAtMs } = event;
      if (view.grant) throw new RangeError('an order gives a right once');
      return { ...view, grant: { id, startsAtMs, endsAtMs, endedAtMs: null } };
    }
    case 'grant-ended':
      if (view.grant?.id !== event.grantId) throw new RangeError('the order gave another right');
      return { ...view, grant: { ...view.grant, endedAtMs: event.atMs } };
    case 'given-up':
      if (!isOpen(view)) throw new RangeError(`an order that is ${view.state} is not given up`);
      return { ...view, state: 'expired' };
    case 'refund-begun':
      return beginRefund(view, event);
    case 'refund-no-answer':
      return changeRefund(view, event.refundId, {});
    case 'refund-refused':
      return changeRefund(view, event.refundId, { state: 'refused' });
    case 'refund-done':
      return changeRefund(view, event.refundId, { state: 'done', doneAtMs: event.atMs });
  }
}

type About = { readonly attemptId: string; readonly atMs: number };

function beginAttempt(view: OrderView, id: string, atMs: number): OrderView {
  const present = presentAttempt(view);
  if (!['open', 'failed'].includes(view.state) || (present && present.state !== 'dead')) {
    throw new RangeError('an attempt begins when the one before cannot be paid any more');
  }
  const begun: AttemptView = {
    id,
    state: 'opening',
    beganAtMs: atMs,
    page: null,
    code: null,
    seenAtMs: atMs,
  };
  return { ...view, state: 'open', attempts: [...view.attempts, begun] };
}

function changeAttempt(view: OrderView, about: About, change: Partial<AttemptView>): OrderView {
  findAttempt(view, about.attemptId);
  const attempts = view.attempts.map((one) =>
    one.id === about.attemptId ? { ...one, seenAtMs: about.atMs, ...change } : one,
  );
  return { ...view, attempts };
}

/** Whether what is said about an attempt says something about the order: it is what the order waits for. */
function isAwaited(view: OrderView, about: About): boolean {
  return isOpen(view) && presentAttempt(view)?.id === about.attemptId;
}

function endAttempt(view: OrderView, about: About, code: CardCode | null): OrderView {
  const before = findAttempt(view, about.attemptId);
  if (before.state === 'captured') return view;
  const next = changeAttempt(view, about, { state: 'dead', code: code ?? before.code });
  if (!isAwaited(view, about) || view.state === 'failed') return next;
  // A page that nobody tried a card on ran out; that is nobody's refusal.
  const ranOut = before.page !== null && about.atMs >= before.page.expiresAtMs && !before.code;
  return { ...next, state: ranOut ? 'expired' : 'failed', code: ranOut ? null : code };
}

function seeNothing(view: OrderView, about: About): OrderView {
  const { state } = findAttempt(view, about.attemptId);
  if (state === 'captured' || state === 'dead') return view;
  const next = changeAttempt(view, about, { state: 'unknown' });
  return isAwaited(view, about) ? { ...next, state: 'unknown' } : next;
}

function seePending(view: OrderView, about: About, code: CardCode | null): OrderView {
  const before = findAttempt(view, about.attemptId);
  if (before.state === 'captured') return view;
  const next = changeAttempt(view, about, { state: 'live', code: code ?? before.code });
  return isAwaited(view, about) ? { ...next, state: 'open', code: code ?? view.code } : next;
}

function capture(
  view: OrderView,
  event: Extract<OrderEvent, { readonly kind: 'captured' }>,
): OrderView {
  const { role, atMs } = event;
  if (view.payments.some(({ paymentId }) => paymentId === event.capture.paymentId)) {
    throw new RangeError('a payment is captured once');
  }
  const isPaid = view.payments.length > 0;
  if (isPaid !== (role === 'surplus')) throw new RangeError(`a payment that is no ${role}`);
  const next = changeAttempt(view, event, { state: 'captured', code: null });
  const payments = [...view.payments, { ...event.capture, role, atMs }];
  if (role === 'surplus') return { ...next, payments };
  if (role === 'misfit') return { ...next, payments, state: 'review' };
  return { ...next, payments, state: 'paid', code: null, paidAtMs: atMs };
}

function beginRefund(
  view: OrderView,
  event: Extract<OrderEvent, { readonly kind: 'refund-begun' }>,
): OrderView {
  const { refundId: id, paymentId, reason, by, atMs } = event;
  const payment = findPayment(view, paymentId);
  if (!payment) throw new RangeError('no such payment');
  if (view.refunds.some((one) => one.paymentId === paymentId && one.state !== 'refused')) {
    throw new RangeError('a payment is paid back once');
  }
  const refund: RefundView = {
    id,
    paymentId,
    state: 'asked',
    reason,
    by,
    begunAtMs: atMs,
    doneAtMs: null,
  };
  const next = { ...view, refunds: [...view.refunds, refund] };
  return payment.role === 'surplus' ? next : { ...next, state: 'refunding' };
}

function changeRefund(view: OrderView, id: string, change: Partial<RefundView>): OrderView {
  const refund = view.refunds.find((one) => one.id === id);
  if (refund?.state !== 'asked') throw new RangeError('no such refund is on its way');
  const refunds = view.refunds.map((one) => (one.id === id ? { ...one, ...change } : one));
  const next = { ...view, refunds };
  if (findPayment(view, refund.paymentId)?.role === 'surplus') return next;
  if (change.state === 'refused') return { ...next, state: 'review' };
  return change.state === 'done' ? { ...next, state: 'refunded' } : next;
}

/** The attempt that may be paid or was the last one. */
export function presentAttempt(view: OrderView): AttemptView | undefined {
  return view.attempts.at(-1);
}

/** Whether the buyer may go on with the order; of each purchase a person has at most one such order. */
export function isOpen({ state }: OrderView): boolean {
  return state === 'open' || state === 'unknown' || state === 'failed';
}

/** An attempt of the order. Throws `RangeError` when there is none of that id. */
export function findAttempt(view: OrderView, attemptId: string): AttemptView {
  const found = view.attempts.find(({ id }) => id === attemptId);
  if (!found) throw new RangeError('the order has no such attempt');
  return found;
}

/** A captured payment of the order. */
export function findPayment(view: OrderView, paymentId: string): PaymentView | undefined {
  return view.payments.find((one) => one.paymentId === paymentId);
}

/** The payment that the order's state is about: what paid it, or what did not fit. */
function mainPayment(view: OrderView): PaymentView | undefined {
  return view.payments.find(({ role }) => role !== 'surplus');
}

/**
 * What goes back when somebody pays the order back: first what was paid twice and the provider refused to return, which
 * takes no right away; then what paid it. Undefined when nothing is left to go back.
 */
export function refundablePayment(view: OrderView): PaymentView | undefined {
  const isOnItsWay = ({ paymentId }: PaymentView): boolean =>
    view.refunds.some((one) => one.paymentId === paymentId && one.state !== 'refused');
  const kept = view.payments.find((one) => one.role === 'surplus' && !isOnItsWay(one));
  return kept ?? (view.state === 'paid' || view.state === 'review' ? mainPayment(view) : undefined);
}

/** What a payment that was captured for an attempt is to the order; null when it is known already. */
export function judgeCapture(
  order: OrderTerms & { readonly number: string },
  view: OrderView,
  attemptId: string,
  payment: Capture,
): CaptureRole | null {
  if (findPayment(view, payment.paymentId)) return null;
  if (view.payments.length > 0) return 'surplus';
  const fits =
    payment.amountKurus === order.amountKurus &&
    payment.currency === order.currency &&
    payment.orderNumber === order.number &&
    payment.attemptId === attemptId;
  return fits ? 'pays' : 'misfit';
}

/** Whether two orders would be the same to the buyer: what, how much, by whom, under which texts. */
export function isSameDeal(a: OrderTerms, b: OrderTerms): boolean {
  return (
    a.product === b.product &&
    a.amountKurus === b.amountKurus &&
    a.vatRate === b.vatRate &&
    a.currency === b.currency &&
    a.provider === b.provider &&
    a.agreement.sha256 === b.agreement.sha256 &&
    a.refund.sha256 === b.refund.sha256
  );
}

/** Attempts of which the provider may still say something new. */
export function watchedAttempts(view: OrderView): AttemptView[] {
  return view.attempts.filter(({ state }) => state !== 'dead' && state !== 'captured');
}

/** Refunds that the provider has not confirmed. */
export function runningRefunds(view: OrderView): RefundView[] {
  return view.refunds.filter(({ state }) => state === 'asked');
}

/** Whether reconciliation has something to do with the order. */
export function needsWatching(view: OrderView): boolean {
  return watchedAttempts(view).length > 0 || runningRefunds(view).length > 0;
}
