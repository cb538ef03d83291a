import type { RecomputeReport, RecomputeStep } from '@rasat/ledger';
import { useEffect, useReducer, useRef } from 'react';
import type { RecomputeFailure, RecomputeMessage, RecomputeRequest } from './recompute-message.ts';

/** Finished step with its duration in milliseconds. */
export interface DoneStep {
  readonly step: RecomputeStep;
  readonly ms: number;
}

/** State of a recomputation. */
export type Recomputation =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly loaded: boolean; readonly steps: readonly DoneStep[] }
  | {
      readonly kind: 'done';
      readonly steps: readonly DoneStep[];
      readonly verdict: RecomputeReport['verdict'];
      readonly bars: number;
      readonly ms: number;
    }
  | { readonly kind: 'failed'; readonly failure: RecomputeFailure };

/** Returns the state after a message of the worker; `start` begins a new recomputation. */
export function advance(
  state: Recomputation,
  message: RecomputeMessage | { readonly kind: 'start' },
): Recomputation {
  if (message.kind === 'start') return { kind: 'running', loaded: false, steps: [] };
  if (state.kind !== 'running') return state;
  switch (message.kind) {
    case 'loaded':
      return { ...state, loaded: true };
    case 'step':
      return { ...state, steps: [...state.steps, { step: message.step, ms: message.ms }] };
    case 'done': {
      const { verdict, bars, ms } = message;
      return { kind: 'done', steps: state.steps, verdict, bars, ms };
    }
    case 'failed':
      return { kind: 'failed', failure: message.failure };
  }
}

/**
 * Returns the state of the recomputation of the row whose file is at an address, and the function that starts it in a
 * web worker.
 */
export function useRecompute(address: string): readonly [Recomputation, () => void] {
  const [state, dispatch] = useReducer(advance, { kind: 'idle' });
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const start = (): void => {
    worker.current?.terminate();
    const made = new Worker(new URL('./recompute-worker.ts', import.meta.url), { type: 'module' });
    worker.current = made;
    made.addEventListener('message', ({ data }: MessageEvent<RecomputeMessage>) => {
      dispatch(data);
      if (data.kind === 'done' || data.kind === 'failed') made.terminate();
    });
    made.addEventListener('error', () => {
      dispatch({ kind: 'failed', failure: { of: 'worker' } });
      made.terminate();
    });
    dispatch({ kind: 'start' });
    made.postMessage({ address } satisfies RecomputeRequest);
  };
  return [state, start];
}
