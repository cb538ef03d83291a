import type { RecomputeReport, RecomputeStep } from '@rasat/ledger';

/** Request of the page to its worker: fetch a row's file from an address and recompute the row. */
export interface RecomputeRequest {
  readonly address: string;
}

/** Cause of a failed recomputation: the call, an invalid file, or the worker itself. */
export type RecomputeFailure =
  | { readonly of: 'call'; readonly code: string }
  /** `field` is the first invalid member; null when the error names none. */
  | { readonly of: 'file'; readonly code: string; readonly field: string | null }
  | { readonly of: 'worker' };

/** Messages of the worker, in this order. `ms` is the time since the request; for a step, the duration of the step. */
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
