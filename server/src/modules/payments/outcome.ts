import type { Purchase } from '@rasat/contract';

/** Returns the address of a purchase's section on the account page, with the outcome of a payment. */
export function outcomePage(purchase: Purchase, state: 'success' | 'error' | 'pending'): string {
  return `/account?selected=${purchase}&state=${state}`;
}
