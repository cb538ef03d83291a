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

/** What payments are composed with. */
export interface PaymentOptions extends LedgerOptions {
  /** The payment provider; null where none is configured and nothing can be bought. */
  readonly provider: PaymentProvider | null;
  readonly tell: NotifyPerson;
  /** Called around everything that money awaits; for tests that end a process there. */
  readonly step?: Step;
}

/** What payments need of the server. */
export type PaymentContext = Pick<ServerContext, 'db' | 'keys' | 'config' | 'clock' | 'log'>;

/** The path of money in a running server. Throws `unavailable-503` without a provider. */
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

/** Money as the back office moves it. */
export interface Payments {
  /**
   * Begins to pay an order back, inside the caller's transaction: what was given for it ends with that. Throws
   * `not-found-404`, `conflict-409` for an order that has nothing to pay back or is being paid back, and
   * `unavailable-503` without a provider.
   */
  readonly beginRefund: OrderRefund;
  /**
   * Notes, inside the caller's transaction, that an order was paid back by hand: what was given for it ends with that, and
   * the credit note is written. Throws `not-found-404` and `conflict-409`.
   */
  readonly refundByHand: OrderRefund;
  /** Closes the review of a contested payment. Throws `not-found-404`, and `conflict-409` when nothing is contested. */
  closeContest(
    this: void,
    trx: Db,
    review: { readonly orderId: number; readonly note: string; readonly by: string },
  ): Promise<OrderState>;
  /** The name of the provider in use; null where no provider is configured. */
  readonly provider: ProviderName | null;
  /** Asks the provider for what was begun and has been committed; what does not succeed is tried on by itself. */
  finishRefund(this: void, orderId: number): Promise<OrderState>;
  /**
   * Begins to look everything up that the provider may have something to say about; `done` resolves when that is
   * through. Null while a run is under way, unless it is begun `anyway`.
   */
  reconcile(
    this: void,
    options?: RunOptions & { readonly anyway?: boolean },
  ): Promise<{ readonly done: Promise<RunResult> } | null>;
}

/** Opens the face of payments for other modules. */
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

/** What an administrator may do about an order's money. */
export interface RefundOptions {
  /** Have the provider pay it back; false where no provider is in use, or another one than took it. */
  readonly isRefundable: boolean;
  /** Note that it was paid back by hand. */
  readonly isReturnable: boolean;
}

/** What may be done about an order now; `provider` is the name of the one in use. */
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
