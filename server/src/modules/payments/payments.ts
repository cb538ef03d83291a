import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OrderState, ProviderName } from '@rasat/contract';
import type { PaymentProvider } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { NotifyPerson } from '../../platform/notify-person.ts';
import type { ServerContext } from '../../platform/part.ts';
import type { Order } from './ledger.ts';
import { refundablePayment } from './order-machine.ts';
import { type PaymentPath, type Step, withSteps } from './payment-path.ts';
import { createPostgresLedger, type LedgerOptions } from './postgres-ledger.ts';
import {
  beginReconciliation,
  type RunOptions,
  type RunResult,
  runReconciliation,
} from './reconciliations.ts';
import {
  beginOrderRefund,
  canRefundAtProvider,
  closeContest,
  driveRefunds,
  refundByHand,
} from './refund.ts';

/** Options of the payments module. */
export interface PaymentOptions extends LedgerOptions {
  /** Payment provider; null when none is configured and nothing can be bought. */
  readonly provider: PaymentProvider | null;
  readonly tell: NotifyPerson;
  /** Called before and after each await of a payment, for tests that end a process there. */
  readonly step?: Step;
}

/** Parts of the server that payments use. */
export type PaymentContext = Pick<ServerContext, 'db' | 'keys' | 'config' | 'clock' | 'log'>;

/** Returns the payment path of a running server. Throws `unavailable-503` without a provider. */
export function openPath(context: PaymentContext, options: PaymentOptions): PaymentPath {
  const { provider, step } = options;
  if (!provider) throw new AppError('unavailable-503');
  const path: PaymentPath = {
    ledger: createPostgresLedger(context, options),
    provider,
    clock: context.clock,
    newId: randomUUID,
    pause: (ms) => wait(ms),
    onFailure: (error, order) =>
      context.log.error({ err: error, order }, 'an order could not be looked up'),
  };
  return step ? withSteps(path, step) : path;
}

/** Refunds an order inside the caller's transaction and returns its new state. */
type OrderRefund = (
  trx: Db,
  refund: { readonly orderId: number; readonly reason: string; readonly by: string },
) => Promise<OrderState>;

/** Payment actions of the back office. */
export interface Payments {
  /**
   * Begins the refund of an order inside the caller's transaction, and ends its grant. Throws `not-found-404`,
   * `conflict-409` for an order that has nothing to refund or is being refunded, and `unavailable-503` without a
   * provider.
   */
  readonly beginRefund: OrderRefund;
  /**
   * Records, inside the caller's transaction, that an order was refunded by hand: the grant ends, and the credit note
   * is written. Throws `not-found-404` and `conflict-409`.
   */
  readonly refundByHand: OrderRefund;
  /** Closes the review of a contested payment. Throws `not-found-404`, and `conflict-409` when nothing is contested. */
  closeContest(
    this: void,
    trx: Db,
    review: { readonly orderId: number; readonly note: string; readonly by: string },
  ): Promise<OrderState>;
  /** Name of the provider in use; null when none is configured. */
  readonly provider: ProviderName | null;
  /** Requests the committed refunds of an order at the provider; the reconciliation repeats those that fail. */
  finishRefund(this: void, orderId: number): Promise<OrderState>;
  /**
   * Starts a reconciliation; `done` resolves at its end. Returns null while a run is under way, unless it is started
   * with `anyway`.
   */
  reconcile(
    this: void,
    options?: RunOptions & { readonly anyway?: boolean },
  ): Promise<{ readonly done: Promise<RunResult> } | null>;
}

/** Creates the payment actions for other modules. */
export function openPayments(context: PaymentContext, options: PaymentOptions): Payments {
  const { db, clock } = context;
  const move =
    <A extends object>(fn: (path: PaymentPath, orderId: number, about: A) => Promise<Order>) =>
    async (trx: Db, { orderId, ...about }: A & { readonly orderId: number }) => {
      const path = openPath({ ...context, db: trx }, options);
      return (await fn(path, orderId, about as unknown as A)).view.state;
    };
  return {
    beginRefund: move(beginOrderRefund),
    refundByHand: move(refundByHand),
    closeContest: move(closeContest),
    provider: options.provider?.name ?? null,
    async finishRefund(orderId) {
      const path = openPath(context, options);
      const order = await path.ledger.findOrder(orderId);
      if (!order) throw new AppError('not-found-404');
      return (await driveRefunds(path, order)).view.state;
    },
    async reconcile({ anyway = false, ...run } = {}) {
      const path = openPath(context, options);
      const begun = await beginReconciliation(db, clock.now(), anyway);
      return begun && { done: runReconciliation(db, path, begun, run) };
    },
  };
}

/** Refund actions that an administrator may take for an order. */
export interface RefundOptions {
  /** Whether the provider can refund; false when no provider is in use, or another provider took the money. */
  readonly isRefundable: boolean;
  /** Whether a refund by hand can be recorded. */
  readonly isReturnable: boolean;
}

/** Returns the refund actions of an order now; `provider` is the name of the one in use. */
export function refundOptionsOf(order: Order, provider: ProviderName | null): RefundOptions {
  const payment = refundablePayment(order.view);
  return {
    isRefundable:
      payment !== undefined &&
      provider !== null &&
      canRefundAtProvider({ provider: { name: provider } }, order, payment),
    isReturnable: payment !== undefined,
  };
}
