import type { OrderState } from '@rasat/contract';

/** What an address says became of a payment; the server's word counts before it. */
export type Claim = 'success' | 'error' | 'pending';

const CLAIMS: readonly Claim[] = ['success', 'error', 'pending'];

/** What an address says of a payment; null when it says nothing that is known. */
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

/** What became of a payment by the server's newest order; the address counts where there is none to contradict it. */
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

/** Whether an outcome may become another one by itself within moments. */
export function isUnsettled(outcome: Outcome): boolean {
  return outcome === 'waiting' || outcome === 'open';
}
