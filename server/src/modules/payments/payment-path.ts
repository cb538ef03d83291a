import type { PaymentProvider } from '../../connectors/payment-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LedgerTransaction, PaymentLedger } from './ledger.ts';
import type { OrderEvent } from './order-machine.ts';

/**
 * Dependencies of every payment. The functions of this module that take a path await nothing but its members, so that
 * tests can simulate a crash between any two of them.
 */
export interface PaymentPath {
  readonly ledger: PaymentLedger;
  readonly provider: PaymentProvider;
  readonly clock: Pick<Clock, 'now'>;
  /** Returns a new unique id for an attempt or a refund. */
  newId(this: void): string;
  /** Waits for another call that is opening the same page. */
  pause(this: void, ms: number): Promise<void>;
  /** Receives the error of an order that a reconciliation could not look up and skips; throwing here ends the run. */
  onFailure(this: void, error: unknown, orderId: number): void;
}

/**
 * Function that is called before and after each await of a path, with a name such as `provider.open before`. An error
 * that it throws simulates a crash.
 */
export type Step = (name: string) => void | Promise<void>;

/** Returns the path with a step before and after each of its awaits. */
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

/** Returns the name of a step; the name for an event includes its kind. */
function stepName(prefix: string, name: string, given: readonly unknown[]): string {
  const kind = name === 'append' ? ` ${(given[1] as OrderEvent).kind}` : '';
  return `${prefix}.${name}${kind}`;
}
