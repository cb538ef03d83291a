import type { OrderState, Product, ProviderName } from '@rasat/contract';
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
  readonly provider: ProviderName;
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
  /** 0 when the provider wrote an amount that cannot be read. */
  readonly amountKurus: number;
  readonly currency: string;
  /** The amount as the provider wrote it, only when it cannot be read. */
  readonly unreadable?: string;
}

/**
 * What a captured payment is to its order. `pays`: it is what the order asked for. `misfit`: amount, currency or number
 * are others; a person decides. `surplus`: the order is paid already; it goes back.
 */
export type CaptureRole = 'pays' | 'misfit' | 'surplus';

/** Events of an order, in sequence; its state is their fold. Times are UTC epoch milliseconds. */
export type OrderEvent = { readonly atMs: number } & (
  | { readonly kind: 'attempt-begun'; readonly attemptId: string }
  | { readonly kind: 'page-opened'; readonly attemptId: string; readonly page: AttemptPage }
  | { readonly kind: 'open-refused'; readonly attemptId: string; readonly code: CardCode }
  /** The provider returned no page: without its address it cannot be paid. */
  | { readonly kind: 'open-lost'; readonly attemptId: string }
  /**
   * A browser came back, the provider said something, or its list of the day names the attempt. All are hints: they
   * change no state, and the attempt is watched until the provider has answered about its page.
   */
  | {
      readonly kind: 'returned' | 'noticed' | 'listed';
      readonly attemptId: string;
      readonly word?: string;
      /** The captured payment that the provider named. */
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
  /** The provider was asked for a payment that a hint named: it took no money on this attempt. */
  | { readonly kind: 'seen-no-payment'; readonly attemptId: string; readonly paymentId: string }
  /** The provider names one payment for this order and for another one; a person decides about both. */
  | {
      readonly kind: 'contested';
      /** Of this order. */
      readonly attemptId: string;
      readonly paymentId: string;
      /** Number of the other order. */
      readonly other: string;
    }
  /** A person looked at a contested payment, and the order goes on as it stood. */
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
      /** Where it was paid back when this product did not ask for it; `refund-done` follows at once. */
      readonly where?: RefundPlace;
    }
  | { readonly kind: 'refund-no-answer'; readonly refundId: string }
  | { readonly kind: 'refund-refused'; readonly refundId: string; readonly word: string }
  | { readonly kind: 'refund-done'; readonly refundId: string }
);

/** When the look-up behind an answer began. */
interface Seen {
  /** How many events the order had. Without it the answer is as new as any hint before it. */
  readonly asOf?: number;
}

/** `provider`: in the provider's own panel. `hand`: by hand, as an administrator notes. */
export type RefundPlace = 'provider' | 'hand';

/** A hint that the provider has not answered yet. */
export interface HintView {
  /** The number of its event. */
  readonly version: number;
  /** The captured payment that it names; null when it names none. */
  readonly paymentId: string | null;
}

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
  /** What the provider has to be asked about; nothing else is done before it has answered. */
  readonly hints: readonly HintView[];
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
  /** Null when this product asks the provider for it. */
  readonly where: RefundPlace | null;
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

/** A payment that the provider names for another order too. */
export interface ContestView {
  readonly paymentId: string;
  /** Number of the other order. */
  readonly other: string;
  /** Whether a person has looked at it. */
  readonly isDecided: boolean;
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
  readonly contested: readonly ContestView[];
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
  contested: [],
  code: null,
  paidAtMs: null,
};

/** The transitions between states; every other one is a broken invariant. */
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

/** Adds a hint that the provider must answer; for a paid page, only one that names an unknown payment. */
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

/** Whether a payment that is named needs no further question. */
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

/** A look-up of a page answers the hints that it was begun after; a payment that one named is looked up by itself. */
function answerHints(view: OrderView, about: { readonly attemptId: string } & Seen): OrderView {
  const { asOf = view.version } = about;
  return dropHints(view, about, (hint) => hint.paymentId === null && hint.version <= asOf);
}

/** Nothing has to be asked any more about a page that was paid, nor about a payment that is known. */
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

/** Whether what is said about an attempt says something about the order: it is what the order waits for. */
function isAwaited(view: OrderView, about: About): boolean {
  return isOpen(view) && presentAttempt(view)?.id === about.attemptId;
}

function endAttempt(view: OrderView, about: About & Seen, code: CardCode | null): OrderView {
  const before = getAttempt(view, about.attemptId);
  if (before.state === 'captured') return view;
  const change = { state: 'dead', code: code ?? before.code } as const;
  const next = answerHints(changeAttempt(view, about, change), about);
  if (!isAwaited(view, about) || view.state === 'failed') return next;
  // The page expired before a card was tried: the order expired and did not fail.
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

/** The page took a payment that another order has, or shares one that this order has: nothing else is done with it. */
function contest(
  view: OrderView,
  event: Extract<OrderEvent, { readonly kind: 'contested' }>,
): OrderView {
  const { paymentId, other } = event;
  const isOwn = view.payments.some((one) => one.paymentId === paymentId);
  // The page of the order that has the payment was paid before; of the other one nothing more can be paid either.
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

/** Whether a person has to decide about a payment that another order has too. */
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

/** The attempt that may be paid or was the last one. */
export function presentAttempt(view: OrderView): AttemptView | undefined {
  return view.attempts.at(-1);
}

/** Whether the buyer may go on with the order; of each purchase a person has at most one such order. */
export function isOpen({ state }: OrderView): boolean {
  return state === 'open' || state === 'unknown' || state === 'failed';
}

/** An attempt of the order. Throws `RangeError` when there is none of that id. */
export function getAttempt(view: OrderView, attemptId: string): AttemptView {
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
 * Returns the payment that a refund of the order returns: first what was paid twice and the provider refused to return, which
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

/** Attempts of which the provider may still say something new, or has not answered a hint. */
export function watchedAttempts(view: OrderView): AttemptView[] {
  return view.attempts.filter(
    ({ state, hints }) => hints.length > 0 || (state !== 'dead' && state !== 'captured'),
  );
}

/** Whether the provider has not answered a hint about an attempt. */
export function isHinted(view: OrderView, attemptId: string): boolean {
  return getAttempt(view, attemptId).hints.length > 0;
}

/** Lists refunds that the provider has not confirmed. */
export function runningRefunds(view: OrderView): RefundView[] {
  return view.refunds.filter(({ state }) => state === 'asked');
}

/** Whether reconciliation has something to do with the order. */
export function needsWatching(view: OrderView): boolean {
  return watchedAttempts(view).length > 0 || runningRefunds(view).length > 0;
}
