import type { OrderRecord } from '../../../api/admin-money.ts';

/** Why a person has to decide about an order. Amounts are kuruş. */
export type ReviewReason =
  | { readonly kind: 'amount'; readonly taken: number; readonly ordered: number }
  | { readonly kind: 'currency'; readonly currency: string }
  /** The payment names another order. */
  | { readonly kind: 'number' }
  /** The provider will not pay back; in its own word, empty when it gave none. */
  | { readonly kind: 'refused'; readonly word: string };

type Reviewed = Pick<
  OrderRecord,
  'state' | 'amount' | 'currency' | 'payments' | 'refunds' | 'events'
>;

/** Why an order is under review; null for one that is not. */
export function findReviewReason(order: Reviewed): ReviewReason | null {
  if (order.state !== 'review') return null;
  if (order.refunds.some(({ state }) => state === 'refused')) {
    const refusal = order.events.findLast(({ kind }) => kind === 'refund-refused');
    const word = refusal?.detail.word;
    return { kind: 'refused', word: typeof word === 'string' ? word : '' };
  }
  const misfit = order.payments.find(({ role }) => role === 'misfit');
  if (!misfit) return { kind: 'number' };
  if (misfit.currency !== order.currency) return { kind: 'currency', currency: misfit.currency };
  if (misfit.amount !== order.amount) {
    return { kind: 'amount', taken: misfit.amount, ordered: order.amount };
  }
  return { kind: 'number' };
}
