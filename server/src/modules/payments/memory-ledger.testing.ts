import { type InvoiceKind, istanbulTime, type Purchase, purchaseOf } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { rightOf } from './entitled-period.ts';
import type {
  LedgerLock,
  LedgerTransaction,
  NewReview,
  Order,
  PaymentLedger,
  Period,
  Standing,
} from './ledger.ts';
import {
  applyEvent,
  isOpen,
  NEW_ORDER,
  needsWatching,
  type OrderEvent,
  type OrderTerms,
  type PaymentView,
} from './order-machine.ts';

/** Grant in memory. */
export interface MemoryGrant {
  readonly id: number;
  readonly orderId: number;
  readonly personId: number;
  readonly right: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
  readonly endedAtMs: number | null;
}

/** Document in memory. */
export interface MemoryDocument {
  readonly orderId: number;
  readonly kind: InvoiceKind;
  readonly amountKurus: number;
  /** Sequence number in the order of writing, without a gap. */
  readonly number: number;
}

/** Mail in memory. */
export interface MemoryMail {
  readonly template: 'receipt' | 'refund';
  readonly orderNumber: string;
  readonly personId: number;
}

/** Stored rows; after a crash, those of the last commit remain. */
interface Stored {
  readonly orders: readonly Order[];
  readonly events: readonly { readonly orderId: number; readonly event: OrderEvent }[];
  readonly grants: readonly MemoryGrant[];
  readonly documents: readonly MemoryDocument[];
  readonly mails: readonly MemoryMail[];
  readonly gone: readonly number[];
  readonly reviews: readonly NewReview[];
}

/** Ledger without a database, for thousands of histories. It has the same refusals as the tables. */
export interface MemoryLedger extends PaymentLedger {
  readonly orders: readonly Order[];
  readonly events: Stored['events'];
  readonly grants: readonly MemoryGrant[];
  readonly documents: readonly MemoryDocument[];
  readonly mails: readonly MemoryMail[];
  readonly reviews: readonly NewReview[];
  /** Grants a right outside any order, as an administrator does. */
  give(this: void, personId: number, right: string, period: Period): void;
  /** Erases a person: their orders lose the link to the person. */
  erase(this: void, personId: number): void;
}

/** Creates an empty ledger. Every person exists until they are erased; transactions run one after the other. */
export function createMemoryLedger(): MemoryLedger {
  let stored: Stored = {
    orders: [],
    events: [],
    grants: [],
    documents: [],
    mails: [],
    gone: [],
    reviews: [],
  };
  let last: Promise<unknown> = Promise.resolve();

  function transact<T>(_lock: LedgerLock, fn: (tx: LedgerTransaction) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      const draft = { now: stored };
      const result = await fn(createTransaction(draft));
      stored = draft.now;
      return result;
    };
    const result = last.then(run, run);
    last = result.catch(() => {});
    return result;
  }

  return {
    get orders() {
      return stored.orders;
    },
    get events() {
      return stored.events;
    },
    get grants() {
      return stored.grants;
    },
    get documents() {
      return stored.documents;
    },
    get mails() {
      return stored.mails;
    },
    get reviews() {
      return stored.reviews;
    },
    transact,
    async findAttemptOwner(provider, attemptId) {
      const owner = stored.orders.find(
        (order) =>
          order.provider === provider && order.view.attempts.some(({ id }) => id === attemptId),
      );
      return owner && { orderId: owner.id, attemptId };
    },
    findOrder: async (id) => stored.orders.find((order) => order.id === id),
    async findAttempt(provider, token) {
      for (const { id, view, provider: name } of stored.orders) {
        const attempt = view.attempts.find(({ page }) => page?.token === token);
        if (name === provider && attempt) return { orderId: id, attemptId: attempt.id };
      }
      return undefined;
    },
    listWatched: async (provider) =>
      stored.orders
        .filter((order) => order.provider === provider && needsWatching(order.view))
        .map(({ id }) => id),
    give(personId, right, period) {
      const id = stored.grants.length + 1;
      const grant = { id, orderId: 0, personId, right, ...period, endedAtMs: null };
      stored = { ...stored, grants: [...stored.grants, grant] };
    },
    erase(personId) {
      const orders = stored.orders.map((order) =>
        order.personId === personId ? { ...order, personId: null } : order,
      );
      stored = { ...stored, orders, gone: [...stored.gone, personId] };
    },
  };
}

