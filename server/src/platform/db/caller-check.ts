import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';

/** Throws when the caller of a transaction may no longer write. */
export type CallerCheck = (trx: Kysely<object>) => Promise<void>;

interface Calling {
  readonly check: CallerCheck;
  /** Whether some transaction has asked. */
  wasAsked: boolean;
  hasEnded: boolean;
}

const callers = new AsyncLocalStorage<Calling>();

/**
 * Runs a call whose transactions each ask `check` as their last statement before they commit, and answers what `fn` does
 * and whether any transaction did. Work that the call leaves running afterwards is not checked.
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

/** Asks whether the call in which a transaction runs may still write; throws what its check throws. */
export async function askCaller(trx: Kysely<object>): Promise<void> {
  const calling = callers.getStore();
  if (!calling || calling.hasEnded) return;
  calling.wasAsked = true;
  await calling.check(trx);
}
