import type { OrderState, Purchase } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { latestOrderQuery } from './calls.ts';
import { PaymentOutcome } from './payment-outcome.tsx';

/** States of an order that the provider has not answered, besides not paid. */
const MONEY_TAKEN: readonly OrderState[] = ['paid', 'review', 'refunding', 'refunded'];

/**
 * A purchase, in whose place it is said that the bank is being asked while money may have been taken for the last order:
 * nothing is offered that would be paid a second time. When the bank says that nothing was taken, the purchase is there
 * again.
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
