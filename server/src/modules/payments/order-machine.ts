import type { OrderState, Product, ProviderName } from '@rasat/contract';
import type { CardCode } from '../../connectors/payment-provider.ts';

/** Legal text that the buyer agreed to. */
export interface AgreedText {
  readonly version: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Terms of an order, fixed at its creation. Amounts are kuruş with VAT. */
export interface OrderTerms {
  readonly product: Product;
  readonly amountKurus: number;
  /** Per cent. */
  readonly vatRate: number;
  readonly currency: 'TRY';
  readonly provider: ProviderName;
  readonly agreement: AgreedText;
  readonly refund: AgreedText;
}

/** Page of the provider on which the attempt is paid. */
export interface AttemptPage {
  readonly token: string;
  readonly url: string;
  readonly expiresAtMs: number;
}

/** Payment that the provider captured. */
export interface Capture {
  readonly attemptId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly orderNumber: string;
  /** Amount in kuruş; 0 when the provider's amount is unreadable. */
  readonly amountKurus: number;
  readonly currency: string;
  /** Amount as the provider wrote it, only when it is unreadable. */
  readonly unreadable?: string;
}

/**
 * Role of a captured payment for its order. `pays`: the payment that the order requested. `misfit`: amount, currency or
 * number differ; an administrator decides. `surplus`: the order is paid already; the payment is refunded.
 */
export type CaptureRole = 'pays' | 'misfit' | 'surplus';

/** Event of an order; the order's state is the fold of its events. Times are UTC epoch milliseconds. */
export type OrderEvent = { readonly atMs: number } & (
  | { readonly kind: 'attempt-begun'; readonly attemptId: string }
  | { readonly kind: 'page-opened'; readonly attemptId: string; readonly page: AttemptPage }
  | { readonly kind: 'open-refused'; readonly attemptId: string; readonly code: CardCode }
  /** The provider returned no page: the attempt cannot be paid without its address. */
  | { readonly kind: 'open-lost'; readonly attemptId: string }
  /**
   * A browser returned, the provider sent a notice, or its list of the day names the attempt. Each is a hint: it
   * changes no state, and the attempt is watched until the provider has answered about its page.
   */
  | {
      readonly kind: 'returned' | 'noticed' | 'listed';
      readonly attemptId: string;
      readonly word?: string;
      /** Captured payment that the provider named. */
      readonly paymentId?: string;
    }
  /** A look-up without a usable answer. */
  | { readonly kind: 'no-answer'; readonly attemptId: string }
  | ({
      readonly kind: 'seen-pending';
      readonly attemptId: string;
      readonly code: CardCode | null;
    } & Seen)
  | ({ readonly kind: 'seen-failed'; readonly attemptId: string; readonly code: CardCode } & Seen)
  | {
      readonly kind: 'captured';
      readonly attemptId: string;
      readonly capture: Capture;
      readonly role: CaptureRole;
    }
  /** The provider answered that a payment that a hint named took no money for this attempt. */
  | { readonly kind: 'seen-no-payment'; readonly attemptId: string; readonly paymentId: string }
  /** The provider names one payment for this order and for another one; an administrator decides about both. */
  | {
      readonly kind: 'contested';
      /** Attempt of this order. */
      readonly attemptId: string;
      readonly paymentId: string;
      /** Number of the other order. */
      readonly other: string;
    }
  /** An administrator closed the review of a contested payment. */
  | { readonly kind: 'review-closed'; readonly note: string; readonly by: string }
  | {
      readonly kind: 'granted';
      readonly grantId: number;
      readonly startsAtMs: number;
      readonly endsAtMs: number | null;
    }
  | { readonly kind: 'grant-ended'; readonly grantId: number }
  /** Another order replaced it; a payment on its page still counts. */
  | { readonly kind: 'given-up' }
  | {
      readonly kind: 'refund-begun';
      readonly refundId: string;
      readonly paymentId: string;
      readonly reason: string;
      /** Public id of the administrator; null when the product decided. */
      readonly by: string | null;
      /** Place of a refund that this product did not request; `refund-done` follows at once. */
      readonly where?: RefundPlace;
    }
  | { readonly kind: 'refund-no-answer'; readonly refundId: string }
  | { readonly kind: 'refund-refused'; readonly refundId: string; readonly word: string }
  | { readonly kind: 'refund-done'; readonly refundId: string }
);

/** Position of the look-up behind an answer. */
interface Seen {
  /** Number of events of the order at the look-up. Without it, the answer covers every earlier hint. */
  readonly asOf?: number;
}

/** Place of a refund. `provider`: in the provider's own panel. `hand`: by hand, as an administrator records. */
export type RefundPlace = 'provider' | 'hand';

/** Hint that the provider has not answered yet. */
export interface HintView {
  /** Number of the hint's event. */
  readonly version: number;
  /** Captured payment that the hint names; null when it names none. */
  readonly paymentId: string | null;
}

/**
 * State of an attempt. `opening`: the page was requested. `live`: the page can be paid. `unknown`: the provider did not
 * answer. `dead`: the page can no longer be paid.
 */
export type AttemptState = 'opening' | 'live' | 'unknown' | 'dead' | 'captured';

/** Attempt to pay an order. */
export interface AttemptView {
  readonly id: string;
  readonly state: AttemptState;
  readonly beganAtMs: number;
  readonly page: AttemptPage | null;
  /** Code of the last card refusal; null once money was taken. */
  readonly code: CardCode | null;
  /** Time of the provider's last answer about the attempt. */
  readonly seenAtMs: number;
  /** Hints that the provider has to answer before anything else is done. */
  readonly hints: readonly HintView[];
}

/**
 * State of a refund. `asked`: the provider has not confirmed the refund. `refused`: the provider refuses the refund; an
 * administrator decides.
 */
export type RefundState = 'asked' | 'refused' | 'done';

/** Refund of a payment. */
export interface RefundView {
  readonly id: string;
  readonly paymentId: string;
  readonly state: RefundState;
  readonly reason: string;
  readonly by: string | null;
  /** Place of a refund made outside this product; null when this product requests it. */
  readonly where: RefundPlace | null;
  readonly begunAtMs: number;
  readonly doneAtMs: number | null;
}

/** Captured payment with its role. */
export interface PaymentView extends Capture {
  readonly role: CaptureRole;
  readonly atMs: number;
}

/** Grant of an order. */
export interface GrantView {
  readonly id: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
  /** End of the grant by a refund; null while the grant is in force. */
  readonly endedAtMs: number | null;
}

/** Payment that the provider names for another order too. */
export interface ContestView {
  readonly paymentId: string;
  /** Number of the other order. */
  readonly other: string;
  /** Whether an administrator has closed the review. */
  readonly isDecided: boolean;
}

/** Order as the fold of its events. */
export interface OrderView {
  readonly state: OrderState;
  /** Number of events. */
  readonly version: number;
  /** Attempts; the last one is the present one. */
  readonly attempts: readonly AttemptView[];
  readonly payments: readonly PaymentView[];
  readonly refunds: readonly RefundView[];
  readonly grant: GrantView | null;
  readonly contested: readonly ContestView[];
  /** Code of the last refused payment. */
  readonly code: CardCode | null;
  readonly paidAtMs: number | null;
}

/** Order without events. */
export const NEW_ORDER: OrderView = {
  state: 'open',
  version: 0,
  attempts: [],
  payments: [],
  refunds: [],
  grant: null,
  contested: [],
  code: null,
  paidAtMs: null,
};

/** Allowed transitions between states; every other one is a broken invariant. */
export const TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  open: ['unknown', 'paid', 'failed', 'expired', 'review'],
  unknown: ['open', 'paid', 'failed', 'expired', 'review'],
  failed: ['open', 'expired', 'paid', 'review'],
  expired: ['paid', 'review'],
  paid: ['refunding', 'review'],
  review: ['refunding', 'paid', 'expired'],
  refunding: ['refunded', 'review'],
  refunded: [],
};

