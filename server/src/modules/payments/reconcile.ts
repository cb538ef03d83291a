import { OPENING_LIMIT_MS } from './buy.ts';
import type { Order } from './ledger.ts';
import { getAttempt, watchedAttempts } from './order-machine.ts';
import type { PaymentPath } from './payment-path.ts';
import { driveRefunds } from './refund.ts';
import { settle } from './settle.ts';

/** Counts of a reconciliation. */
export interface Reconciled {
  /** Number of orders looked up. */
  readonly looked: number;
  /** Number of these orders whose state changed. */
  readonly changed: number;
  /** Number of these orders whose look-up failed. */
  readonly failed: number;
}

/**
 * Looks up every order whose page may still be paid or whose outcome is unknown, and repeats every unconfirmed refund.
 * This finds messages that were lost between the provider and the server. `stopping` ends it after the current order.
 */
export async function reconcile(path: PaymentPath, stopping?: AbortSignal): Promise<Reconciled> {
  let [looked, changed, failed] = [0, 0, 0];
  for (const orderId of await path.ledger.listWatched(path.provider.name)) {
    if (stopping?.aborted) break;
    looked += 1;
    try {
      if (await catchUp(path, orderId)) changed += 1;
    } catch (error) {
      failed += 1;
      path.onFailure(error, orderId);
    }
  }
  return { looked, changed, failed };
}

/** Updates one order from the provider's answers; returns whether its state changed. */
async function catchUp(path: PaymentPath, orderId: number): Promise<boolean> {
  const before = await path.ledger.findOrder(orderId);
  if (!before) return false;
  let after: Order = before;
  for (const attempt of watchedAttempts(before.view)) {
    if (attempt.state !== 'opening') after = await settle(path, orderId, attempt.id);
    else if (path.clock.now() - attempt.beganAtMs >= OPENING_LIMIT_MS) {
      after = await giveUpOpening(path, orderId, attempt.id);
    }
  }
  after = await driveRefunds(path, after);
  return after.view.state !== before.view.state;
}

/** Ends an attempt whose page was never returned: no browser was sent to it. */
function giveUpOpening(path: PaymentPath, orderId: number, attemptId: string): Promise<Order> {
  return path.ledger.transact({ orderId }, async (tx) => {
    const order = await tx.getOrder(orderId);
    if (getAttempt(order.view, attemptId).state !== 'opening') return order;
    return tx.append(order, { kind: 'open-lost', atMs: path.clock.now(), attemptId });
  });
}
