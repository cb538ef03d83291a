import type { OrderState, Purchase } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { latestOrderQuery } from './calls.ts';
import { PaymentOutcome } from './payment-outcome.tsx';

/** Order states after the provider reported that money was taken. */
const MONEY_TAKEN: readonly OrderState[] = ['paid', 'review', 'refunding', 'refunded'];

/**
 * Prevents a second payment: replaces a purchase by the outcome of the last order while the server asks the provider
 * whether money was taken. Shows the purchase again when no money was taken.
 */
export function PurchaseGuard({
  purchase,
  children,
}: {
  readonly purchase: Purchase;
  readonly children: ReactNode;
}) {
  const order = useQuery(latestOrderQuery(purchase));
  const state = order.data?.state ?? null;
  const [asked, setAsked] = useState(false);
  if (state === 'unknown' && !asked) setAsked(true);
  const isShown = state === 'unknown' || (asked && state !== null && MONEY_TAKEN.includes(state));
  return isShown ? <PaymentOutcome inPlace purchase={purchase} claim="pending" /> : children;
}
