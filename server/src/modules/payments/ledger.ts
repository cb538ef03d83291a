import type { AdminReview, ProviderName, Purchase, Right } from '@rasat/contract';
import type { OrderEvent, OrderTerms, OrderView, PaymentView } from './order-machine.ts';

/** Order with all of its events. Times are UTC epoch milliseconds. */
export interface Order extends OrderTerms {
  readonly id: number;
  /** Number such as `RS-2026-000123`, by which the provider knows the order. */
  readonly number: string;
  /** Id of the buyer; null after their erasure. */
  readonly personId: number | null;
  readonly createdAtMs: number;
  readonly view: OrderView;
}

/** Rights of a person at one moment. */
export interface Standing {
  readonly student: boolean;
  readonly subscriber: boolean;
  /** End of all subscriptions in force: 0 without one, Infinity for a subscription without an end. */
  readonly subscribedUntilMs: number;
}

/** Period of a right; a null end means without an end. */
export interface Period {
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
}

/**
 * Reads and writes of one transaction. Until it ends, no other transaction changes the orders or rights of the person,
 * and either all of its writes are stored or none.
 */
export interface LedgerTransaction {
  /** Finds the person's newest order of a purchase that can still be paid. */
  findOpenOrder(personId: number, purchase: Purchase): Promise<Order | undefined>;
  /** Creates an order with a new number. */
  createOrder(personId: number, terms: OrderTerms, nowMs: number): Promise<Order>;
  /** Returns the current state of an order. Throws `not-found-404`. */
  getOrder(orderId: number): Promise<Order>;
  /** Adds an event and returns the order after it. Throws `RangeError` when the event cannot happen to the order. */
  append(order: Order, event: OrderEvent): Promise<Order>;
  /** Finds the rights of the person; null after their erasure. */
  findStanding(personId: number | null, nowMs: number): Promise<Standing | null>;
  /** Grants the right that the order is for and returns the grant's id. Refuses a second grant for one order. */
  grant(order: Order, right: Right, period: Period, nowMs: number): Promise<number>;
  /** Ends a grant of the order. */
  endGrant(order: Order, grantId: number, nowMs: number): Promise<void>;
  /** Writes the invoice and, when a right was granted, the receipt. */
  settlePaid(order: Order, payment: PaymentView, period: Period | null): Promise<void>;
  /** Writes the credit note when there is an invoice, and notifies the buyer. */
  settleRefunded(order: Order, payment: PaymentView, nowMs: number): Promise<void>;
  /**
   * Finds the order that has a captured payment; undefined when none has it. Until this transaction ends, no other
   * transaction can record the payment.
   */
  findPaymentOrder(provider: ProviderName, paymentId: string): Promise<number | undefined>;
  /** Adds a review; ignored when its key has one already. */
  noteReview(review: NewReview): Promise<void>;
}

/** Kind of a review, besides orders under review. */
export type ReviewKind = AdminReview['kind'];

/** Review to add: a difference that an administrator has to look at. */
export interface NewReview {
  readonly provider: ProviderName;
  readonly kind: ReviewKind;
  /** Key of the difference, such as a line of the provider's list; each key has one review. */
  readonly key: string;
  readonly orderId: number | null;
  /** Id of the payment at the provider. */
  readonly paymentId: string | null;
  /** Amount that the provider names; null when it names none or an unreadable one. */
  readonly amountKurus: number | null;
  readonly currency: string | null;
  /** Further values for the screen, without card data or personal data. */
  readonly detail: Readonly<Record<string, string | number>>;
  readonly foundAtMs: number;
}

/** Lock of a transaction: the person's purchases, or orders and the people they belong to. */
export type LedgerLock =
  | { readonly personId: number }
  | { readonly orderId: number }
  | { readonly orderIds: readonly number[] };

/** Attempt and its order. */
export interface AttemptOwner {
  readonly orderId: number;
  readonly attemptId: string;
}

/** Store of the payment path: PostgreSQL, or memory in tests. */
export interface PaymentLedger {
  /** Runs `fn` in one transaction that locks the person or orders. An error rolls it back. */
  transact<T>(lock: LedgerLock, fn: (tx: LedgerTransaction) => Promise<T>): Promise<T>;
  /** Finds the current state of an order; undefined when there is none. */
  findOrder(orderId: number): Promise<Order | undefined>;
  /** Finds an attempt by the provider's token of its page. */
  findAttempt(provider: ProviderName, token: string): Promise<AttemptOwner | undefined>;
  /** Finds an attempt by its id, which the provider knows. */
  findAttemptOwner(provider: ProviderName, attemptId: string): Promise<AttemptOwner | undefined>;
  /** Lists the orders that still need an answer of the provider, the least recently changed first. */
  listWatched(provider: ProviderName): Promise<readonly number[]>;
}
