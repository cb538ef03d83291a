import type { RecomputeReport, RecomputeStep } from '@rasat/ledger';

/** What the page asks its worker: to fetch the file of a row from an address and to compute it again. */
export interface RecomputeRequest {
  readonly address: string;
}

/** Why nothing was computed: the call failed, the file is none, or the computation broke off. */
export type RecomputeFailure =
  | { readonly of: 'call'; readonly code: string }
  /** `field` is the first member that is wrong, where one is. */
  | { readonly of: 'file'; readonly code: string; readonly field: string | null }
  | { readonly of: 'worker' };

/** What the worker answers, in this order; `ms` is the time since it was asked, of a step the time it took. */
export type RecomputeMessage =
  | { readonly kind: 'loaded'; readonly ms: number }
  | { readonly kind: 'step'; readonly step: RecomputeStep; readonly ms: number }
  | {
      readonly kind: 'done';
      readonly verdict: RecomputeReport['verdict'];
      readonly bars: number;
      readonly ms: number;
    }
  | { readonly kind: 'failed'; readonly failure: RecomputeFailure };
