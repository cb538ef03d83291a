import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useConnection } from './api/connection.ts';
import { onFarewell } from './api/farewell.ts';
import { keepMarket } from './api/kept-market.ts';
import { useLiveState } from './api/live.ts';
import { watchRecovery } from './api/recovery.ts';
import { useSession, useSessionTrouble } from './api/session.ts';
import { StalePrices } from './ui/live-price.tsx';
import { STALE_AFTER_MS } from './ui/price-cell.ts';
import { useNow } from './ui/use-now.ts';

/**
 * Looks after the connection for the whole page: keeps the last prices for a start without one, asks again when it is
 * back, and turns every price quiet while it is away.
 */
export function ConnectionKeeper({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  useEffect(() => watchRecovery(client), [client]);
  useEffect(() => keepMarket(client), [client]);
  useEffect(() => onFarewell(() => location.reload()), []);
  return <StalePrices value={useStale()}>{children}</StalePrices>;
}

/** Whether no price on the screen may pass for a live one. */
function useStale(): boolean {
  const { lostMs } = useConnection();
  const live = useLiveState();
  const { state } = useSession();
  const trouble = useSessionTrouble();
  const nowMs = useNow();
  const sinceMs = live.lostMs ?? lostMs;
  if (state === 'asking' && trouble) return true;
  return sinceMs !== null && nowMs - sinceMs >= STALE_AFTER_MS;
}