/** Returns the order after its events. Throws `RangeError` when a sequence is impossible. */
export function foldOrder(events: Iterable<OrderEvent>): OrderView {
  let view = NEW_ORDER;
  for (const event of events) view = applyEvent(view, event);
  return view;
}

/** Returns the order after one more event. Throws `RangeError` when the event cannot happen to this order. */
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
    case 'listed':
      return takeHint(view, event);
    case 'no-answer':
      return seeNothing(view, event);
    case 'seen-pending':
      return seePending(view, event, event.code);
    case 'seen-failed':
      return endAttempt(view, event, event.code);
    case 'captured':
      return capture(view, event);
    case 'seen-no-payment':
      return dropHints(view, event, ({ paymentId }) => paymentId === event.paymentId);
    case 'contested':
      return contest(view, event);
    case 'review-closed':
      return closeReview(view);
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
    hints: [],
  };
  return { ...view, state: 'open', attempts: [...view.attempts, begun] };
}

/** Adds a hint that the provider must answer. A paid page takes only a hint that names an unknown payment. */
function takeHint(
  view: OrderView,
  about: { readonly attemptId: string; readonly paymentId?: string },
): OrderView {
  const { attemptId } = about;
  const paymentId = about.paymentId ?? null;
  const { state, page, hints } = getAttempt(view, attemptId);
  const isKnown = paymentId !== null && isAccounted(view, paymentId);
  if (page === null || isKnown || (state === 'captured' && paymentId === null)) return view;
  const hint = { version: view.version + 1, paymentId };
  const others = hints.filter((one) => one.paymentId !== paymentId);
  return setHints(view, attemptId, [...others, hint]);
}

