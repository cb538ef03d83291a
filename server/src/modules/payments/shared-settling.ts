import type { Order } from './ledger.ts';
import type { PaymentPath } from './payment-path.ts';
import { type Hint, settle } from './settle.ts';

/** Settles like `settle`, once for concurrent calls. */
export type SharedSettle = (
  path: PaymentPath,
  orderId: number,
  attemptId: string,
  hint: Hint,
) => Promise<Order>;

/**
 * Combines concurrent calls about one attempt and hint: providers repeat notices, and each look-up takes a connection.
 * Calls that arrive during a look-up share the next one, since the running one may miss their news.
 */
export function shareSettling(): SharedSettle {
  const running = new Map<string, Promise<Order>>();
  const waiting = new Map<string, Promise<Order>>();

  function start(key: string, fn: () => Promise<Order>): Promise<Order> {
    const run = fn().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  }

  return (path, orderId, attemptId, hint) => {
    const key = JSON.stringify([orderId, attemptId, hint]);
    const fn = (): Promise<Order> => settle(path, orderId, attemptId, hint);
    const before = running.get(key);
    if (!before) return start(key, fn);
    const queued = waiting.get(key);
    if (queued) return queued;
    const go = (): Promise<Order> => {
      waiting.delete(key);
      return start(key, fn);
    };
    const next = before.then(go, go);
    waiting.set(key, next);
    return next;
  };
}
