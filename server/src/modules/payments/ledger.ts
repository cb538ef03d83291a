import type { Purchase } from '@rasat/contract';
import type { Right } from '../rights/index.ts';
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

/** What a person has at a moment. */
export interface Standing {
  readonly student: boolean;
  readonly subscriber: boolean;
  /** End of everything that was given as a subscription and stands: 0 without one, Infinity for ever. */
  readonly subscribedUntilMs: number;
}

/** A stretch of time for which a right is given; without an end for ever. */
export interface Period {
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
}

/**
 * What can be read and written between two commits: nobody else changes the orders or rights of the person meanwhile,
 * and either all of it is written or nothing.
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
  /** What the person has; null for somebody who is gone. */
  findStanding(personId: number | null, nowMs: number): Promise<Standing | null>;
  /** Gives the right that the order is for and answers the grant's id. A second time for one order it is refused. */
  grant(order: Order, right: Right, period: Period, nowMs: number): Promise<number>;
  /** Takes a grant of the order back. */
  endGrant(order: Order, grantId: number, nowMs: number): Promise<void>;
  /** Writes the invoice and, when something was given, the receipt. */
  settlePaid(order: Order, payment: PaymentView, period: Period | null): Promise<void>;
  /** Writes the credit note of what had an invoice, and tells the buyer. */
  settleRefunded(order: Order, payment: PaymentView, nowMs: number): Promise<void>;
}

/** What a transaction is about: the person's purchases, or one order and whoever it belongs to. */
export type LedgerLock = { readonly personId: number } | { readonly orderId: number };

/** What the payment path needs of a store. The service over it is the same for PostgreSQL and for the memory of tests. */
export interface PaymentLedger {
  /** Runs `fn` in one transaction that nobody else of the same person or order is in. What it throws undoes it. */
  transact<T>(lock: LedgerLock, fn: (tx: LedgerTransaction) => Promise<T>): Promise<T>;
  /** The order as it is now; undefined when there is none. */
  findOrder(orderId: number): Promise<Order | undefined>;
  /** Whose page a token of the provider is. */
  findAttempt(
    provider: string,
    token: string,
  ): Promise<{ readonly orderId: number; readonly attemptId: string } | undefined>;
  /** Orders of which the provider may still have to say something, the longest untouched first. */
  listWatched(provider: string): Promise<readonly number[]>;
}
