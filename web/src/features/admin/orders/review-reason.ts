import type { OrderRecord } from './calls.ts';

/** Why an order is under review. Amounts are kuruş. */
export type ReviewReason =
  | { readonly kind: 'amount'; readonly taken: number; readonly ordered: number }
  | { readonly kind: 'currency'; readonly currency: string }
  /** The payment names another order. */
  | { readonly kind: 'number' }
  /** The provider's amount is not a number; `word` is its text. */
  | { readonly kind: 'unreadable'; readonly word: string }
  /** A notice named the payment, but the provider's page reports no capture. */
  | { readonly kind: 'page' }
  /** The provider reports the payment for another order too. */
  | { readonly kind: 'contested'; readonly payment: string; readonly other: string }
  /** The provider refused the refund; `word` is its code, empty when it gave none. */
  | { readonly kind: 'refused'; readonly word: string };

type Reviewed = Pick<
  OrderRecord,
  'number' | 'state' | 'amount' | 'currency' | 'payments' | 'contested' | 'refunds' | 'events'
>;

/** Finds the reason why an order is under review; null for an order that is not under review. */
export function findReviewReason(order: Reviewed): ReviewReason | null {
  if (order.state !== 'review') return null;
  const [contested] = order.contested;
  if (contested) return { kind: 'contested', ...contested };
  if (order.refunds.some(({ state }) => state === 'refused')) {
    const refusal = order.events.findLast(({ kind }) => kind === 'refund-refused');
    const word = refusal?.detail.word;
    return { kind: 'refused', word: typeof word === 'string' ? word : '' };
  }
  const misfit = order.payments.find(({ role }) => role === 'misfit');
  if (!misfit) return { kind: 'number' };
  if (misfit.unreadable !== null) return { kind: 'unreadable', word: misfit.unreadable };
  if (misfit.currency !== order.currency) return { kind: 'currency', currency: misfit.currency };
  if (misfit.amount !== order.amount) {
    return { kind: 'amount', taken: misfit.amount, ordered: order.amount };
  }
  return { kind: namedOrder(order) === order.number ? 'page' : 'number' };
}

/** Returns the order number that the captured payment names; undefined when it names none. */
function namedOrder({ events }: Reviewed): unknown {
  const captured = events.find(({ kind }) => kind === 'captured')?.detail.capture;
  return (captured as { readonly orderNumber?: unknown } | undefined)?.orderNumber;
}