/** Whether a payment is known as captured or contested, so that no look-up is needed. */
function isAccounted({ payments, contested }: OrderView, paymentId: string): boolean {
  return [...payments, ...contested].some((one) => one.paymentId === paymentId);
}

function setHints(view: OrderView, attemptId: string, hints: readonly HintView[]): OrderView {
  const attempts = view.attempts.map((one) => (one.id === attemptId ? { ...one, hints } : one));
  return { ...view, attempts };
}

function dropHints(
  view: OrderView,
  { attemptId }: { readonly attemptId: string },
  isAnswered: (hint: HintView) => boolean,
): OrderView {
  const left = getAttempt(view, attemptId).hints.filter((hint) => !isAnswered(hint));
  return setHints(view, attemptId, left);
}

/**
 * Removes the hints that a look-up of a page answers: those older than the look-up. A hint that names a payment stays,
 * because the payment is looked up separately.
 */
function answerHints(view: OrderView, about: { readonly attemptId: string } & Seen): OrderView {
  const { asOf = view.version } = about;
  return dropHints(view, about, (hint) => hint.paymentId === null && hint.version <= asOf);
}

/** Removes the hints that a paid page or a known payment makes superfluous. */
function settleHints(
  view: OrderView,
  about: { readonly attemptId: string },
  paymentId: string,
): OrderView {
  const isSettled = (id: string, named: string | null): boolean =>
    named === null ? id === about.attemptId : named === paymentId;
  const attempts = view.attempts.map((one) => ({
    ...one,
    hints: one.hints.filter((hint) => !isSettled(one.id, hint.paymentId)),
  }));
  return { ...view, attempts };
}

function changeAttempt(view: OrderView, about: About, change: Partial<AttemptView>): OrderView {
  getAttempt(view, about.attemptId);
  const attempts = view.attempts.map((one) =>
    one.id === about.attemptId ? { ...one, seenAtMs: about.atMs, ...change } : one,
  );
  return { ...view, attempts };
}

/** Whether an answer about an attempt changes the order: the order is open and waits for this attempt. */
function isAwaited(view: OrderView, about: About): boolean {
  return isOpen(view) && presentAttempt(view)?.id === about.attemptId;
}

function endAttempt(view: OrderView, about: About & Seen, code: CardCode | null): OrderView {
  const before = getAttempt(view, about.attemptId);
  if (before.state === 'captured') return view;
  const change = { state: 'dead', code: code ?? before.code } as const;
  const next = answerHints(changeAttempt(view, about, change), about);
  if (!isAwaited(view, about) || view.state === 'failed') return next;
  // The page expired before a card was tried: the order is expired and not failed.
  const ranOut = before.page !== null && about.atMs >= before.page.expiresAtMs && !before.code;
  return { ...next, state: ranOut ? 'expired' : 'failed', code: ranOut ? null : code };
}

function seeNothing(view: OrderView, about: About): OrderView {
  const { state } = getAttempt(view, about.attemptId);
  if (state === 'captured' || state === 'dead') return view;
  const next = changeAttempt(view, about, { state: 'unknown' });
  return isAwaited(view, about) ? { ...next, state: 'unknown' } : next;
}

function seePending(view: OrderView, about: About & Seen, code: CardCode | null): OrderView {
  const before = getAttempt(view, about.attemptId);
  if (before.state === 'captured') return view;
  const change = { state: 'live', code: code ?? before.code } as const;
  const next = answerHints(changeAttempt(view, about, change), about);
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
  const taken = changeAttempt(view, event, { state: 'captured', code: null });
  const next = settleHints(taken, event, event.capture.paymentId);
  const payments = [...view.payments, { ...event.capture, role, atMs }];
  if (role === 'surplus') return { ...next, payments };
  if (role === 'misfit') return { ...next, payments, state: 'review' };
  return { ...next, payments, state: 'paid', code: null, paidAtMs: atMs };
}

