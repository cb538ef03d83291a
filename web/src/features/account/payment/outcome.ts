import type { OrderState } from '@rasat/contract';

/** The outcome of a payment that an address claims; the server's answer has priority. */
export type Claim = 'success' | 'error' | 'pending';

const CLAIMS: readonly Claim[] = ['success', 'error', 'pending'];

/** Reads the claim of an address; null for an unknown one. */
export function readClaim(state: string | null): Claim | null {
  return CLAIMS.find((claim) => claim === state) ?? null;
}

/**
 * What is shown of a payment. `open`: nothing was paid yet, and the page may still be paid; `waiting`: money may have been
 * taken, the provider is being asked; `none`: there is no order at all.
 */
export type Outcome =
  | 'paid'
  | 'failed'
  | 'open'
  | 'waiting'
  | 'review'
  | 'refunding'
  | 'refunded'
  | 'none';

/** Returns the outcome of the server's newest order; without an order the claim of the address counts. */
export function readOutcome(
  order: { readonly state: OrderState; readonly code: string | null } | null,
  claim: Claim,
): Outcome {
  if (order === null) return claim === 'error' ? 'failed' : 'none';
  switch (order.state) {
    case 'unknown':
      return 'waiting';
    case 'open':
      return order.code === null ? 'open' : 'failed';
    case 'failed':
    case 'expired':
      return 'failed';
    case 'paid':
    case 'review':
    case 'refunding':
    case 'refunded':
      return order.state;
  }
}

/** Returns whether an outcome may change by itself within moments. */
export function isUnsettled(outcome: Outcome): boolean {
  return outcome === 'waiting' || outcome === 'open';
}
