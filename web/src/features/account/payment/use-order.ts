import type { Product } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { offersQuery } from '../../../api/calls/offers.ts';
import { toApiError } from '../../../api/client/error.ts';
import { isRetryable } from '../../../api/client/queries.ts';
import { refreshSession } from '../../../api/session/session.ts';
import type { FormPhase } from '../../../ui/use-contract-form.ts';
import { buy } from './calls.ts';
import { createIntent } from './intent.ts';

/** Form that orders a product. */
export interface OrderForm {
  readonly ref: RefObject<HTMLFormElement | null>;
  /** `success`: the payment page is being opened. */
  readonly phase: FormPhase;
  readonly busy: boolean;
  readonly onSubmit: (event: FormEvent) => void;
}

/**
 * Orders a product and opens its payment page. A retry after a missing answer or a temporary error keeps the
 * idempotency key. Any other error is focused, and the offers and permissions are read again.
 */
export function useOrder(product: Product, agreement: string): OrderForm {
  const client = useQueryClient();
  const ref = useRef<HTMLFormElement>(null);
  const [intent] = useState(() => createIntent(() => crypto.randomUUID()));
  const [phase, setPhase] = useState<FormPhase>({ kind: 'open' });
  useRestoredPage(() => setPhase({ kind: 'open' }));
  useEffect(() => {
    if (phase.kind !== 'error') return;
    const banner = ref.current?.querySelector<HTMLElement>('[role="alert"]');
    banner?.scrollIntoView({ block: 'center' });
    banner?.focus({ preventScroll: true });
  }, [phase]);
  const busy = phase.kind === 'pending' || phase.kind === 'success';
  const send = async (): Promise<void> => {
    setPhase({ kind: 'pending' });
    const request = { product, agreement };
    try {
      const address = await buy(request, intent.keyOf(request));
      intent.answered();
      setPhase({ kind: 'success' });
      location.assign(address);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!isRetryable(0, error)) {
        intent.answered();
        void client.invalidateQueries({ queryKey: offersQuery().queryKey });
        if (error.status === 403) void refreshSession(client);
      }
      setPhase({ kind: 'error', code: error.code, field: null });
    }
  };
  return {
    ref,
    phase,
    busy,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void send();
    },
  };
}

/** Calls `onRestore` when the browser restores the page from its back/forward cache. */
function useRestoredPage(onRestore: () => void): void {
  const latest = useRef(onRestore);
  useEffect(() => {
    latest.current = onRestore;
  });
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) latest.current();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}
