import type { OrderState } from '@rasat/contract';

/** Outcome of a payment in the return address; the server's answer has priority. */
export type Claim = 'success' | 'error' | 'pending';

const CLAIMS: readonly Claim[] = ['success', 'error', 'pending'];

/** Reads the claim of an address; null for an unknown value. */
export function readClaim(state: string | null): Claim | null {
  return CLAIMS.find((claim) => claim === state) ?? null;
}

/**
 * Shown outcome of a payment. `open`: not paid yet, the payment page is still valid; `waiting`: the server is asking
 * the provider whether money was taken; `none`: no order exists.
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

/** Returns the outcome of the newest order; without an order, the claim of the address decides. */
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

/** Returns whether an outcome may change within seconds. */
export function isUnsettled(outcome: Outcome): boolean {
  return outcome === 'waiting' || outcome === 'open';
}