function createTransaction(draft: { now: Stored }): LedgerTransaction {
  const get = (orderId: number): Order => {
    const found = draft.now.orders.find(({ id }) => id === orderId);
    if (!found) throw new AppError('not-found-404');
    return found;
  };
  return {
    findOpenOrder: async (personId, purchase) =>
      draft.now.orders.findLast((order) => isOpenOf(order, personId, purchase)),
    async createOrder(personId, terms, nowMs) {
      const id = draft.now.orders.length + 1;
      const number = `RS-${istanbulTime(nowMs).year}-${String(id).padStart(6, '0')}`;
      const order: Order = {
        ...terms,
        id,
        number,
        personId,
        createdAtMs: nowMs,
        view: NEW_ORDER,
      };
      assertOneOpen(draft.now.orders, order);
      draft.now = { ...draft.now, orders: [...draft.now.orders, order] };
      return order;
    },
    getOrder: async (orderId) => get(orderId),
    async append(order, event) {
      const before = get(order.id);
      const next = { ...before, view: applyEvent(before.view, event) };
      if (event.kind === 'captured') assertNewPayment(draft.now.orders, next, event.capture);
      if (isOpen(next.view)) assertOneOpen(draft.now.orders, next);
      draft.now = {
        ...draft.now,
        orders: draft.now.orders.map((one) => (one.id === next.id ? next : one)),
        events: [...draft.now.events, { orderId: order.id, event }],
      };
      return next;
    },
    findStanding: async (personId, nowMs) =>
      personId === null || draft.now.gone.includes(personId)
        ? null
        : standingOf(draft.now.grants, personId, nowMs),
    async grant(order, right, period) {
      const { id: orderId, personId } = order;
      if (personId === null) throw new RangeError('the order has no person');
      if (draft.now.grants.some((one) => one.orderId === orderId)) {
        throw new RangeError('an order gives one right');
      }
      if (right !== rightOf(order.product)) throw new RangeError('another right');
      const id = draft.now.grants.length + 1;
      const grant = { id, orderId, personId, right, ...period, endedAtMs: null };
      draft.now = { ...draft.now, grants: [...draft.now.grants, grant] };
      return id;
    },
    async endGrant(_order, grantId, nowMs) {
      const grants = draft.now.grants.map((one) =>
        one.id === grantId ? { ...one, endedAtMs: nowMs } : one,
      );
      draft.now = { ...draft.now, grants };
    },
    async settlePaid(order, payment, period) {
      if (period) mail(draft, order, 'receipt');
      write(draft, order, 'invoice', payment);
    },
    async findPaymentOrder(provider, paymentId) {
      return draft.now.orders.find(
        (order) =>
          order.provider === provider &&
          order.view.payments.some((one) => one.paymentId === paymentId),
      )?.id;
    },
    async noteReview(review) {
      if (draft.now.reviews.some(({ key }) => key === review.key)) return;
      draft.now = { ...draft.now, reviews: [...draft.now.reviews, review] };
    },
    async settleRefunded(order, payment) {
      mail(draft, order, 'refund');
      if (payment.role === 'pays') write(draft, order, 'credit-note', payment);
    },
  };
}

function mail(draft: { now: Stored }, order: Order, template: MemoryMail['template']): void {
  const { number: orderNumber, personId } = order;
  if (personId === null) return;
  const { mails } = draft.now;
  draft.now = { ...draft.now, mails: [...mails, { template, orderNumber, personId }] };
}

function write(
  draft: { now: Stored },
  order: Order,
  kind: MemoryDocument['kind'],
  { amountKurus }: PaymentView,
): void {
  const { documents } = draft.now;
  const isBilled = documents.some((one) => one.orderId === order.id && one.kind === 'invoice');
  // An order without a person is not billed, and a refund without an invoice has no credit note.
  if (kind === 'invoice' ? order.personId === null : !isBilled) return;
  if (documents.some((one) => one.orderId === order.id && one.kind === kind)) {
    throw new RangeError(`an order has one ${kind}`);
  }
  const number = documents.filter((one) => one.kind === kind).length + 1;
  const document = { orderId: order.id, kind, amountKurus, number };
  draft.now = { ...draft.now, documents: [...documents, document] };
}

function isOpenOf(order: Order, personId: number | null, purchase: Purchase): boolean {
  return (
    order.personId === personId && purchaseOf(order.product) === purchase && isOpen(order.view)
  );
}

function assertOneOpen(
  orders: readonly Order[],
  order: OrderTerms & Pick<Order, 'id' | 'personId'>,
) {
  const { id, personId, product } = order;
  if (personId === null) return;
  if (orders.some((one) => one.id !== id && isOpenOf(one, personId, purchaseOf(product)))) {
    throw new RangeError('a person has one open order of a purchase');
  }
}

function assertNewPayment(
  orders: readonly Order[],
  of: Order,
  { paymentId }: { readonly paymentId: string },
): void {
  const others = orders.filter((one) => one.id !== of.id && one.provider === of.provider);
  if (others.some(({ view }) => view.payments.some((one) => one.paymentId === paymentId))) {
    throw new RangeError('a payment belongs to one order');
  }
}

function standingOf(grants: readonly MemoryGrant[], personId: number, nowMs: number): Standing {
  const standing = grants.filter(
    (one) =>
      one.personId === personId &&
      one.endedAtMs === null &&
      (one.endsAtMs === null || one.endsAtMs > nowMs),
  );
  const runs = (right: string): boolean =>
    standing.some((one) => one.right === right && one.startsAtMs <= nowMs);
  const ends = standing
    .filter(({ right }) => right === 'subscription')
    .map(({ endsAtMs }) => endsAtMs ?? Number.POSITIVE_INFINITY);
  return {
    student: runs('lesson'),
    subscriber: runs('subscription'),
    subscribedUntilMs: Math.max(0, ...ends),
  };
}
