import type { PaymentProvider } from '../../connectors/payment-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LedgerTransaction, PaymentLedger } from './ledger.ts';
import type { OrderEvent } from './order-machine.ts';

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
  const wrap = <T extends object, K extends keyof T>(
    prefix: string,
    target: T,
    names: readonly K[],
  ): T =>
    ({
      ...target,
      ...Object.fromEntries(
        names.map((name) => [
          name,
          (...given: unknown[]) =>
            around(stepName(prefix, String(name), given), () =>
              (target[name] as (...of: unknown[]) => Promise<unknown>)(...given),
            ),
        ]),
      ),
    }) as T;
  return {
    ...path,
    pause: (ms) => around('pause', () => path.pause(ms)),
    provider: wrap('provider', provider, PROVIDER_CALLS),
    ledger: {
      ...wrap('ledger', ledger, LEDGER_CALLS),
      transact: (lock, fn) =>
        around('ledger.transact', () =>
          ledger.transact(lock, (tx) =>
            fn(wrap('tx', tx, Object.keys(tx) as (keyof LedgerTransaction)[])),
          ),
        ),
    },
  };
}

const PROVIDER_CALLS = ['open', 'lookUp', 'refund', 'findPayment', 'listMovements'] as const;
const LEDGER_CALLS = ['findOrder', 'findAttempt', 'findAttemptOwner', 'listWatched'] as const;

/** Returns the name of a step; that of an event has its kind. */
function stepName(prefix: string, name: string, given: readonly unknown[]): string {
  const kind = name === 'append' ? ` ${(given[1] as OrderEvent).kind}` : '';
  return `${prefix}.${name}${kind}`;
}
