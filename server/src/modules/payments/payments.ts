import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OrderState } from '@rasat/contract';
import type { PaymentProvider } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { ServerContext } from '../../platform/part.ts';
import type { Tell } from '../../platform/tell.ts';
import type { Order } from './ledger.ts';
import { refundablePayment } from './order-machine.ts';
import { type PaymentPath, type Step, withSteps } from './payment-path.ts';
import { createPostgresLedger, type LedgerOptions } from './postgres-ledger.ts';
import type { Reconciled } from './reconcile.ts';
import { beginReconciliation, runReconciliation } from './reconciliations.ts';
import { beginOrderRefund, driveRefunds } from './refund.ts';

/** What payments are composed with. */
export interface PaymentOptions extends LedgerOptions {
  /** Who takes payments; null where nobody does, and nothing can be bought. */
  readonly provider: PaymentProvider | null;
  readonly tell: Tell;
  /** Called around everything that money awaits; for tests that end a process there. */
  readonly step?: Step;
}

/** What payments need of the server. */
export type PaymentContext = Pick<ServerContext, 'db' | 'keys' | 'config' | 'clock' | 'log'>;

/** The path of money in a running server. Throws `unavailable-503` where nobody takes payments. */
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

/** Money as the back office moves it. */
export interface Payments {
  /**
   * Begins to pay an order back, inside the caller's transaction: what was given for it ends with that. Throws
   * `not-found-404`, `conflict-409` for an order that has nothing to pay back or is being paid back, and
   * `unavailable-503` where nobody takes payments.
   */
  beginRefund(
    this: void,
    trx: Db,
    refund: { readonly orderId: number; readonly reason: string; readonly by: string },
  ): Promise<OrderState>;
  /** Asks the provider for what was begun and has been committed; what does not succeed is tried on by itself. */
  finishRefund(this: void, orderId: number): Promise<OrderState>;
  /**
   * Begins to look everything up that the provider may have something to say about; `done` resolves when that is
   * through. Null while a run is under way, unless it is begun anyway. `stopping` ends it early.
   */
  reconcile(
    this: void,
    anyway?: boolean,
    stopping?: AbortSignal,
  ): Promise<{ readonly done: Promise<Reconciled> } | null>;
}

/** Opens the face of payments for other modules. */
export function openPayments(context: PaymentContext, options: PaymentOptions): Payments {
  const { db, clock } = context;
  return {
    async beginRefund(trx, { orderId, reason, by }) {
      const path = openPath({ ...context, db: trx }, options);
      return (await beginOrderRefund(path, orderId, { reason, by })).view.state;
    },
    async finishRefund(orderId) {
      const path = openPath(context, options);
      const order = await path.ledger.findOrder(orderId);
      if (!order) throw new AppError('not-found-404');
      return (await driveRefunds(path, order)).view.state;
    },
    async reconcile(anyway, stopping) {
      const path = openPath(context, options);
      const id = await beginReconciliation(db, clock.now(), anyway);
      return id === null ? null : { done: runReconciliation(db, path, id, stopping) };
    },
  };
}

/** Whether an order can be paid back now. */
export function isRefundable({ view }: Pick<Order, 'view'>): boolean {
  return refundablePayment(view) !== undefined;
}
