import type { Purchase } from '@rasat/contract';

/** Where the section of a purchase is, with how a payment came out. */
export function outcomePage(purchase: Purchase, state: 'success' | 'error' | 'pending'): string {
  return `/account?selected=${purchase}&state=${state}`;
}
