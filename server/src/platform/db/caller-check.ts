import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';

/** Check of a transaction's caller; throws when the caller may no longer write. */
export type CallerCheck = (trx: Kysely<object>) => Promise<void>;

interface Calling {
  readonly check: CallerCheck;
  /** Whether a transaction has run the check. */
  wasAsked: boolean;
  hasEnded: boolean;
}

const callers = new AsyncLocalStorage<Calling>();

/**
 * Runs `fn`. Each of its transactions runs `check` as its last statement before the commit. Returns the result of `fn`
 * and whether any transaction ran the check. Work that `fn` leaves running afterwards is not checked.
 */
export function withCallerCheck<T>(
  check: CallerCheck,
  fn: () => Promise<T>,
): Promise<{ readonly result: T; readonly wasAsked: boolean }> {
  const calling: Calling = { check, wasAsked: false, hasEnded: false };
  return callers.run(calling, async () => {
    try {
      const result = await fn();
      return { result, wasAsked: calling.wasAsked };
    } finally {
      calling.hasEnded = true;
    }
  });
}

/** Runs the check of the call that a transaction belongs to; throws the error of the check. */
export async function askCaller(trx: Kysely<object>): Promise<void> {
  const calling = callers.getStore();
  if (!calling || calling.hasEnded) return;
  calling.wasAsked = true;
  await calling.check(trx);
}
