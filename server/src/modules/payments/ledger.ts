import type { AdminReview, ProviderName, Purchase, Right } from '@rasat/contract';
import type { OrderEvent, OrderTerms, OrderView, PaymentView } from './order-machine.ts';

/** An order with everything that happened to it. Times are UTC epoch milliseconds. */
export interface Order extends OrderTerms {
  readonly id: number;
  /** Such as `RS-2026-000123`; the provider knows it by this. */
  readonly number: string;
  /** Null once the person was erased. */
  readonly personId: number | null;
  readonly createdAtMs: number;
  readonly view: OrderView;
}

/** The rights of a person at one moment. */
export interface Standing {
  readonly student: boolean;
  readonly subscriber: boolean;
  /** End of everything that was given as a subscription and stands: 0 without one, Infinity for ever. */
  readonly subscribedUntilMs: number;
}

/** The period of a right; a null end never comes. */
export interface Period {
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
}

/**
 * Reads and writes of one transaction: no other transaction changes the orders or rights of the person meanwhile, and
 * either all of it is written or nothing.
 */
export interface LedgerTransaction {
  /** The person's newest order of a purchase with which the buyer may go on. */
  findOpenOrder(personId: number, purchase: Purchase): Promise<Order | undefined>;
  /** Makes an order with a number of its own. */
  createOrder(personId: number, terms: OrderTerms, nowMs: number): Promise<Order>;
  /** The order as it is now. Throws `not-found-404`. */
  getOrder(orderId: number): Promise<Order>;
  /** Adds an event, and answers the order after it. Throws `RangeError` when it cannot happen to the order. */
  append(order: Order, event: OrderEvent): Promise<Order>;
  /** Finds the rights of the person; null after their erasure. */
  findStanding(personId: number | null, nowMs: number): Promise<Standing | null>;
  /** Gives the right that the order is for and answers the grant's id. A second time for one order it is refused. */
  grant(order: Order, right: Right, period: Period, nowMs: number): Promise<number>;
  /** Takes a grant of the order back. */
  endGrant(order: Order, grantId: number, nowMs: number): Promise<void>;
  /** Writes the invoice and, when something was given, the receipt. */
  settlePaid(order: Order, payment: PaymentView, period: Period | null): Promise<void>;
  /** Writes the credit note of what had an invoice, and tells the buyer. */
  settleRefunded(order: Order, payment: PaymentView, nowMs: number): Promise<void>;
  /**
   * The order that has a captured payment; undefined when none has. Until the transaction ends no other one takes the
   * payment.
   */
  findPaymentOrder(provider: ProviderName, paymentId: string): Promise<number | undefined>;
  /** Adds a review; a key that has one is ignored. */
  noteReview(review: NewReview): Promise<void>;
}

/** What a person may have to look at besides orders under review. */
export type ReviewKind = AdminReview['kind'];

/** Something that a person has to look at. */
export interface NewReview {
  readonly provider: ProviderName;
  readonly kind: ReviewKind;
  /** What it is about, such as a line of the provider's list: of each there is one review. */
  readonly key: string;
  readonly orderId: number | null;
  /** As the provider calls it. */
  readonly paymentId: string | null;
  /** As the provider says; null where it says none, or none that can be read. */
  readonly amountKurus: number | null;
  readonly currency: string | null;
  /** Further values for the screen; nothing of a card and nothing of a person. */
  readonly detail: Readonly<Record<string, string | number>>;
  readonly foundAtMs: number;
}

/** What a transaction is about: the person's purchases, or some orders and the people they belong to. */
export type LedgerLock =
  | { readonly personId: number }
  | { readonly orderId: number }
  | { readonly orderIds: readonly number[] };

/** An attempt and its order. */
export interface AttemptOwner {
  readonly orderId: number;
  readonly attemptId: string;
}

/** What the payment path needs of a store. The service over it is the same for PostgreSQL and for the memory of tests. */
export interface PaymentLedger {
  /** Runs `fn` in one transaction that locks the person or orders. An error rolls it back. */
  transact<T>(lock: LedgerLock, fn: (tx: LedgerTransaction) => Promise<T>): Promise<T>;
  /** The order as it is now; undefined when there is none. */
  findOrder(orderId: number): Promise<Order | undefined>;
  /** Finds an attempt by the provider's token of its page. */
  findAttempt(provider: ProviderName, token: string): Promise<AttemptOwner | undefined>;
  /** Finds an attempt by its id, which the provider knows. */
  findAttemptOwner(provider: ProviderName, attemptId: string): Promise<AttemptOwner | undefined>;
  /** Orders of which the provider may still have to say something, the longest untouched first. */
  listWatched(provider: ProviderName): Promise<readonly number[]>;
}