/**
 * Records a payment that the order shares with another one, and puts the order under review unless it is being or was
 * refunded.
 */
function contest(
  view: OrderView,
  event: Extract<OrderEvent, { readonly kind: 'contested' }>,
): OrderView {
  const { paymentId, other } = event;
  const isOwn = view.payments.some((one) => one.paymentId === paymentId);
  // If this order has the payment, its page was paid before; otherwise the page of this order can no longer be paid.
  const seen = isOwn ? view : changeAttempt(view, event, { state: 'captured', code: null });
  const next = settleHints(seen, event, paymentId);
  const contested = [...view.contested, { paymentId, other, isDecided: false }];
  const isMoving = view.state === 'refunding' || view.state === 'refunded';
  return { ...next, contested, state: isMoving ? view.state : 'review' };
}

function closeReview(view: OrderView): OrderView {
  if (!isContested(view)) throw new RangeError('there is nothing contested to decide');
  const contested = view.contested.map((one) => ({ ...one, isDecided: true }));
  const decided = { ...view, contested };
  const main = mainPayment(view);
  if (!main) return { ...decided, state: 'expired' };
  const isRefused = view.refunds.some(({ paymentId }) => paymentId === main.paymentId);
  return main.role === 'misfit' || isRefused ? decided : { ...decided, state: 'paid' };
}

/** Whether the order is under review for a payment that another order has too. */
export function isContested({ state, contested }: OrderView): boolean {
  return state === 'review' && contested.some(({ isDecided }) => !isDecided);
}

function beginRefund(
  view: OrderView,
  event: Extract<OrderEvent, { readonly kind: 'refund-begun' }>,
): OrderView {
  const { refundId: id, paymentId, reason, by, atMs, where = null } = event;
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
    where,
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

/** Returns the last attempt of the order; undefined before the first. */
export function presentAttempt(view: OrderView): AttemptView | undefined {
  return view.attempts.at(-1);
}

/** Whether the order can still be paid; a person has at most one such order of each purchase. */
export function isOpen({ state }: OrderView): boolean {
  return state === 'open' || state === 'unknown' || state === 'failed';
}

/** Returns an attempt of the order. Throws `RangeError` for an unknown id. */
export function getAttempt(view: OrderView, attemptId: string): AttemptView {
  const found = view.attempts.find(({ id }) => id === attemptId);
  if (!found) throw new RangeError('the order has no such attempt');
  return found;
}

/** Returns a captured payment of the order; undefined for an unknown id. */
export function findPayment(view: OrderView, paymentId: string): PaymentView | undefined {
  return view.payments.find((one) => one.paymentId === paymentId);
}

/** Returns the payment that determines the order's state: the one that paid the order, or the misfit. */
function mainPayment(view: OrderView): PaymentView | undefined {
  return view.payments.find(({ role }) => role !== 'surplus');
}

/**
 * Returns the payment that the next refund of the order returns: first a surplus payment whose refund the provider
 * refused, which ends no right; then the payment that paid the order. Undefined when nothing is left to refund.
 */
export function refundablePayment(view: OrderView): PaymentView | undefined {
  const isOnItsWay = ({ paymentId }: PaymentView): boolean =>
    view.refunds.some((one) => one.paymentId === paymentId && one.state !== 'refused');
  const kept = view.payments.find((one) => one.role === 'surplus' && !isOnItsWay(one));
  return kept ?? (view.state === 'paid' || view.state === 'review' ? mainPayment(view) : undefined);
}

/** Returns the role of a payment that was captured for an attempt; null when the order has the payment already. */
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

/** Whether two orders have the same product, price, provider and legal texts. */
export function hasSameTerms(a: OrderTerms, b: OrderTerms): boolean {
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

/** Returns the attempts that still need an answer of the provider: open ones, and those with a hint. */
export function watchedAttempts(view: OrderView): AttemptView[] {
  return view.attempts.filter(
    ({ state, hints }) => hints.length > 0 || (state !== 'dead' && state !== 'captured'),
  );
}

/** Whether an attempt has a hint that the provider has not answered. */
export function isHinted(view: OrderView, attemptId: string): boolean {
  return getAttempt(view, attemptId).hints.length > 0;
}

/** Returns the refunds that the provider has not confirmed. */
export function runningRefunds(view: OrderView): RefundView[] {
  return view.refunds.filter(({ state }) => state === 'asked');
}

/** Whether the reconciliation has to look the order up. */
export function needsWatching(view: OrderView): boolean {
  return watchedAttempts(view).length > 0 || runningRefunds(view).length > 0;
}
