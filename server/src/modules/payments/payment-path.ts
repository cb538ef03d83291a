import type { PaymentProvider } from '../../connectors/payment-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LedgerTransaction, PaymentLedger } from './ledger.ts';

/**
 * What money moves over. The functions of this module that take a path await nothing but its members, so that a crash
 * between any two of them can be tried out.
 */
export interface PaymentPath {
  readonly ledger: PaymentLedger;
  readonly provider: PaymentProvider;
  readonly clock: Pick<Clock, 'now'>;
  /** A name that was never given before, for attempts and refunds. */
  newId(this: void): string;
  /** Waits for another call that is opening the same page. */
  pause(this: void, ms: number): Promise<void>;
  /** Receives the error of an order that a reconciliation could not look up and skips; throwing here ends the run. */
  onFailure(this: void, error: unknown, orderId: number): void;
}

/** Called before and after everything that a path awaits, such as `provider.open before`; what it throws is a crash. */
export type Step = (name: string) => void | Promise<void>;

/** The same path with a step around each of its awaits. Without steps there is nothing around them. */
export function withSteps(path: PaymentPath, step: Step): PaymentPath {
  const { ledger, provider } = path;
  const around = async <T>(name: string, fn: () => Promise<T>): Promise<T> => {
    await step(`${name} before`);
    const result = await fn();
    await step(`${name} after`);
    return result;
  };
  return {
    ...path,
    pause: (ms) => around('pause', () => path.pause(ms)),
    provider: {
      name: provider.name,
      origins: provider.origins,
      open: (request) => around('provider.open', () => provider.open(request)),
      lookUp: (attempt) => around('provider.lookUp', () => provider.lookUp(attempt)),
      refund: (request) => around('provider.refund', () => provider.refund(request)),
      findPayment: (id) => around('provider.findPayment', () => provider.findPayment(id)),
      listMovements: (part) => around('provider.listMovements', () => provider.listMovements(part)),
      readReturn: (fields) => provider.readReturn(fields),
      readNotice: (headers, body) => provider.readNotice(headers, body),
    },
    ledger: {
      findOrder: (id) => around('ledger.findOrder', () => ledger.findOrder(id)),
      findAttempt: (name, token) =>
        around('ledger.findAttempt', () => ledger.findAttempt(name, token)),
      findAttemptOwner: (name, id) =>
        around('ledger.findAttemptOwner', () => ledger.findAttemptOwner(name, id)),
      listWatched: (name) => around('ledger.listWatched', () => ledger.listWatched(name)),
      transact: (lock, fn) =>
        around('ledger.transact', () =>
          ledger.transact(lock, (tx) => fn(steppedTransaction(tx, around))),
        ),
    },
  };
}

function steppedTransaction(
  tx: LedgerTransaction,
  around: <T>(name: string, fn: () => Promise<T>) => Promise<T>,
): LedgerTransaction {
  return {
    findOpenOrder: (...of) => around('tx.findOpenOrder', () => tx.findOpenOrder(...of)),
    createOrder: (...of) => around('tx.createOrder', () => tx.createOrder(...of)),
    getOrder: (...of) => around('tx.getOrder', () => tx.getOrder(...of)),
    append: (...of) => around(`tx.append ${of[1].kind}`, () => tx.append(...of)),
    findStanding: (...of) => around('tx.findStanding', () => tx.findStanding(...of)),
    grant: (...of) => around('tx.grant', () => tx.grant(...of)),
    endGrant: (...of) => around('tx.endGrant', () => tx.endGrant(...of)),
    settlePaid: (...of) => around('tx.settlePaid', () => tx.settlePaid(...of)),
    settleRefunded: (...of) => around('tx.settleRefunded', () => tx.settleRefunded(...of)),
    findPaymentOrder: (...of) => around('tx.findPaymentOrder', () => tx.findPaymentOrder(...of)),
    noteReview: (...of) => around('tx.noteReview', () => tx.noteReview(...of)),
  };
}
